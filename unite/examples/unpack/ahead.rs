//! Read-ahead: a separate thread decompresses the file, while the main thread processes the data before.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The size of a part, in bytes.
const PART: u64 = 1 << 17;
/// The maximum number of parts in the queue.
const WAITING: usize = 64;

/// The output of the reading thread, in order.
pub(super) struct Ahead {
    parts: Receiver<io::Result<Vec<u8>>>,
    part: Vec<u8>,
    taken: usize,
}

impl Ahead {
    /// Starts a thread that reads all of `reader`, as far ahead as the queue allows.
    pub(super) fn of(reader: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, parts) = sync_channel(WAITING);
        thread::Builder::new().spawn(move || send(reader, &sender))?;
        Ok(Ahead { parts, part: Vec::new(), taken: 0 })
    }
}

/// Sends part after part, and then the error, if there is one; stops when the receiver is dropped.
fn send(mut reader: impl Read, parts: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut part = Vec::new();
        let read = reader.by_ref().take(PART).read_to_end(&mut part);
        let end = part.is_empty();
        if (!end && parts.send(Ok(part)).is_err()) || (end && read.is_ok()) {
            return;
        }
        if let Err(error) = read {
            // If the receiver is dropped, the error is not needed.
            parts.send(Err(error)).ok();
            return;
        }
    }
}

impl BufRead for Ahead {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.part.len() {
            // The thread drops the sender at the end.
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
