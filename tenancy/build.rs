//! The migrations are embedded, so a changed file must rebuild the crate.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
