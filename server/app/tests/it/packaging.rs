//! The files of the package name settings and commands that the program has.

use app::cli::Cli;
use clap::Parser;
use clap::error::ErrorKind;
use regex::Regex;

use crate::support::sources;

const CONFIG: &str = include_str!("../../../core/src/config.rs");
const UNITS: &[&str] = &["server", "worker", "platform", "migrate"];
const NAMING_SETTINGS: &[&str] = &[
    "docs/operators-handbook.md",
    "packaging/Containerfile",
    "packaging/admin.env",
    "packaging/remessa-admin",
    "packaging/remessa.env",
    "packaging/systemd/remessa-server.service",
    "packaging/systemd/remessa-worker.service",
];

#[test]
fn settings_that_the_package_names_exist() {
    let name = Regex::new(r"\bREMESSA_[A-Z_]+\b").unwrap();
    for path in NAMING_SETTINGS {
        let text = read(path);
        let named: Vec<_> = name.find_iter(&text).map(|found| found.as_str()).collect();
        assert!(!named.is_empty(), "{path} names no setting");
        let exists = |name: &str| name == "REMESSA_LOG" || CONFIG.contains(&format!("env = \"{name}\""));
        let unknown: Vec<_> = named.into_iter().filter(|name| !exists(name)).collect();
        assert!(unknown.is_empty(), "{path}: {unknown:?}");
    }
}

#[test]
fn units_run_commands_that_exist() {
    for unit in UNITS {
        let text = read(&format!("packaging/systemd/remessa-{unit}.service"));
        let command = text.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/")).unwrap();
        let refusal = Cli::try_parse_from(command.split(' ')).err().map(|error| error.kind());
        // The settings of the unit are not there.
        let is_known = matches!(refusal, None | Some(ErrorKind::MissingRequiredArgument));
        assert!(is_known, "{command}: {refusal:?}");
    }
}

/// The server and its workers answer strangers: they never hold the key of the owner.
#[test]
fn the_server_and_its_workers_do_not_read_the_operators_settings() {
    for unit in ["server", "worker"] {
        let text = read(&format!("packaging/systemd/remessa-{unit}.service"));
        assert!(!text.contains("admin.env"), "{unit}");
    }
    assert!(!read("packaging/remessa.env").contains("REMESSA_ADMIN_URL"));
}

fn read(path: &str) -> String {
    std::fs::read_to_string(sources::root().join(path)).unwrap()
}
