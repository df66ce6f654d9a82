"""What 100 `tensor!` cost the compiler: a crate with them and one with the same functions by hand, built in turns.

    python3 compile_time.py [ROUNDS]

Both crates depend on `unite`, which is compiled before the clock starts, with its default features; each round compiles each
crate anew, by `cargo build --release` and by `cargo check`. Each function is called once with f64, or it would not be compiled to
the end. Seconds: of a clock, and of the processor.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

UNITE = pathlib.Path(__file__).resolve().parents[3] / "unite"
COPIES = 10

# A program, the same function by hand, and a call. `@` is the number of the copy.
FIXTURES = [
    (
        "pub fn mat_vec_@: var input a : [2 3] var input x : [3] var output y : [2] y = (a # x) . [2 3]",
        """pub fn mat_vec_@<T: Number>(a: &[[T; 3]; 2], x: &[T; 3]) -> [T; 2] {
            let mut y = [T::ZERO; 2];
            for (row, y) in a.iter().zip(&mut y) {
                for (&a, &x) in row.iter().zip(x) {
                    *y += a * x;
                }
            }
            y
        }""",
        "mat_vec_@(&a23, &x3)",
    ),
    (
        "pub fn product_@: var input A : [2 3] var input B : [3 2] var output C : [2 2] var output s : [] "
        "C = (A # B) . [2 3] s = ((A # B) . [2 3]) . [1 2]",
        """pub fn product_@<T: Number>(a: &[[T; 3]; 2], b: &[[T; 2]; 3]) -> ([[T; 2]; 2], T) {
            let mut c = [[T::ZERO; 2]; 2];
            let mut s = T::ZERO;
            for i in 0..2 {
                for k in 0..3 {
                    for j in 0..2 {
                        c[i][j] += a[i][k] * b[k][j];
                    }
                }
            }
            for i in 0..2 {
                s += c[i][i];
            }
            (c, s)
        }""",
        "product_@(&a23, &b32)",
    ),
    (
        "pub fn exchange_@: var input u : [2 3 2] var output v : [2 3 2] v = u ^ [1 3]",
        """pub fn exchange_@<T: Number>(u: &[[[T; 2]; 3]; 2]) -> [[[T; 2]; 3]; 2] {
            let mut v = [[[T::ZERO; 2]; 3]; 2];
            for i in 0..2 {
                for j in 0..3 {
                    for k in 0..2 {
                        v[i][j][k] = u[k][j][i];
                    }
                }
            }
            v
        }""",
        "exchange_@(&u232)",
    ),
    (
        "pub fn turn_@: var input x : [2 2] var output y : [2 2] y = x ^ [1 2]",
        """pub fn turn_@<T: Number>(x: &[[T; 2]; 2]) -> [[T; 2]; 2] {
            let mut y = [[T::ZERO; 2]; 2];
            for i in 0..2 {
                for j in 0..2 {
                    y[i][j] = x[j][i];
                }
            }
            y
        }""",
        "turn_@(&x22)",
    ),
    (
        "pub fn scalars_@: var input a : [] var input b : [] var input c : [] var output d : [] d = (a + b) * c",
        """pub fn scalars_@<T: Number>(a: T, b: T, c: T) -> T {
            (a + b) * c
        }""",
        "scalars_@(x3[0], x3[1], x3[2])",
    ),
    (
        "pub fn diagonal_@: var input A : [2 3] var input B : [3 3] var output C : [2 3] C = (A # B) . [2 3]",
        """pub fn diagonal_@<T: Number>(a: &[[T; 3]; 2], b: &[[T; 3]; 3]) -> [[T; 3]; 2] {
            let mut c = [[T::ZERO; 3]; 2];
            for i in 0..2 {
                for k in 0..3 {
                    for j in 0..3 {
                        c[i][j] += a[i][k] * b[k][j];
                    }
                }
            }
            c
        }""",
        "diagonal_@(&a23, &b33)",
    ),
    (
        "pub fn scale_@: var input s : [] var input u : [3] var output w : [3] w = s * u",
        """pub fn scale_@<T: Number>(s: T, u: &[T; 3]) -> [T; 3] {
            u.map(|u| s * u)
        }""",
        "scale_@(x3[0], &x3)",
    ),
    (
        "pub fn quotients_@: var input z : [] var input s : [] var input t : [] var output p : [] var output q : [] "
        "var output r : [] p = z / s q = z / z r = t / z",
        """pub fn quotients_@<T: Real>(z: T, s: T, t: T) -> (T, T, T) {
            (z.divide(s), z.divide(z), t.divide(z))
        }""",
        "quotients_@(x3[0], x3[1], x3[2])",
    ),
    (
        "pub fn exponents_@: var input x : [3] var input y : [3] var output s : [] s = (exp(x) # exp(y)) . [1 2]",
        """pub fn exponents_@<T: Real>(x: &[T; 3], y: &[T; 3]) -> T {
            let mut s = T::ZERO;
            for (&x, &y) in x.iter().zip(y) {
                s += x.exp() * y.exp();
            }
            s
        }""",
        "exponents_@(&x3, &x3)",
    ),
    (
        "pub fn transform_@: const C : [4 4] = [1 1 1 1; 2 1 -1 -2; 1 -1 -1 1; 1 -2 2 -1] var input X : [4 4] "
        "var output Y : [4 4] Y = ((C # X) . [2 3] # C) . [2 4]",
        """pub fn transform_@<T: Number>(x: &[[T; 4]; 4]) -> [[T; 4]; 4] {
            let c = [[1, 1, 1, 1], [2, 1, -1, -2], [1, -1, -1, 1], [1, -2, 2, -1]].map(|row| row.map(T::from_i64));
            let (mut half, mut y) = ([[T::ZERO; 4]; 4], [[T::ZERO; 4]; 4]);
            for i in 0..4 {
                for k in 0..4 {
                    for j in 0..4 {
                        half[i][j] += c[i][k] * x[k][j];
                    }
                }
            }
            for i in 0..4 {
                for j in 0..4 {
                    for k in 0..4 {
                        y[i][j] += half[i][k] * c[j][k];
                    }
                }
            }
            y
        }""",
        "transform_@(&x44)",
    ),
]

GIVEN = """    let (a23, b32, b33) = black_box(([[1.0; 3]; 2], [[2.0; 2]; 3], [[3.0; 3]; 3]));
    let (u232, x22, x44, x3) = black_box(([[[1.0; 2]; 3]; 2], [[2.0; 2]; 2], [[3.0; 4]; 4], [1.0, 2.0, 3.0_f64]));
