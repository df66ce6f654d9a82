//! [`Helpers`]: threads that share independent work of the lookahead with the calling one.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// Threads that share work with the calling one; none by default.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    pool: Option<ThreadPool>,
    /// The number of threads that help.
    used: usize,
}

impl Helpers {
    /// Starts threads, one less than `threads`, since the calling thread is one.
    ///
    /// # Errors
    /// The system's error if a thread cannot be started.
    pub(super) fn new(threads: NonZeroUsize) -> io::Result<Self> {
        let start = |count| ThreadPoolBuilder::new().num_threads(count).build().map_err(io::Error::other);
        let used = threads.get() - 1;
        Ok(Helpers { pool: (used > 0).then(|| start(used)).transpose()?, used })
    }

    /// Sets the number of threads that help, at most those that were started.
    pub(super) fn set_used(&mut self, threads: usize) {
        self.used = threads.min(self.pool.as_ref().map_or(0, ThreadPool::current_num_threads));
    }

    /// Returns whether the calling thread works alone.
    pub(super) fn are_none(&self) -> bool {
        self.used == 0
    }

    /// Does some work for each item, in any order. An item goes to the first thread that is free.
    pub(super) fn each<T: Send>(&self, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
        let Some(pool) = self.pool.as_ref().filter(|_| self.used > 0) else { return items.for_each(work) };
        let items = Mutex::new(items);
        let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
        let all = || core::iter::from_fn(next).for_each(&work);
        pool.in_place_scope(|scope| {
            (0..self.used).for_each(|_| scope.spawn(|_| all()));
            all();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_done_once_by_any_number_of_threads() {
        for threads in [1, 2, 3, 7, 16] {
            let mut helpers = Helpers::new(NonZeroUsize::new(threads).expect("a thread")).expect("threads");
            assert_eq!(helpers.are_none(), threads == 1);
            for (count, used) in [(0, 40), (1, 3), (2, 0), (40, 2), (40, 40)] {
                helpers.set_used(used);
                let mut done = vec![0; count];
                helpers.each(done.iter_mut().enumerate(), |(n, done)| *done += n + 1);
                assert!(done.into_iter().eq(1..=count), "{threads} threads, {count} items");
            }
        }
    }
}
