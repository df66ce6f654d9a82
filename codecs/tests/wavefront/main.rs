//! Rows in a wavefront give what plain loops give, whoever runs them and in whatever order.

mod model;
mod session;

use codecs::shared::wavefront::{Front, Order, Part, Queue, Ready, Step, Task, Threads, Work, picked, sole};
use model::{Fault, LAG, Output, Plan, Scratch, plain};
use session::{Options, Session};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The number of random orders that a law is tested with.
const SEEDS: u64 = 30;

/// Pictures of different shapes: of one and two columns, of one row, of one macroblock.
const SIZES: [[usize; 2]; 8] = [[18, 22], [9, 2], [3, 1], [1, 9], [1, 1], [2, 2], [5, 3], [2, 40]];

fn plan(size: [usize; 2], pictures: usize) -> Plan {
    Plan { size, pictures, effort: 3 }
}

fn spoil(scratch: &mut Scratch, random: u64) {
    scratch.trial.fill(random as u8);
}

fn by_threads(plan: &Plan, options: Options, n: usize) -> Vec<Arc<Output>> {
    let mut threads = Threads::new(Session::new(plan, options), n).expect("threads");
    threads.run();
    threads.work().outputs()
}

fn by_order(plan: &Plan, options: Options, order: Order) -> Vec<Arc<Output>> {
    let session = Session::new(plan, options);
    picked(&session, order, spoil);
    session.outputs()
}

/// Returns the message of a panic.
fn message(run: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).expect("a text")
}

#[test]
fn the_result_does_not_depend_on_threads_orders_and_slots() {
    assert_eq!(LAG, 2);
    for size in SIZES {
        let plan = plan(size, 5);
        let definition = plain(&plan);
        for slots in [1, 2] {
            let options = Options { slots, ..Options::default() };
            let session = Session::new(&plan, options);
            Queue::default().run(&session);
            assert_eq!(session.outputs(), definition, "{size:?}, {slots} slots, one thread");
            for n in [1, 2, 3, 7, 16] {
                assert_eq!(by_threads(&plan, options, n), definition, "{size:?}, {slots} slots, {n} threads");
            }
            assert_eq!(by_order(&plan, options, Order::Tightest), definition, "{size:?}, {slots} slots, tightest");
            for seed in 0..SEEDS {
                assert_eq!(
                    by_order(&plan, options, Order::Random(seed)),
                    definition,
                    "{size:?}, {slots} slots, seed {seed}"
                );
            }
        }
    }
}

#[test]
fn threads_are_kept_from_run_to_run() {
    let plan = plan([6, 7], 3);
    let definition = plain(&plan);
    let mut threads = Threads::new(Session::new(&plan, Options::default()), 3).expect("threads");
    for _ in 0..200 {
        threads.run();
        assert_eq!(threads.work().outputs(), definition);
    }
}

#[test]
fn a_larger_lag_changes_nothing() {
    let plan = plan([7, 9], 2);
    for lag in [LAG + 1, 9, 100] {
        assert_eq!(by_threads(&plan, Options { lag, ..Options::default() }, 3), plain(&plan), "a lag of {lag}");
    }
}

#[test]
fn a_lag_that_is_one_too_small_is_seen_whoever_runs_the_rows() {
    let (plan, options) = (plan([6, 8], 1), Options { lag: LAG - 1, ..Options::default() });
    let expected = "a point reads 1 columns to its right in the row above; with a lag of 1 it must not";
    assert_eq!(message(|| Queue::default().run(&Session::new(&plan, options))), expected);
    for n in [1, 2, 7] {
        assert_eq!(message(|| drop(by_threads(&plan, options, n))), expected);
    }
    assert_eq!(message(|| drop(by_order(&plan, options, Order::Tightest))), expected);
}

/// Rows that publish beside the border, point by point, and read `dx` points to the right in the row above.
struct Beside {
    front: Front<()>,
    points: Vec<Vec<OnceLock<usize>>>,
    dx: usize,
    /// The points of the row above that were published each time a point was computed.
    ahead: Mutex<Vec<usize>>,
}

impl Beside {
    fn new([rows, columns]: [usize; 2], lag: usize, dx: usize) -> Self {
        let points = (0..rows).map(|_| (0..columns).map(|_| OnceLock::new()).collect()).collect();
        Beside { front: Front::new([rows, columns], 0, lag), points, dx, ahead: Mutex::default() }
    }
}

impl Work for Beside {
    type Scratch = ();
    fn scratch(&self) {}
    fn begin(&self, ready: &mut dyn Ready) {
        self.front.parts().for_each(|part| ready.begin(Task { picture: 0, part, slot: 0 }));
    }
    fn run(&self, task: Task, budget: usize, (): &mut (), ready: &mut dyn Ready) -> Step {
        let Part::Row(row) = task.part else { unreachable!("there are no chains") };
        let wake = |part| ready.wake(Task { part, ..task });
        self.front.row(
            row,
            budget,
            wake,
            || (),
            |(), point| {
                if let Some(above) = point.row.checked_sub(1) {
                    let ahead = self.points[above].iter().take_while(|entry| entry.get().is_some()).count();
                    self.ahead.lock().expect("no panic").push(ahead - point.column);
                    if let Some(entry) = self.points[above].get(point.column + self.dx) {
                        entry.get().expect("the row above stored it");
                    }
                }
                self.points[point.row][point.column].set(point.column).expect("once");
            },
        )
    }
}

