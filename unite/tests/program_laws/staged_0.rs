//! The programs of `program_laws.rs`, which writes this file.

use super::{N, Store, assert_given, given};
use unite::program::tensor;

/// Runs a function on what a store holds; the reference has run on the other.
pub(super) type Run = fn(&Store<f64>, &Store<f64>);

tensor! {
    fn program_0:
    var input output v : [2]
    const c : [2] = [-2 1]
    v = log(v)
    v = c ^ [1 1] ^ [1 1] ^ [1 1]
}

fn run_0(before: &Store<f64>, after: &Store<f64>) {
    let mut v_: [f64; 2] = given(before, "v");
    program_0(&mut v_);
    assert_given(after, "v", &v_);
}

tensor! {
    fn program_1<const N: usize>:
    var input output A : [N 1]
    A = A ^ [2 2]
}

fn run_1(before: &Store<f64>, after: &Store<f64>) {
    let mut a_: [[f64; 1]; N] = given(before, "A");
    program_1(&mut a_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_2:
    var input t : []
    var input output u : [2]
    const c : [2] = [1.5 -2]
    u = (c / 0.5 # t) ^ [1 1] # (1 * 2)
}

fn run_2(before: &Store<f64>, after: &Store<f64>) {
    let t_: f64 = given(before, "t");
    let mut u_: [f64; 2] = given(before, "u");
    program_2(t_, &mut u_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_3:
    var input output s : []
    var input output t : []
    var input B : [1 1]
    s = B . [1 2] * t
}

fn run_3(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut t_: f64 = given(before, "t");
    let b_: [[f64; 1]; 1] = given(before, "B");
    program_3(&mut s_, &mut t_, &b_);
    assert_given(after, "s", &s_);
    assert_given(after, "t", &t_);
}

tensor! {
    fn program_4:
    var input s : []
    var input output t : []
    var input output v : [3]
    var input output A : [2 1]
    const c : [3] = [1 3 -2]
    A = A # s / t
    v = exp(log(s # c))
}

fn run_4(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut t_: f64 = given(before, "t");
    let mut v_: [f64; 3] = given(before, "v");
    let mut a_: [[f64; 1]; 2] = given(before, "A");
    program_4(s_, &mut t_, &mut v_, &mut a_);
    assert_given(after, "t", &t_);
    assert_given(after, "v", &v_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_5<const N: usize>:
    var input output s : []
    var input output t : []
    var input output u : [3]
    var input A : [N N]
    u = u # s
    t = A ^ [1 1] . [1 2]
}

fn run_5(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut t_: f64 = given(before, "t");
    let mut u_: [f64; 3] = given(before, "u");
    let a_: [[f64; N]; N] = given(before, "A");
    program_5(&mut s_, &mut t_, &mut u_, &a_);
    assert_given(after, "s", &s_);
    assert_given(after, "t", &t_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_6:
    var input output s : []
    var input B : [2 2]
    s = log(1)
    s = B . [1 2]
}

fn run_6(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let b_: [[f64; 2]; 2] = given(before, "B");
    program_6(&mut s_, &b_);
    assert_given(after, "s", &s_);
}

tensor! {
    fn program_7<const N: usize>:
    var input output A : [2 N]
    A = A
    A = A ^ [2 2]
}

fn run_7(before: &Store<f64>, after: &Store<f64>) {
    let mut a_: [[f64; N]; 2] = given(before, "A");
    program_7(&mut a_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_8<const N: usize>:
    var input output B : [N 2]
    B = B
}

fn run_8(before: &Store<f64>, after: &Store<f64>) {
    let mut b_: [[f64; 2]; N] = given(before, "B");
    program_8(&mut b_);
    assert_given(after, "B", &b_);
}

tensor! {
    fn program_9<const N: usize>:
    var input output A : [N 1]
    A = A
}

fn run_9(before: &Store<f64>, after: &Store<f64>) {
    let mut a_: [[f64; 1]; N] = given(before, "A");
    program_9(&mut a_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_10<const N: usize>:
    var input output v : [N]
    v = exp(v)
}

fn run_10(before: &Store<f64>, after: &Store<f64>) {
    let mut v_: [f64; N] = given(before, "v");
    program_10(&mut v_);
    assert_given(after, "v", &v_);
}

tensor! {
    fn program_11<const N: usize>:
    var input output E : [N 2 2]
    E = (E * E) ^ [3 3]
}

fn run_11(before: &Store<f64>, after: &Store<f64>) {
    let mut e_: [[[f64; 2]; 2]; N] = given(before, "E");
    program_11(&mut e_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_12:
    var input output s : []
    var input output u : [1]
    u = (u / s) ^ [1 1]
}

fn run_12(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut u_: [f64; 1] = given(before, "u");
    program_12(&mut s_, &mut u_);
    assert_given(after, "s", &s_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_13:
    var input output s : []
    var input output v : [1]
    var input output A : [2 3]
    A = A / s
    v = exp(log(v * v))
}

fn run_13(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut v_: [f64; 1] = given(before, "v");
    let mut a_: [[f64; 3]; 2] = given(before, "A");
    program_13(&mut s_, &mut v_, &mut a_);
    assert_given(after, "s", &s_);
    assert_given(after, "v", &v_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_14:
    var input s : []
    var input output u : [1]
    var input output E : [2 2 3]
    E = E / s
    u = log(u ^ [1 1])
}

fn run_14(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut u_: [f64; 1] = given(before, "u");
    let mut e_: [[[f64; 3]; 2]; 2] = given(before, "E");
    program_14(s_, &mut u_, &mut e_);
    assert_given(after, "u", &u_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_15:
    var input output u : [3]
    var input v : [3]
    u = v ^ [1 1] ^ [1 1]
}

fn run_15(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 3] = given(before, "u");
    let v_: [f64; 3] = given(before, "v");
    program_15(&mut u_, &v_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_16:
    var input output t : []
    var input output A : [1 2]
    A = exp(t * 1 # exp(A))
}

fn run_16(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    let mut a_: [[f64; 2]; 1] = given(before, "A");
    program_16(&mut t_, &mut a_);
    assert_given(after, "t", &t_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_17<const N: usize>:
    var input s : []
    var input output t : []
    var input output v : [3]
    var input output E : [1 2 N]
    E = (t * E) ^ [1 1]
    v = 0 # s / s # v
}

fn run_17(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut t_: f64 = given(before, "t");
    let mut v_: [f64; 3] = given(before, "v");
    let mut e_: [[[f64; N]; 2]; 1] = given(before, "E");
    program_17(s_, &mut t_, &mut v_, &mut e_);
    assert_given(after, "t", &t_);
    assert_given(after, "v", &v_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_18<const N: usize>:
    var input output v : [N]
    v = v # 3e2
}

fn run_18(before: &Store<f64>, after: &Store<f64>) {
    let mut v_: [f64; N] = given(before, "v");
    program_18(&mut v_);
    assert_given(after, "v", &v_);
}

tensor! {
    fn program_19:
    var input v : [1]
    var input output E : [2 2 1]
    const D : [2 2] = [1 1.5; 1 3]
    E = D # v / E
}

fn run_19(before: &Store<f64>, after: &Store<f64>) {
    let v_: [f64; 1] = given(before, "v");
    let mut e_: [[[f64; 1]; 2]; 2] = given(before, "E");
    program_19(&v_, &mut e_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_20<const N: usize>:
    var input output B : [N 2]
    var input output E : [1 N 2]
    E = exp(log(E))
    B = (B / (1 / 1)) ^ [2 2]
}

fn run_20(before: &Store<f64>, after: &Store<f64>) {
    let mut b_: [[f64; 2]; N] = given(before, "B");
    let mut e_: [[[f64; 2]; N]; 1] = given(before, "E");
    program_20(&mut b_, &mut e_);
    assert_given(after, "B", &b_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_21<const N: usize>:
    var input output s : []
    var input output E : [2 1 N]
    s = s * s
    E = exp(E)
}

fn run_21(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut e_: [[[f64; N]; 1]; 2] = given(before, "E");
    program_21(&mut s_, &mut e_);
    assert_given(after, "s", &s_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_22:
    var input output s : []
    var input output A : [3 2]
    var input output E : [3 2 3]
    const c : [3] = [1 0 1.5]
    E = (A - (1 # A # s)) # c
}

fn run_22(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut a_: [[f64; 2]; 3] = given(before, "A");
    let mut e_: [[[f64; 3]; 2]; 3] = given(before, "E");
    program_22(&mut s_, &mut a_, &mut e_);
    assert_given(after, "s", &s_);
    assert_given(after, "A", &a_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_23<const N: usize>:
    var input output u : [2]
    var input output A : [3 3]
    var input output B : [2 3]
    var input output E : [N 2 3]
    u = u - u
    B = A . [1 2] # B
    E = exp(E ^ [1 1])
    A = A ^ [2 1]
}

fn run_23(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 2] = given(before, "u");
    let mut a_: [[f64; 3]; 3] = given(before, "A");
    let mut b_: [[f64; 3]; 2] = given(before, "B");
    let mut e_: [[[f64; 3]; 2]; N] = given(before, "E");
    program_23(&mut u_, &mut a_, &mut b_, &mut e_);
    assert_given(after, "u", &u_);
    assert_given(after, "A", &a_);
    assert_given(after, "B", &b_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_24:
    var input output t : []
    var input output u : [3]
    var input output A : [3 3]
    u = u # t
    A = 2 * A
    t = (log(A) ^ [1 1] + A) . [2 1]
}

fn run_24(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    let mut u_: [f64; 3] = given(before, "u");
    let mut a_: [[f64; 3]; 3] = given(before, "A");
    program_24(&mut t_, &mut u_, &mut a_);
    assert_given(after, "t", &t_);
    assert_given(after, "u", &u_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_25<const N: usize>:
    var input t : []
    var input output v : [1]
    var input output B : [3 N]
    B = (t * B) ^ [2 2]
    v = v
}

fn run_25(before: &Store<f64>, after: &Store<f64>) {
    let t_: f64 = given(before, "t");
    let mut v_: [f64; 1] = given(before, "v");
    let mut b_: [[f64; N]; 3] = given(before, "B");
    program_25(t_, &mut v_, &mut b_);
    assert_given(after, "v", &v_);
    assert_given(after, "B", &b_);
}

tensor! {
    fn program_26:
    var input output u : [2]
    const c : [2] = [1.5 3]
    u = log(c ^ [1 1])
}

fn run_26(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 2] = given(before, "u");
    program_26(&mut u_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_27<const N: usize>:
    var input s : []
    var input output u : [N]
    var input output E : [2 3 2]
    E = E / s # 2
    u = exp(u)
}

fn run_27(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut u_: [f64; N] = given(before, "u");
    let mut e_: [[[f64; 2]; 3]; 2] = given(before, "E");
    program_27(s_, &mut u_, &mut e_);
    assert_given(after, "u", &u_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_28<const N: usize>:
    var input s : []
    var input output v : [N]
    v = exp(s # v)
}

fn run_28(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut v_: [f64; N] = given(before, "v");
    program_28(s_, &mut v_);
    assert_given(after, "v", &v_);
}

tensor! {
    fn program_29:
    var input output u : [3]
    u = u ^ [1 1]
}

fn run_29(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 3] = given(before, "u");
    program_29(&mut u_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_30:
    var input output s : []
    var input t : []
    s = t # s
}

fn run_30(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let t_: f64 = given(before, "t");
    program_30(&mut s_, t_);
    assert_given(after, "s", &s_);
}

tensor! {
    fn program_31:
    var input output t : []
    var input output B : [2 2]
    B = t * B
}

fn run_31(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    let mut b_: [[f64; 2]; 2] = given(before, "B");
    program_31(&mut t_, &mut b_);
    assert_given(after, "t", &t_);
    assert_given(after, "B", &b_);
}

/// The runs of the programs, in their order.
pub(super) const RUNS: [Run; 32] = [
    run_0, run_1, run_2, run_3, run_4, run_5, run_6, run_7, run_8, run_9, run_10, run_11, run_12, run_13, run_14,
    run_15, run_16, run_17, run_18, run_19, run_20, run_21, run_22, run_23, run_24, run_25, run_26, run_27, run_28,
    run_29, run_30, run_31,
];
