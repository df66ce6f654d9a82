//! The programs of `program_laws.rs`, which writes this file.

use super::{N, Store, assert_given, given};
use unite::program::tensor;

/// Runs a function on what a store holds; the reference has run on the other.
pub(super) type Run = fn(&Store<f64>, &Store<f64>);

tensor! {
    fn program_32:
    var input output t : []
    var input output u : [1]
    var input E : [1 1 1]
    const D : [1 1] = [1.5]
    t = t / 1 * (D . [1 2])
    u = E ^ [1 3] . [3 1]
    u = u ^ [1 1]
}

fn run_32(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    let mut u_: [f64; 1] = given(before, "u");
    let e_: [[[f64; 1]; 1]; 1] = given(before, "E");
    program_32(&mut t_, &mut u_, &e_);
    assert_given(after, "t", &t_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_33<const N: usize>:
    var input s : []
    var input output E : [2 1 N]
    E = E # s
    E = E ^ [2 2]
}

fn run_33(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut e_: [[[f64; N]; 1]; 2] = given(before, "E");
    program_33(s_, &mut e_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_34<const N: usize>:
    var input output A : [2 N]
    A = 1 # A
}

fn run_34(before: &Store<f64>, after: &Store<f64>) {
    let mut a_: [[f64; N]; 2] = given(before, "A");
    program_34(&mut a_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_35:
    var input output s : []
    var input t : []
    s = t / t
}

fn run_35(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let t_: f64 = given(before, "t");
    program_35(&mut s_, t_);
    assert_given(after, "s", &s_);
}

tensor! {
    fn program_36<const N: usize>:
    var input output E : [2 3 N]
    E = (E # 3e2) ^ [3 3]
}

fn run_36(before: &Store<f64>, after: &Store<f64>) {
    let mut e_: [[[f64; N]; 3]; 2] = given(before, "E");
    program_36(&mut e_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_37:
    var input output u : [1]
    var input output E : [2 2 1]
    u = exp(E ^ [2 1] ^ [2 3] . [1 3])
}

fn run_37(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 1] = given(before, "u");
    let mut e_: [[[f64; 1]; 2]; 2] = given(before, "E");
    program_37(&mut u_, &mut e_);
    assert_given(after, "u", &u_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_38<const N: usize>:
    var input output t : []
    var input A : [N N]
    t = (A / 1) . [1 2]
}

fn run_38(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    let a_: [[f64; N]; N] = given(before, "A");
    program_38(&mut t_, &a_);
    assert_given(after, "t", &t_);
}

tensor! {
    fn program_39<const N: usize>:
    var input output s : []
    var input output E : [3 N N]
    const D : [3 3] = [1 1 0; 1 -2 0; 3 0 0]
    s = exp(exp((D / 0.5) . [1 2]))
    E = exp(s) / s * E
}

fn run_39(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut e_: [[[f64; N]; N]; 3] = given(before, "E");
    program_39(&mut s_, &mut e_);
    assert_given(after, "s", &s_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_40<const N: usize>:
    var input output s : []
    var input output A : [N 2]
    var input output E : [N 1 1]
    A = log(log(A) / 3e2)
    E = s # E # 1
}

fn run_40(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut a_: [[f64; 2]; N] = given(before, "A");
    let mut e_: [[[f64; 1]; 1]; N] = given(before, "E");
    program_40(&mut s_, &mut a_, &mut e_);
    assert_given(after, "s", &s_);
    assert_given(after, "A", &a_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_41:
    var input output s : []
    var input t : []
    var input u : [2]
    var input output v : [3]
    var input output B : [3 2]
    const c : [3] = [-2 1.5 0]
    const D : [2 2] = [3 1.5; -2 1.5]
    v = (v # v # v) . [2 3]
    s = (t * 2) + (D . [1 2])
    B = log(c) # u
}

fn run_41(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let t_: f64 = given(before, "t");
    let u_: [f64; 2] = given(before, "u");
    let mut v_: [f64; 3] = given(before, "v");
    let mut b_: [[f64; 2]; 3] = given(before, "B");
    program_41(&mut s_, t_, &u_, &mut v_, &mut b_);
    assert_given(after, "s", &s_);
    assert_given(after, "v", &v_);
    assert_given(after, "B", &b_);
}

tensor! {
    fn program_42:
    var input output v : [3]
    var input output B : [2 2]
    B = log(B # 0.5) ^ [2 2]
    v = exp(2) # v
}

fn run_42(before: &Store<f64>, after: &Store<f64>) {
    let mut v_: [f64; 3] = given(before, "v");
    let mut b_: [[f64; 2]; 2] = given(before, "B");
    program_42(&mut v_, &mut b_);
    assert_given(after, "v", &v_);
    assert_given(after, "B", &b_);
}

tensor! {
    fn program_43<const N: usize>:
    var input output t : []
    var input output u : [N]
    u = t * u
}

fn run_43(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    let mut u_: [f64; N] = given(before, "u");
    program_43(&mut t_, &mut u_);
    assert_given(after, "t", &t_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_44:
    var input output v : [2]
    const c : [2] = [3 0]
    v = 2 * c
}

fn run_44(before: &Store<f64>, after: &Store<f64>) {
    let mut v_: [f64; 2] = given(before, "v");
    program_44(&mut v_);
    assert_given(after, "v", &v_);
}

tensor! {
    fn program_45<const N: usize>:
    var input t : []
    var input output v : [1]
    var input output A : [N N]
    v = v ^ [1 1]
    A = A # t
}

fn run_45(before: &Store<f64>, after: &Store<f64>) {
    let t_: f64 = given(before, "t");
    let mut v_: [f64; 1] = given(before, "v");
    let mut a_: [[f64; N]; N] = given(before, "A");
    program_45(t_, &mut v_, &mut a_);
    assert_given(after, "v", &v_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_46:
    var input output B : [1 2]
    B = B
}

fn run_46(before: &Store<f64>, after: &Store<f64>) {
    let mut b_: [[f64; 2]; 1] = given(before, "B");
    program_46(&mut b_);
    assert_given(after, "B", &b_);
}

tensor! {
    fn program_47:
    var input output s : []
    const D : [3 3] = [-2 3 3; 1 1.5 0; 0 0 1.5]
    s = (3e2 - 0.5) * log(3e2)
    s = (D # s) . [2 1]
}

fn run_47(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    program_47(&mut s_);
    assert_given(after, "s", &s_);
}

tensor! {
    fn program_48:
    var input output t : []
    const D : [3 3] = [0 3 0; 1.5 3 0; -2 1 1]
    t = D . [1 2]
}

fn run_48(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    program_48(&mut t_);
    assert_given(after, "t", &t_);
}

tensor! {
    fn program_49:
    var input output v : [1]
    var input output E : [2 1 2]
    v = exp((0.5 # E) . [3 1])
    v = 3e2 * v / 2
}

fn run_49(before: &Store<f64>, after: &Store<f64>) {
    let mut v_: [f64; 1] = given(before, "v");
    let mut e_: [[[f64; 2]; 1]; 2] = given(before, "E");
    program_49(&mut v_, &mut e_);
    assert_given(after, "v", &v_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_50:
    var input output s : []
    s = 1 / 1
}

fn run_50(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    program_50(&mut s_);
    assert_given(after, "s", &s_);
}

tensor! {
    fn program_51<const N: usize>:
    var input s : []
    var input output B : [N N]
    var input output E : [3 3 2]
    B = B ^ [2 1]
    E = s # s * (3e2 * E) # (s + 2)
}

fn run_51(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut b_: [[f64; N]; N] = given(before, "B");
    let mut e_: [[[f64; 2]; 3]; 3] = given(before, "E");
    program_51(s_, &mut b_, &mut e_);
    assert_given(after, "B", &b_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_52:
    var input s : []
    var input output t : []
    var input output A : [1 2]
    t = s
    A = s * t # A
    A = s # exp(A)
}

fn run_52(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut t_: f64 = given(before, "t");
    let mut a_: [[f64; 2]; 1] = given(before, "A");
    program_52(s_, &mut t_, &mut a_);
    assert_given(after, "t", &t_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_53<const N: usize>:
    var input s : []
    var input output t : []
    var input output A : [N 3]
    A = (s - t) * A
}

fn run_53(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut t_: f64 = given(before, "t");
    let mut a_: [[f64; 3]; N] = given(before, "A");
    program_53(s_, &mut t_, &mut a_);
    assert_given(after, "t", &t_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_54:
    var input t : []
    var input output v : [2]
    var input output B : [3 1]
    B = log(B ^ [2 2])
    v = (log(t) * v) ^ [1 1]
}

fn run_54(before: &Store<f64>, after: &Store<f64>) {
    let t_: f64 = given(before, "t");
    let mut v_: [f64; 2] = given(before, "v");
    let mut b_: [[f64; 1]; 3] = given(before, "B");
    program_54(t_, &mut v_, &mut b_);
    assert_given(after, "v", &v_);
    assert_given(after, "B", &b_);
}

tensor! {
    fn program_55:
    var input output s : []
    var input output E : [1 3 2]
    E = E
    s = (s / s) - 3e2
}

fn run_55(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let mut e_: [[[f64; 2]; 3]; 1] = given(before, "E");
    program_55(&mut s_, &mut e_);
    assert_given(after, "s", &s_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_56:
    var input output u : [2]
    u = u
}

fn run_56(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 2] = given(before, "u");
    program_56(&mut u_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_57:
    var input output u : [2]
    u = u # 3e2 / exp(0.5)
}

fn run_57(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 2] = given(before, "u");
    program_57(&mut u_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_58:
    var input s : []
    var input output t : []
    var input output u : [1]
    var input output A : [2 3]
    u = t # u
    A = ((s # A) + ((A # 0) ^ [2 2])) # s
}

fn run_58(before: &Store<f64>, after: &Store<f64>) {
    let s_: f64 = given(before, "s");
    let mut t_: f64 = given(before, "t");
    let mut u_: [f64; 1] = given(before, "u");
    let mut a_: [[f64; 3]; 2] = given(before, "A");
    program_58(s_, &mut t_, &mut u_, &mut a_);
    assert_given(after, "t", &t_);
    assert_given(after, "u", &u_);
    assert_given(after, "A", &a_);
}

tensor! {
    fn program_59:
    var input output u : [2]
    const c : [1] = [3]
    u = exp((u # c # c) . [2 3])
}

fn run_59(before: &Store<f64>, after: &Store<f64>) {
    let mut u_: [f64; 2] = given(before, "u");
    program_59(&mut u_);
    assert_given(after, "u", &u_);
}

tensor! {
    fn program_60:
    var input output A : [2 3]
    var input output B : [2 3]
    B = B + A
}

fn run_60(before: &Store<f64>, after: &Store<f64>) {
    let mut a_: [[f64; 3]; 2] = given(before, "A");
    let mut b_: [[f64; 3]; 2] = given(before, "B");
    program_60(&mut a_, &mut b_);
    assert_given(after, "A", &a_);
    assert_given(after, "B", &b_);
}

tensor! {
    fn program_61:
    var input output s : []
    var input t : []
    s = 1 * t
}

fn run_61(before: &Store<f64>, after: &Store<f64>) {
    let mut s_: f64 = given(before, "s");
    let t_: f64 = given(before, "t");
    program_61(&mut s_, t_);
    assert_given(after, "s", &s_);
}

tensor! {
    fn program_62:
    var input u : [3]
    var input A : [1 2]
    var input output E : [3 1 2]
    E = u ^ [1 1] # A
}

fn run_62(before: &Store<f64>, after: &Store<f64>) {
    let u_: [f64; 3] = given(before, "u");
    let a_: [[f64; 2]; 1] = given(before, "A");
    let mut e_: [[[f64; 2]; 1]; 3] = given(before, "E");
    program_62(&u_, &a_, &mut e_);
    assert_given(after, "E", &e_);
}

tensor! {
    fn program_63:
    var input output t : []
    var input u : [2]
    var input output v : [3]
    var input output A : [3 3]
    const D : [2 3] = [1 0 3; 1.5 1.5 -2]
    t = A ^ [2 1] . [2 1]
    v = (t # D # u) . [1 3]
}

fn run_63(before: &Store<f64>, after: &Store<f64>) {
    let mut t_: f64 = given(before, "t");
    let u_: [f64; 2] = given(before, "u");
    let mut v_: [f64; 3] = given(before, "v");
    let mut a_: [[f64; 3]; 3] = given(before, "A");
    program_63(&mut t_, &u_, &mut v_, &mut a_);
    assert_given(after, "t", &t_);
    assert_given(after, "v", &v_);
    assert_given(after, "A", &a_);
}

/// The runs of the programs, in their order.
pub(super) const RUNS: [Run; 32] = [
    run_32, run_33, run_34, run_35, run_36, run_37, run_38, run_39, run_40, run_41, run_42, run_43, run_44, run_45,
    run_46, run_47, run_48, run_49, run_50, run_51, run_52, run_53, run_54, run_55, run_56, run_57, run_58, run_59,
    run_60, run_61, run_62, run_63,
];