#[test]
fn the_tightest_order_sees_data_beside_the_border_that_comes_one_point_too_late() {
    let by = |lag, dx, order| catch_unwind(|| picked(&Beside::new([5, 9], lag, dx), order, |(), _| ()));
    for lag in 1..4 {
        assert!(by(lag, lag - 1, Order::Tightest).is_ok());
        assert!(by(lag, lag, Order::Tightest).is_err());
        assert!((0..SEEDS).all(|seed| by(lag, lag - 1, Order::Random(seed)).is_ok()));
        assert!((0..SEEDS).filter(|&seed| by(lag, lag, Order::Random(seed)).is_err()).count() > SEEDS as usize / 2);
        // Rows that run as far as they can on one thread never meet: this order sees nothing.
        assert!(catch_unwind(|| Queue::default().run(&Beside::new([5, 9], lag, lag))).is_ok());
    }
}

#[test]
fn in_the_tightest_order_a_row_is_ahead_by_no_more_than_the_lag() {
    for lag in 1..5 {
        let work = Beside::new([4, 12], lag, 0);
        picked(&work, Order::Tightest, |(), _| ());
        let ahead = work.ahead.into_inner().expect("no panic");
        assert!(ahead.iter().all(|&ahead| ahead <= lag) && ahead.contains(&lag), "a lag of {lag}: {ahead:?}");
    }
}

#[test]
fn with_a_lag_of_0_rows_do_not_wait_and_read_nothing_above() {
    let alone = |row, entry: &mut Option<bool>| {
        let front = Front::<()>::new([2, 3], 0, 0);
        front.row(row, usize::MAX, |_| (), || (), |(), point| *entry = Some(point.above(-1).is_none()))
    };
    let mut entry = None;
    assert_eq!((alone(1, &mut entry), entry), (Step::Ended, Some(true)));
}

/// Rows whose memory is released slowly.
struct Slow(Front<()>, Vec<Mutex<()>>);

impl Work for Slow {
    type Scratch = ();
    fn scratch(&self) {}
    fn begin(&self, ready: &mut dyn Ready) {
        self.0.parts().for_each(|part| ready.begin(Task { picture: 0, part, slot: 0 }));
    }
    fn run(&self, task: Task, budget: usize, (): &mut (), ready: &mut dyn Ready) -> Step {
        struct Late;
        impl Drop for Late {
            fn drop(&mut self) {
                thread::sleep(Duration::from_micros(500));
            }
        }
        let Part::Row(row) = task.part else { unreachable!("there are no chains") };
        let wake = |part| ready.wake(Task { part, ..task });
        let memory = || (Late, sole(&self.1[usize::from(row)]));
        self.0.row(row, budget, wake, memory, |_, _| thread::sleep(Duration::from_micros(100)))
    }
}

#[test]
fn a_row_that_parks_has_released_its_memory() {
    for _ in 0..5 {
        let slow = Slow(Front::new([3, 8], 0, 2), (0..3).map(|_| Mutex::default()).collect());
        // Whoever goes on with a row panics if the memory is still taken.
        Threads::new(slow, 4).expect("threads").run();
    }
}

/// The number of random orders, of [`SEEDS`], in which a fault changes the result.
fn orders_that_see(fault: Fault) -> usize {
    let plan = plan([9, 11], 2);
    let options = Options { fault, ..Options::default() };
    let session = Session::new(&plan, options);
    Queue::default().run(&session);
    let first = session.outputs();
    (0..SEEDS).filter(|&seed| by_order(&plan, options, Order::Random(seed)) != first).count()
}

#[test]
fn random_orders_see_a_race() {
    assert_eq!(orders_that_see(Fault::None), 0);
    assert!(orders_that_see(Fault::Race) > SEEDS as usize * 3 / 4);
}

#[test]
fn random_orders_see_scratch_memory_that_is_used_from_task_to_task() {
    assert!(orders_that_see(Fault::Scratch) > SEEDS as usize * 3 / 4);
}

#[test]
fn a_panic_ends_all_threads_and_reaches_the_caller() {
    let plan = plan([12, 10], 2);
    for at in [[0, 0], [0, 9], [3, 4], [11, 9]] {
        let options = Options { panics: Some(at), ..Options::default() };
        assert_eq!(message(|| Queue::default().run(&Session::new(&plan, options))), "a macroblock that panics");
        assert_eq!(message(|| drop(by_order(&plan, options, Order::Random(7)))), "a macroblock that panics");
        for n in [1, 2, 3, 7] {
            let mut threads = Threads::new(Session::new(&plan, options), n).expect("threads");
            assert_eq!(message(|| threads.run()), "a macroblock that panics", "{n} threads");
            assert_eq!(message(|| threads.run()), "a task panicked in an earlier run");
        }
    }
}

