//! Labels: scanned codes, permissions, and printing many at once.

mod many;
mod one;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

pub fn id(shipment: &Value) -> &str {
    shipment["id"].as_str().unwrap()
}

pub fn code(shipment: &Value) -> &str {
    shipment["tracking_code"].as_str().unwrap()
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.expect("the tests of labels need poppler-utils and zbar-tools");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn saved(pdf: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("labels.pdf"), pdf).unwrap();
    folder
}

/// The codes that a scanner reads on these pages, rendered at 203 dpi.
pub fn scanned(pdf: &[u8], first: usize, last: usize) -> Vec<Vec<String>> {
    let folder = saved(pdf);
    let (first, last) = (first.to_string(), last.to_string());
    let arguments = ["-r", "203", "-mono", "-f", &first, "-l", &last, "labels.pdf", "page"];
    run("pdftoppm", &arguments, folder.path());
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut images: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    images.retain(|name| name.starts_with("page"));
    images.sort();
    let scan = |image: &String| {
        let found = run("zbarimg", &["-q", image], folder.path());
        let mut found: Vec<String> = found.lines().map(str::to_owned).collect();
        found.sort();
        found
    };
    images.iter().map(scan).collect()
}

pub fn pages(pdf: &[u8]) -> usize {
    let told = run("pdfinfo", &["labels.pdf"], saved(pdf).path());
    let pages = told.lines().find_map(|line| line.strip_prefix("Pages:")).unwrap();
    pages.trim().parse().unwrap()
}

/// Width and height of the first page, in points.
pub fn page_size(pdf: &[u8]) -> String {
    let told = run("pdfinfo", &["labels.pdf"], saved(pdf).path());
    let size = told.lines().find_map(|line| line.strip_prefix("Page size:")).unwrap();
    size.trim().to_owned()
}

pub fn printed_text(pdf: &[u8]) -> String {
    run("pdftotext", &["labels.pdf", "-"], saved(pdf).path())
}
