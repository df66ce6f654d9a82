//! Worked numbers of tensor programs in `tensor!`.

use unite::program::tensor;

tensor! {
    fn mat_vec: var input a : [2 3] var input x : [3] var output y : [2]  y = (a # x).[2 3]
}

tensor! {
    fn product_and_trace:
    var input A : [2 3] var input B : [3 2] var output C : [2 2] var output s : []
    C = (A # B).[2 3]
    s = ((A # B).[2 3]).[1 2]
}

tensor! {
    fn turned: var input u : [2 3 2] var output v : [2 3 2]  v = u ^ [1 3]
}

tensor! {
    fn turned_in_place<const N: usize>: var input output x : [N N]  x = x ^ [1 2]
}

tensor! {
    fn left_to_right: var input a : [] var input b : [] var input c : [] var output d : []  d = a + b * c
}

tensor! {
    fn product: var input A : [2 3] var input B : [3 3] var output C : [2 3]  C = A # B . [2 3]
}

tensor! {
    fn versions:
    var input a : [2] var input b : [2] var output y : [2] var output z : [2]
    y = a * b  a = b  z = a * b
}

tensor! {
    fn quotients:
    var input z : [] var input t : [] var input s : [] var output p : [] var output q : [] var output r : []
    p = z / s  q = z / z  r = t / z
}

tensor! {
    fn transform:
    const C : [4 4] = [1 1 1 1; 2 1 -1 -2; 1 -1 -1 1; 1 -2 2 -1]
    var input X : [4 4] var output Y : [4 4]
    Y = ((C # X).[2 3] # C).[2 4]
}

tensor! {
    fn exchange<const N: usize>:
    var input output x : [N] var input output y : [N] var input output s : [] var input output t : []
    var T : [N] var u : []
    T = x  x = y  y = T
    u = s  s = t  t = u
}

tensor! {
    fn exponentials: var input x : [3] var input y : [3] var output s : []  s = (exp(x) # exp(y)).[1 2]
}

tensor! {
    /// Names of Rust are names of programs.
    fn words<const N: usize>:
    var input fn : [N] var input self : [N] var input N : [N] var output let : [N] var output type : []
    let = 2 * (fn + self) - N
    type = (let # let).[1 2]
}

tensor! {
    fn large: var input a : [300 400] var input b : [400 300] var output s : []
    s = (((a # b).[2 3] # (a # b).[2 3]).[2 3]).[1 2]
}

tensor! {
    fn several_pairs: var input a : [2 3 4] var input b : [3 4 2] var output y : [2 2] var output s : []
    y = (a # b).[2 4, 3 5]
    s = (a # b).[2 4, 3 5, 1 6]
}

tensor! {
    fn by_columns: var input a : [2 3] var input b : [4 3] var output y : [2 4] var output z : [4 2]
    y = ((a # b).[2 4] + ((a # b).[2 4])) * ((a # b).[2 4])
    z = y ^ [1 2] / 2
}

#[test]
fn products_contract_the_dimensions_that_are_named() {
    assert_eq!(mat_vec(&[[1, 2, 3], [4, 5, 6]], &[1, 10, 100]), [321, 654]);
    let (a, b) = ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]);
    assert_eq!(product_and_trace(&a, &b), ([[58.0, 64.0], [139.0, 154.0]], 212.0));
    let diagonal = [[1, 0, 0], [0, 2, 0], [0, 0, 3]];
    assert_eq!(product(&[[1, 2, 3], [4, 5, 6]], &diagonal), [[1, 4, 9], [4, 10, 18]]);
    let a: [[[i64; 4]; 3]; 2] =
        std::array::from_fn(|i| std::array::from_fn(|j| std::array::from_fn(|k| (12 * i + 4 * j + k) as i64)));
    let b: [[[i64; 2]; 4]; 3] =
        std::array::from_fn(|j| std::array::from_fn(|k| std::array::from_fn(|l| (3 * j + k) as i64 - l as i64)));
    let at = |i: usize, l: usize| {
        (0..3).flat_map(|j| (0..4).map(move |k| (j, k))).map(|(j, k)| a[i][j][k] * b[j][k][l]).sum::<i64>()
    };
    let expected = [[at(0, 0), at(0, 1)], [at(1, 0), at(1, 1)]];
    assert_eq!(several_pairs(&a, &b), (expected, at(0, 0) + at(1, 1)));
}

#[test]
fn transpositions_exchange_dimensions() {
    let u = [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]];
    assert_eq!(turned(&u), [[[1, 7], [3, 9], [5, 11]], [[2, 8], [4, 10], [6, 12]]]);
    let mut x = [[1, 2], [3, 4]];
    turned_in_place(&mut x);
    assert_eq!(x, [[1, 3], [2, 4]]);
}

#[test]
fn operators_associate_to_the_left_and_statements_follow_one_another() {
    assert_eq!(left_to_right(1, 2, 3), 9);
    assert_eq!(versions(&[1, 2], &[3, 4]), ([3, 8], [9, 16]));
    let (mut x, mut y, mut s, mut t) = ([1, 2, 3], [4, 5, 6], 7, 8);
    exchange(&mut x, &mut y, &mut s, &mut t);
    assert_eq!((x, y, s, t), ([4, 5, 6], [1, 2, 3], 8, 7));
}

#[test]
fn zero_divided_by_anything_is_zero() {
    assert_eq!(quotients(0.0, 5.0, f64::NAN), (0.0, 0.0, f64::INFINITY));
    assert_eq!(quotients(3.0_f32, 6.0, 2.0), (1.5, 1.0, 2.0));
}

#[test]
fn constants_are_part_of_the_program() {
    let flat = transform(&[[3; 4]; 4]);
    assert_eq!(flat, [[48, 0, 0, 0], [0; 4], [0; 4], [0; 4]]);
}

#[test]
fn functions_are_of_each_element() {
    assert_eq!(exponentials(&[0.0; 3], &[0.0; 3]), 3.0);
}

#[test]
fn words_of_rust_are_names() {
    assert_eq!(words(&[1, 2], &[3, 4], &[5, 6]), ([3, 6], 45));
    let (mut product, mut sum) = ([0; 2], 0);
    words_into(&[1, 2], &[3, 4], &[5, 6], &mut product, &mut sum);
    assert_eq!((product, sum), ([3, 6], 45));
}

#[test]
fn large_temporary_tensors_lie_on_the_heap() {
    let work = || {
        let (a, b) = (Box::new([[1.0; 400]; 300]), Box::new([[0.5; 300]; 400]));
        large(&a, &b)
    };
    // The temporary matrix of 720 kB is not on the stack; the inputs of 960 kB each are, in passing.
    let thread = std::thread::Builder::new().stack_size(4 << 20).spawn(work).expect("a thread");
    assert_eq!(thread.join().expect("no overflow"), 300.0 * 300.0 * 200.0 * 200.0);
}

#[test]
fn rows_and_columns_give_the_same_sums() {
    let (a, b) =
        ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]]);
    let (y, z) = by_columns(&a, &b);
    let p = [[1.0, 2.0, 3.0, 6.0], [4.0, 5.0, 6.0, 15.0]];
    for (i, row) in p.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            assert_eq!((y[i][j], z[j][i]), ((value + value) * value, (value + value) * value / 2.0));
        }
    }
}
