//! Rows of a picture computed at the same time, each behind the row above, and chains behind the rows.
//!
//! ```text
//!   row 0    # # # # # # # o    ─ ended ─▶┐
//!   row 1    # # # # # o . .              ├─▶ chain 0   row by row: a loop filter
//!   row 2    # # # o . . . .              └─▶ chain 1   row by row: the writer of a slice
//!              │ ╰── the lag: 2 points ──╮
//!              ╰ each point publishes an entry of its row's border for the row below
//! ```
//!
//! | part | what it is |
//! |---|---|
//! | [`Gate`] | a count that one task raises and another waits for |
//! | [`Border`] | what the points of a row leave to the row below, each entry published once |
//! | [`Front`] | the rows and chains of one picture: who waits for whom, in which order things are published |
//! | [`Task`], [`Work`] | what is done; smaller tasks come first: older pictures, then chains, then upper rows |
//! | [`Queue`], [`Threads`], [`picked`] | who does it: one thread, several, and the worst orders for tests |
//!
//! Nothing here knows a codec. The lag is that of [`unite::locate::wavefront`], computed from the windows of stages.
//!
//! # How it works
//! A **task** is a row or a chain as far as it can go. If what it reads is not there yet, it *parks*: it leaves a mark at the gate
//! and returns. Whoever raises the gate to that mark puts the task on the queue again. No task ever waits, so one thread can run
//! all of them, and nothing spins: a thread without a task sleeps.
//!
//! Count and mark of a gate lie in one atomic word. Therefore each raise comes before or after each park, and no wake-up is lost.
//! All schedulers count tasks that have begun and not ended, and panic if some are left while none can run.
//!
//! # What users of these parts must see to
//! The result must not depend on the order of tasks. A row may read entries of the row above through [`Point::above`], data
//! that a point of the row above stored before it returned its entry (within the lag), and whole pictures; nothing else that
//! another task writes. Scratch memory holds nothing from task to task. Tests run the work with [`picked`], which spoils that
//! memory and takes tasks in orders that threads take once in a thousand runs.

mod border;
mod front;
mod gate;
mod picked;
mod sched;
mod threads;

pub use border::{Border, Published};
pub use front::{Front, Point, sole};
pub use gate::Gate;
pub use picked::{Order, picked};
pub use sched::{Part, Queue, Ready, Step, Task, Work};
pub use threads::Threads;