"""


def source(is_macro):
    """The crate's source."""
    functions, calls = [], []
    for copy in range(COPIES):
        for program, by_hand, call in FIXTURES:
            function = f"tensor! {{ {program} }}" if is_macro else by_hand
            functions.append(function.replace("@", str(copy)))
            calls.append(f"    black_box({call});\n".replace("@", str(copy)))
    used = "tensor" if is_macro else "Number, Real"
    head = "#![allow(clippy::all)]\nuse std::hint::black_box;\nuse unite::program::{%s};\n\n" % used
    return head + "\n\n".join(functions) + "\n\npub fn all() {\n" + GIVEN + "".join(calls) + "}\n"


def crate(folder, name, is_macro):
    """Writes a crate."""
    (folder / name / "src").mkdir(parents=True)
    (folder / name / "Cargo.toml").write_text(
        f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2024"\n\n[workspace]\n\n'
        f'[dependencies]\nunite = {{ path = "{UNITE}" }}\n'
    )
    (folder / name / "src/lib.rs").write_text(source(is_macro))


def seconds(folder, name, command):
    """Compiles a crate anew: seconds of a clock, and of the processor."""
    os.utime(folder / name / "src/lib.rs")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    environment = os.environ | {"CARGO_TARGET_DIR": str(folder / "target")}
    subprocess.run(["cargo", *command, "--quiet"], cwd=folder / name, env=environment, check=True)
    clock = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    names = {"by-macro": True, "by-hand": False}
    commands = {"cargo build --release": ["build", "--release"], "cargo check": ["check"]}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, is_macro in names.items():
            crate(folder, name, is_macro)
        times = {}
        for turn in range(rounds + 1):
            for title, command in commands.items():
                for name in names:
                    figure = seconds(folder, name, command)
                    if turn > 0:
                        times.setdefault((title, name), []).append(figure)
    print(f"{len(FIXTURES) * COPIES} functions, medians of {rounds} rounds: clock / CPU, s\n")
    print("| | 100 `tensor!` | by hand | more |\n|---|---:|---:|---:|")
    for title in commands:
        figures = [[statistics.median(part) for part in zip(*times[title, name])] for name in names]
        more = [of_macro - by_hand for of_macro, by_hand in zip(*figures)]
        cells = [f"{clock:.2f} / {cpu:.2f}" for clock, cpu in [*figures, more]]
        print(f"| `{title}` | {' | '.join(cells)} |")


main()
