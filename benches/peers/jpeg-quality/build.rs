//! Compiles `src/turbo.c` with the libjpeg-turbo that `turbojpeg-sys` has built.

use std::env::var;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=src/turbo.c");
    let include = var("DEP_TURBOJPEG_INCLUDE").expect("turbojpeg-sys says where its header lies");
    let library = Path::new(&include).with_file_name("lib").join("libturbojpeg.a");
    let program = Path::new(&var("OUT_DIR").expect("cargo says where")).join("turbo");
    let mut compiler = cc::Build::new().opt_level(2).get_compiler().to_command();
    let compiled = compiler.arg("-I").arg(include).arg("src/turbo.c").arg(library).arg("-o").arg(program).status();
    assert!(compiled.expect("there is a C compiler").success(), "src/turbo.c compiles");
}
