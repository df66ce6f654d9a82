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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::sleep;
    use std::time::Duration;

    #[test]
    fn results_are_taken_in_the_order_of_the_jobs() {
        for threads in [1, 2, 3, 8] {
            for n in [0, 1, 2, 31, 100] {
                let jobs: Vec<u64> = (0..n).collect();
                let work = |&job: &u64| {
                    // Early jobs take longer than those after them.
                    sleep(Duration::from_micros(if job % 4 == 0 { 300 } else { 0 }));
                    job * job
                };
                let mut taken = Vec::new();
                let done = in_order(threads, &jobs, work, |square| {
                    taken.push(square);
                    Ok::<(), io::Error>(())
                });
                assert!(done.is_ok());
                assert!(taken.into_iter().eq(jobs.iter().map(|job| job * job)), "{n} jobs, {threads} threads");
            }
        }
    }

    #[test]
    fn the_first_error_ends_the_work_soon_and_comes_back() {
        for threads in [1, 2, 3] {
            let (jobs, worked) = ((0..1000).collect::<Vec<usize>>(), AtomicUsize::new(0));
            let work = |&job: &usize| {
                worked.fetch_add(1, Ordering::Relaxed);
                job
            };
            let done =
                in_order(threads, &jobs, work, |job| if job < 10 { Ok(()) } else { Err(io::Error::other("full")) });
            assert_eq!(done.expect_err("the error of job 10").to_string(), "full");
            // No more than a few jobs a thread are ahead of their turn.
            assert!(worked.into_inner() <= 11 + 4 * threads, "{threads} threads");
        }
    }
}
