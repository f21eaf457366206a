//! The limits that a child sets for itself.

use std::collections::BTreeMap;
use std::io;

use rustix::process::{
    Gid, Resource, Rlimit, Signal, Uid, geteuid, getrlimit, nice, set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use super::Task;

/// Without it, the allocator reserves a gigabyte of addresses at its start, which the limit of memory would not count.
pub const ALLOCATOR: [(&str, &str); 1] = [("MIMALLOC_ARENA_RESERVE", "0")];

/// Standard input, output and error, and the copy of standard input that is read.
const FILES: u64 = 4;

const POLITENESS: i32 = 10;

/// Bytes of the main stack: a file that is nested deeper ends its process.
const STACK: u64 = 8 * 1024 * 1024;

/// The user and group `nobody`, when the server runs as root.
const NOBODY: u32 = 65_534;

/// All that a child needs: it reads and writes what is open, and takes memory. Whatever a later system or library calls
/// besides is refused, and with it files, sockets, processes, threads and signals to others.
const ALLOWED: &[i64] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_fcntl,
    libc::SYS_dup,
    libc::SYS_close,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getrandom,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

pub fn confine(task: &Task) -> io::Result<()> {
    let memory = count_mapped_bytes()? + task.memory;
    leave_root();
    for (resource, most) in [
        (Resource::As, memory),
        (Resource::Stack, STACK),
        (Resource::Cpu, task.cpu_s),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        (Resource::Nproc, 0),
        (Resource::Nofile, FILES),
    ] {
        // The system may allow less already.
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    // Requests of other users go first.
    nice(POLITENESS)?;
    // A reader that is killed takes its child along. It is about the thread that started the child, which waits for it. A change
    // of the user would clear this.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    allow_calls().map_err(io::Error::other)
}

/// A server that runs as root gives its children a user who owns nothing, where the system allows it: some containers take
/// even root this right, and the other limits hold there.
fn leave_root() {
    if geteuid().is_root() {
        let (group, user) = (Gid::from_raw(NOBODY), Uid::from_raw(NOBODY));
        set_thread_groups(&[]).and_then(|()| set_thread_gid(group)).and_then(|()| set_thread_uid(user)).ok();
    }
}

/// Bytes of addresses that the program uses before it reads anything.
fn count_mapped_bytes() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap_or_default();
    let kilobytes: u64 = size.trim().trim_end_matches("kB").trim().parse().map_err(io::Error::other)?;
    Ok(kilobytes * 1024)
}

fn allow_calls() -> Result<(), seccompiler::Error> {
    let rules: BTreeMap<i64, _> = ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let arch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, refused, SeccompAction::Allow, arch)?;
    apply_filter(&BpfProgram::try_from(filter)?)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::net::UdpSocket;
    use std::process::{Command, Stdio, exit};
    use std::{env, thread};

    use super::*;

    const CONFINED: &str = "SANDBOX_TEST_CONFINED";
    const NAME: &str = "a_call_that_is_not_in_the_list_is_refused";
    const TASK: Task = Task { name: "test", memory: 384 * 1024 * 1024, cpu_s: 3, wall_s: 60 };

    /// The limits stay for the rest of a process, so the test starts itself again.
    #[test]
    fn a_call_that_is_not_in_the_list_is_refused() {
        if env::var_os(CONFINED).is_some() {
            exit(first_allowed());
        }
        let mut again = Command::new(env::current_exe().unwrap());
        again.args([NAME, "--test-threads=1"]).env(CONFINED, "1").stdout(Stdio::null());
        assert_eq!(again.status().unwrap().code(), Some(0), "the number of what was allowed");
    }

    /// The number of the first thing that a confined process may do and should not; 0 for none.
    fn first_allowed() -> i32 {
        confine(&TASK).unwrap();
        let is_refused = |error: io::Error| error.raw_os_error() == Some(libc::EPERM);
        let refused = [
            File::open("/etc/passwd").is_err_and(is_refused),
            UdpSocket::bind("127.0.0.1:0").is_err_and(is_refused),
            Command::new("/bin/true").spawn().is_err_and(is_refused),
            thread::Builder::new().spawn(|| ()).is_err(),
        ];
        let allowed = refused.iter().position(|refused| !refused);
        allowed.map_or(0, |at| i32::try_from(at + 1).unwrap_or(i32::MAX))
    }
}
