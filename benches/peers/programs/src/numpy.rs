//! Peers in Python, where installed: numpy's `einsum` for products, `opt_einsum` for orders.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a script with some input, and returns its output; nothing if Python or a package is missing.
fn python(script: &str, input: &str) -> Option<String> {
    let mut command = Command::new("python3");
    command.arg("-c").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // One thread, as all other sides.
    command.envs(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"].map(|name| (name, "1")));
    let mut child = command.spawn().ok()?;
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Nanoseconds of CPU time a call of `numpy.einsum`, for lines such as `f32 ij,jk->ik 2x3 3x2`.
pub fn einsum(lines: &str) -> Option<Vec<f64>> {
    let output = python(include_str!("../einsum.py"), lines)?;
    output.lines().map(|line| line.parse().ok()).collect()
}

/// The optimal costs of `opt_einsum`, for lines such as `ab,bc->ac 2x3 3x2`.
pub fn optimal_costs(lines: &str) -> Option<Vec<u128>> {
    let output = python(include_str!("../orders.py"), lines)?;
    output.lines().map(|line| line.parse().ok()).collect()
}
