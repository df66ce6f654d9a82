//! Reading ahead: a file is unpacked by a thread of its own, while what came before is looked at.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Bytes of a part.
const PART: u64 = 1 << 17;
/// How many parts may wait.
const WAITING: usize = 64;

/// What a thread reads, in order.
pub(super) struct Ahead {
    parts: Receiver<io::Result<Vec<u8>>>,
    part: Vec<u8>,
    taken: usize,
}

impl Ahead {
    /// Starts a thread that reads all of `reader`, as far ahead as parts may wait.
    pub(super) fn of(reader: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, parts) = sync_channel(WAITING);
        thread::Builder::new().spawn(move || send(reader, &sender))?;
        Ok(Ahead { parts, part: Vec::new(), taken: 0 })
    }
}

/// Sends part after part, and what went wrong behind the bytes before it; until nobody listens.
fn send(mut reader: impl Read, parts: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut part = Vec::new();
        let read = reader.by_ref().take(PART).read_to_end(&mut part);
        let end = part.is_empty();
        if (!end && parts.send(Ok(part)).is_err()) || (end && read.is_ok()) {
            return;
        }
        if let Err(error) = read {
            // Nobody listens who could be told that nobody listens.
            parts.send(Err(error)).ok();
            return;
        }
    }
}

impl BufRead for Ahead {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.part.len() {
            // The thread hangs up at the end.
            self.part = self.parts.recv().unwrap_or_else(|_| Ok(Vec::new()))?;
            self.taken = 0;
        }
        Ok(&self.part[self.taken..])
    }

    fn consume(&mut self, bytes: usize) {
        self.taken += bytes;
    }
}

impl Read for Ahead {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}