#[test]
fn a_panic_at_the_beginning_reaches_the_caller() {
    struct Bad;
    impl Work for Bad {
        type Scratch = ();
        fn scratch(&self) {}
        fn begin(&self, ready: &mut dyn Ready) {
            ready.begin(Task { picture: 0, part: Part::Row(0), slot: 0 });
            panic!("no picture");
        }
        fn run(&self, _: Task, _: usize, (): &mut (), _: &mut dyn Ready) -> Step {
            Step::Ended
        }
    }
    for n in [1, 3] {
        assert_eq!(message(|| Threads::new(Bad, n).expect("threads").run()), "no picture");
    }
}

#[test]
fn a_lost_wake_up_is_an_error_and_no_hang() {
    let (plan, options) = (plan([6, 8], 1), Options { never_woken: Some(1), ..Options::default() });
    // Row 1 parks behind row 0; rows 2 to 5 and both chains wait for it.
    let expected = "no task is left, but 7 have not ended: a wake-up was lost";
    assert_eq!(message(|| drop(by_order(&plan, options, Order::Tightest))), expected);
    let lost = |n| catch_unwind(AssertUnwindSafe(|| drop(by_threads(&plan, options, n)))).is_err();
    // Whether row 1 parks depends on the threads; both ends are possible, and a hang is not.
    for n in [2, 3, 7] {
        (0..20).for_each(|_| _ = lost(n));
    }
}

/// A task that parks and that nobody wakes.
struct Parks;

impl Work for Parks {
    type Scratch = ();
    fn scratch(&self) {}
    fn begin(&self, ready: &mut dyn Ready) {
        ready.begin(Task { picture: 0, part: Part::Row(0), slot: 0 });
    }
    fn run(&self, _: Task, _: usize, (): &mut (), _: &mut dyn Ready) -> Step {
        Step::Parked
    }
}

#[test]
fn a_task_that_nobody_wakes_is_an_error_of_every_scheduler() {
    let expected = "no task is left, but 1 have not ended: a wake-up was lost";
    assert_eq!(message(|| Queue::default().run(&Parks)), expected);
    assert_eq!(message(|| picked(&Parks, Order::Random(0), |(), _| ())), expected);
    for n in [1, 2, 7] {
        assert_eq!(message(|| Threads::new(Parks, n).expect("threads").run()), expected);
    }
}

#[test]
fn no_more_threads_work_than_asked_for_and_the_caller_is_one() {
    struct Seen {
        threads: Mutex<HashSet<ThreadId>>,
        caller: ThreadId,
    }
    impl Seen {
        fn has_caller(&self) -> bool {
            self.threads.lock().expect("no panic").contains(&self.caller)
        }
    }
    impl Work for Seen {
        type Scratch = ();
        fn scratch(&self) {}
        fn begin(&self, ready: &mut dyn Ready) {
            (0..50).for_each(|row| ready.begin(Task { picture: 0, part: Part::Row(row), slot: 0 }));
        }
        fn run(&self, _: Task, _: usize, (): &mut (), _: &mut dyn Ready) -> Step {
            self.threads.lock().expect("no panic").insert(thread::current().id());
            // Others leave it work, however late it comes.
            let start = Instant::now();
            while !self.has_caller() && start.elapsed() < Duration::from_secs(20) {
                thread::sleep(Duration::from_millis(1));
            }
            Step::Ended
        }
    }
    for (n, most) in [(0, 1), (1, 1), (2, 2), (3, 3), (8, 8)] {
        let caller = thread::current().id();
        let mut threads = Threads::new(Seen { threads: Mutex::default(), caller }, n).expect("threads");
        threads.run();
        let seen = sole(&threads.work().threads);
        assert!(seen.len() <= most && seen.contains(&caller), "{n} threads: {} worked", seen.len());
    }
}

#[test]
fn the_caller_does_something_else_while_others_work() {
    struct Counted(Arc<AtomicUsize>);
    impl Work for Counted {
        type Scratch = ();
        fn scratch(&self) {}
        fn begin(&self, ready: &mut dyn Ready) {
            (0..50).for_each(|row| ready.begin(Task { picture: 0, part: Part::Row(row), slot: 0 }));
        }
        fn run(&self, _: Task, _: usize, (): &mut (), _: &mut dyn Ready) -> Step {
            self.0.fetch_add(1, Ordering::SeqCst);
            Step::Ended
        }
    }
    for n in [1, 2, 3] {
        let count = Arc::new(AtomicUsize::new(0));
        let mut threads = Threads::new(Counted(Arc::clone(&count)), n).expect("threads");
        let caller = thread::current().id();
        threads.run_beside(|| {
            assert_eq!(thread::current().id(), caller);
            while n > 1 && count.load(Ordering::SeqCst) < 50 {
                thread::yield_now();
            }
        });
        assert_eq!(count.load(Ordering::SeqCst), 50);
        assert_eq!(message(|| threads.run_beside(|| panic!("no decision"))), "no decision");
    }
}
