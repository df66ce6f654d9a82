//! [`in_order`]: work for threads whose results are taken in the order of the work.

use std::io;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

/// Results that a thread may have ready before their turn.
const AHEAD: usize = 2;

/// Does the jobs on so many threads, and hands what each gave to `take`, in their order. With one thread or one job everything is
/// done where it is called.
///
/// Thread `t` does jobs `t`, `t + threads`, and so on, so that no thread waits for another:
///
/// ```text
///   thread 0:  0   2   4   ..  ─┐
///   thread 1:  1   3   5   ..  ─┴─▶ take 0, 1, 2, ..
/// ```
///
/// A result goes back to its thread when it was taken, to be written over: `work` finds in it what it left there, or the default.
/// Memory that was used before costs less than fresh memory.
pub(crate) fn in_order<J: Sync, R: Default + Send, E: From<io::Error>>(
    threads: usize,
    jobs: &[J],
    work: impl Fn(&J, &mut R) + Sync,
    mut take: impl FnMut(&mut R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.min(jobs.len());
    if threads <= 1 {
        let mut result = R::default();
        return jobs.iter().try_for_each(|job| {
            work(job, &mut result);
            take(&mut result)
        });
    }
    thread::scope(|scope| {
        let work = &work;
        let start = |t: usize| {
            let (done, take) = sync_channel(AHEAD);
            let (taken, again) = channel::<R>();
            let run = move || {
                for job in jobs.iter().skip(t).step_by(threads) {
                    let mut result = again.try_recv().unwrap_or_default();
                    work(job, &mut result);
                    if done.send(result).is_err() {
                        return; // Nobody takes any more: there was an error.
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, run).map(|_| (take, taken))
        };
        let lines = (0..threads).map(start).collect::<io::Result<Vec<_>>>()?;
        for n in 0..jobs.len() {
            let (done, taken) = &lines[n % threads];
            let mut result = done.recv().map_err(|_| io::Error::other("a thread ended before its work"))?;
            take(&mut result)?;
            // A thread that has ended needs none.
            let _ = taken.send(result);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        let jobs: Vec<u64> = (0..100).collect();
        let work = |&job: &u64, result: &mut Vec<u64>| {
            let spin = (job * 7919) % 5000;
            result.push(job + (0..spin).map(core::hint::black_box).min().unwrap_or(0));
        };
        for threads in [1, 2, 3, 8, 200] {
            let mut taken = Vec::new();
            in_order(threads, &jobs, work, |result| {
                taken.append(result);
                Ok::<(), io::Error>(())
            })
            .unwrap();
            assert_eq!(taken, jobs, "{threads} threads");
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let jobs = [1; 50];
        let mut left = 3;
        let result = in_order(
            2,
            &jobs,
            |&job, sum: &mut i32| *sum += job,
            |_| {
                left -= 1;
                if left == 0 { Err(io::Error::other("enough")) } else { Ok(()) }
            },
        );
        assert_eq!((result.unwrap_err().to_string(), left), ("enough".to_owned(), 0));
    }
}
