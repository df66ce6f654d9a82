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

tensor! {
    fn by_constants:
    const C : [3 2] = [1 2; 0 0; -1 -2]
    const R : [2 3] = [3 -1 2; 2 1 0]
    const Q : [2 2 3] = [1 0 -1; 2 2 2; 0 0 0; -5 6 1]
    var input x : [2 4 2] var input e : [3]
    var output left : [3 4 2] var output right : [2 4 3] var output turned : [2 2 4] var output cube : [2 2]
    left = (C # x) . [2 3]
    right = (x # R) . [3 4]
    turned = ((C ^ [1 2]) # ((C # x) . [2 5])) . [2 3]
    cube = (Q # e) . [3 4]
}

tensor! {
    #[reorder]
    fn reordered:
    var input A : [5 4] var input B : [4 3] var input C : [3 6] var input v : [6]
    var output y : [5] var output z : [6 5]
    y = (((A # B) . [2 3] # C) . [2 3] # v) . [2 3]
    z = ((A # B) . [2 3] # C) . [2 3] ^ [1 2]
}

tensor! {
    fn in_order:
    var input A : [5 4] var input B : [4 3] var input C : [3 6] var input v : [6]
    var output y : [5] var output z : [6 5]
    y = (((A # B) . [2 3] # C) . [2 3] # v) . [2 3]
    z = ((A # B) . [2 3] # C) . [2 3] ^ [1 2]
}

tensor! {
    fn updates:
    var input a : [3] var input output x : [3] var input output y : [3] var input output A : [3 3]
    var input output s : [] var input output t : []
    x = a - x  y = y + x  A = A ^ [1 2] - A
    s = s + s  t = s - t
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

/// Sums of a constant's rows, for integers as additions, for reals as loops.
#[test]
fn products_with_constants_are_those_of_their_numbers() {
    let c = [[1, 2], [0, 0], [-1, -2]];
    let r = [[3, -1, 2], [2, 1, 0]];
    let q = [[[1, 0, -1], [2, 2, 2]], [[0, 0, 0], [-5, 6, 1]]];
    let x: [[[i64; 2]; 4]; 2] = std::array::from_fn(|i| {
        std::array::from_fn(|j| std::array::from_fn(|k| (17 * i + 5 * j * j) as i64 - 9 * k as i64))
    });
    let e = [7, -8, 9];
    let reals = x.map(|plane| plane.map(|row| row.map(|element| element as f64)));
    let (left, right, turned, cube) = by_constants(&x, &e);
    let (left_reals, right_reals, turned_reals, cube_reals) = by_constants(&reals, &[7.0, -8.0, 9.0]);
    for j in 0..4 {
        for m in 0..3 {
            for k in 0..2 {
                let sum: i64 = (0..2).map(|i| c[m][i] * x[i][j][k]).sum();
                assert_eq!((left[m][j][k], left_reals[m][j][k]), (sum, sum as f64));
                let sum: i64 = (0..2).map(|i| x[k][j][i] * r[i][m]).sum();
                assert_eq!((right[k][j][m], right_reals[k][j][m]), (sum, sum as f64));
            }
        }
        for m in 0..2 {
            for i in 0..2 {
                let sum: i64 =
                    (0..3).flat_map(|l| (0..2).map(move |k| (l, k))).map(|(l, k)| c[l][m] * c[l][k] * x[i][j][k]).sum();
                assert_eq!((turned[m][i][j], turned_reals[m][i][j]), (sum, sum as f64));
            }
        }
    }
    for m in 0..2 {
        for i in 0..2 {
            let sum: i64 = (0..3).map(|k| q[m][i][k] * e[k]).sum();
            assert_eq!((cube[m][i], cube_reals[m][i]), (sum, sum as f64));
        }
    }
}

#[test]
fn reordered_products_are_the_same_numbers() {
    let mut state = 1_i64;
    let mut next = || {
        state = (state * 75 + 74) % 65_537;
        state % 19 - 9
    };
    let a: [[i64; 4]; 5] = std::array::from_fn(|_| std::array::from_fn(|_| next()));
    let b: [[i64; 3]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| next()));
    let c: [[i64; 6]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| next()));
    let v: [i64; 6] = std::array::from_fn(|_| next());
    assert_eq!(reordered(&a, &b, &c, &v), in_order(&a, &b, &c, &v));
}

#[test]
fn variables_that_are_inputs_and_results_are_updated_where_they_lie() {
    let (mut x, mut y, mut a, mut s, mut t) = ([1, 2, 3], [10, 20, 30], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], 5, 1);
    updates(&[7, 7, 7], &mut x, &mut y, &mut a, &mut s, &mut t);
    assert_eq!((x, y, s, t), ([6, 5, 4], [16, 25, 34], 10, 9));
    assert_eq!(a, [[0, 2, 4], [-2, 0, 2], [-4, -2, 0]]);
}
