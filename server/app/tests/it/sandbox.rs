//! What a process that reads a user's file may do, as the system sees it: `server_core::sandbox`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_remessa");
const STACK: u64 = 8 * 1024 * 1024;
const NOBODY: &str = "65534";

/// Reads an e-mail that does not end, until it is dropped.
struct Reading {
    started: Child,
}

impl Reading {
    fn start(mut command: Command) -> Self {
        let command = command.env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        Self { started: command.spawn().unwrap() }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.started.kill().ok();
        self.started.wait().ok();
    }
}

/// A field of the process' status; empty when the process is gone.
fn status_of(process: u32, field: &str) -> String {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let found = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    found.unwrap_or_default().trim().to_owned()
}

/// The filter of system calls is the last limit that a process sets for itself.
fn wait_until_confined(process: u32) {
    wait_until(|| status_of(process, "Seccomp") == "2", "the process limits itself");
}

fn wait_until(is_so: impl Fn() -> bool, what: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        std::thread::yield_now();
    }
}

/// Whether this process may change its user and groups.
fn may_change_user() -> bool {
    let capabilities = status_of(std::process::id(), "CapEff");
    let capabilities = u64::from_str_radix(&capabilities, 16).unwrap_or_default();
    [6, 7].iter().all(|capability| capabilities >> capability & 1 == 1)
}

/// The process can use no more of it, and cannot raise the limit.
fn assert_limit(process: u32, name: &str, most: u64) {
    let limits = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    for limit in line.split_whitespace().take(2) {
        assert!(limit.parse::<u64>().unwrap() <= most, "{limits}");
    }
}

#[test]
fn an_email_is_read_in_three_seconds_of_the_processor() {
    let mut command = Command::new(PROGRAM);
    command.args(["sandbox", "mail"]);
    let reading = Reading::start(command);
    wait_until_confined(reading.started.id());
    assert_limit(reading.started.id(), "Max cpu time", 3);
}

#[test]
fn a_process_that_reads_a_file_has_a_small_stack_and_a_user_who_owns_nothing() {
    let mut command = Command::new(PROGRAM);
    command.args(["sandbox", "mail"]);
    let reading = Reading::start(command);
    let process = reading.started.id();
    wait_until_confined(process);
    assert_limit(process, "Max stack size", STACK);
    let own = status_of(std::process::id(), "Uid");
    for field in ["Uid", "Gid"] {
        let ids = status_of(process, field);
        let is_root = own.starts_with("0\t");
        let expected = if is_root && may_change_user() {
            [NOBODY; 4].join("\t")
        } else {
            status_of(std::process::id(), field)
        };
        assert_eq!(ids, expected, "{field}");
    }
}

#[test]
fn a_process_that_reads_a_file_dies_with_the_one_that_started_it() {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", r#"exec 3<&0; "$0" sandbox mail <&3 3<&- & echo $!; wait"#, PROGRAM]);
    let mut reading = Reading::start(command);
    let mut line = String::new();
    BufReader::new(reading.started.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let process: u32 = line.trim().parse().unwrap();
    wait_until_confined(process);
    // Its standard input stays open: without the signal, it would wait for more of the file.
    let _input = reading.started.stdin.take();
    reading.started.kill().unwrap();
    let has_ended = || {
        let state = status_of(process, "State");
        state.is_empty() || state.starts_with('Z')
    };
    wait_until(has_ended, "the process ends with its parent");
}
