//! The limits that a child sets for itself.

use std::collections::BTreeMap;
use std::io;

use rustix::process::{Resource, Rlimit, nice, setrlimit};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use super::Task;

/// Without it, the allocator reserves a gigabyte of addresses at its start, which the limit of memory would not count.
pub const ALLOCATOR: [(&str, &str); 1] = [("MIMALLOC_ARENA_RESERVE", "0")];

/// Standard input, output and error, and the copy of standard input that is read.
const FILES: u64 = 4;

const POLITENESS: i32 = 10;

/// Calls that open files or sockets, start processes or threads, or touch other processes.
const DENIED: &[i64] = &[
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_clone,
    libc::SYS_clone3,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_kill,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_io_uring_setup,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_creat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

pub fn confine(task: &Task) -> io::Result<()> {
    let memory = count_mapped_bytes()? + task.memory;
    for (resource, most) in [
        (Resource::As, memory),
        (Resource::Cpu, task.cpu_s),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        (Resource::Nproc, 0),
        (Resource::Nofile, FILES),
    ] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    // Requests of other users go first.
    nice(POLITENESS)?;
    deny_calls().map_err(io::Error::other)
}

/// Bytes of addresses that the program uses before it reads anything.
fn count_mapped_bytes() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap_or_default();
    let kilobytes: u64 = size.trim().trim_end_matches("kB").trim().parse().map_err(io::Error::other)?;
    Ok(kilobytes * 1024)
}

fn deny_calls() -> Result<(), seccompiler::Error> {
    let rules: BTreeMap<i64, _> = DENIED.iter().map(|call| (*call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let arch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, arch)?;
    apply_filter(&BpfProgram::try_from(filter)?)
}
