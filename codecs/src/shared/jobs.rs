//! [`in_order`]: work for threads whose results are taken in the order of the work.

use rayon::prelude::*;
use std::io;

/// Does the jobs, several at a time on as many threads, and hands what each gave to `take`, in their order. With one thread or
/// one job everything is done where it is called. What was done ahead of its turn waits, a few jobs a thread.
pub(crate) fn in_order<J: Sync, R: Send, E: From<io::Error>>(
    threads: usize,
    jobs: &[J],
    work: impl Fn(&J) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    if threads == 1 || jobs.len() == 1 {
        return jobs.iter().try_for_each(|job| take(work(job)));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    for jobs in jobs.chunks(4 * threads) {
        let done: Vec<R> = pool.install(|| jobs.par_iter().map(&work).collect());
        done.into_iter().try_for_each(&mut take)?;
    }
    Ok(())
}
