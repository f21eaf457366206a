//! The files of the package name settings and commands that the program has.

use app::cli::Cli;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Parser};
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
        let command = text.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/remessa ")).unwrap();
        assert_is_command(command.split(' '), unit);
    }
}

#[test]
fn the_handbook_names_commands_that_exist() {
    let command = Regex::new(r"remessa-admin ([a-z][^`\n]*)").unwrap();
    let word = Regex::new(r"'[^']*'|\S+").unwrap();
    let text = read("docs/operators-handbook.md");
    let named: Vec<_> = command.captures_iter(&text).map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(named.len() > 15, "{named:?}");
    for command in named {
        assert_is_command(word.find_iter(command).map(|word| word.as_str()), command);
    }
}

/// Without the settings that it needs.
fn assert_is_command<'a>(words: impl Iterator<Item = &'a str>, named: &str) {
    let refusal = Cli::try_parse_from(["remessa"].into_iter().chain(words)).err().map(|error| error.kind());
    assert!(matches!(refusal, None | Some(ErrorKind::MissingRequiredArgument)), "{named}: {refusal:?}");
}

#[test]
fn the_readme_explains_each_setting() {
    let text = read("README.md");
    for Setting { name, .. } in list_settings(&Cli::command()) {
        assert!(text.contains(&format!("| `{name}` |")), "{name}");
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

/// Help is pasted into questions to others.
#[test]
fn help_shows_no_value_that_can_hold_a_password() {
    let can_hold = |name: &str| {
        let has_no_user = ["REMESSA_DATABASE_URL", "REMESSA_FILES_URL"].contains(&name);
        let endings = ["_URL", "_PASSWORD", "_SECRET", "_MAILBOX"];
        !has_no_user && endings.iter().any(|ending| name.ends_with(ending))
    };
    let settings = list_settings(&Cli::command());
    let shown: Vec<_> = settings.iter().filter(|one| can_hold(&one.name) && one.is_shown).collect();
    assert!(shown.is_empty(), "{shown:?}");
    assert!(settings.iter().any(|one| one.name == "REMESSA_MAIL_URL"));
}

#[derive(Debug)]
struct Setting {
    name: String,
    /// Help prints its present value.
    is_shown: bool,
}

/// The settings of a command and of those below it.
fn list_settings(command: &Command) -> Vec<Setting> {
    let own = command.get_arguments().filter_map(|argument| {
        let name = argument.get_env()?.to_str()?.to_owned();
        Some(Setting { name, is_shown: !argument.is_hide_env_values_set() })
    });
    own.chain(command.get_subcommands().flat_map(list_settings)).collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(sources::root().join(path)).unwrap()
}
