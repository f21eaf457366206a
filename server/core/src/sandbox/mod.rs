//! Reads files of users in a process of its own, so that a hostile file ends that process and nothing else.
//!
//! The child is this program with the command `sandbox`. Its standard input is the file, its standard output the result, one
//! line of JSON for each part. Its environment is empty, and before it reads the first byte it limits its own memory, time
//! and system calls ([`confine`]). A child that dies refuses its file.

mod confine;
pub mod permit;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of file and the limits of the process that reads it.
#[derive(Debug)]
pub struct Task {
    /// As in `remessa sandbox NAME`.
    pub name: &'static str,
    /// Bytes of memory in addition to the program itself.
    pub memory: u64,
    pub cpu_s: u64,
    /// Also counts the time in which nobody takes the result.
    pub wall_s: u64,
}

/// The longest line of a result.
const MAX_LINE: usize = 8 * 1024 * 1024;

/// A process that reads a file. Dropping it kills the process.
pub struct Reader {
    process: Child,
    lines: BufReader<ChildStdout>,
    task: &'static Task,
    until: Instant,
}

impl Reader {
    /// Starts to read a file from its current position.
    pub fn start(task: &'static Task, file: File) -> io::Result<Self> {
        Self::start_with(task, None, file)
    }

    /// The same with the name of a part of the file.
    pub fn start_with(task: &'static Task, part: Option<&str>, file: File) -> io::Result<Self> {
        let part = part.map(|part| format!("--part={part}"));
        let mut process = Command::new(program()?)
            .args(["sandbox", task.name])
            .args(part)
            .env_clear()
            .envs(confine::ALLOCATOR)
            .stdin(file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let until = Instant::now() + Duration::from_secs(task.wall_s);
        Ok(Self { process, lines: BufReader::new(output), task, until })
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The next part of the result. None when the process has ended, or wrote something else.
    pub fn part<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        let line = self.line()?;
        let part = serde_json::from_slice(&line).ok();
        if part.is_none() {
            self.process.kill()?;
            let status = self.process.wait()?;
            tracing::warn!(task = self.task.name, %status, "a file ended the process that read it");
        }
        Ok(part)
    }
}

impl Reader {
    /// Ends early at the end of the time and at the longest line.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') && line.len() < MAX_LINE && self.is_ready()? {
            let buffer = self.lines.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n').map_or(buffer.len(), |at| at + 1);
            if end == 0 {
                break;
            }
            line.extend_from_slice(&buffer[..end]);
            self.lines.consume(end);
        }
        Ok(line)
    }

    /// Waits until the process has written, or ended. False when its time is over.
    fn is_ready(&self) -> io::Result<bool> {
        let left = self.until.saturating_duration_since(Instant::now());
        if !self.lines.buffer().is_empty() || left.is_zero() {
            return Ok(!left.is_zero());
        }
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        let mut output = [PollFd::new(self.lines.get_ref(), PollFlags::IN)];
        Ok(poll(&mut output, Some(&left))? > 0)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // Both fail only when the process has already ended.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Reads a file whose result has one part. None when the process died of the file.
pub fn read_file<T: DeserializeOwned>(task: &'static Task, file: File) -> io::Result<Option<T>> {
    Reader::start(task, file)?.part()
}

/// The program itself. Tests and benches are other programs, which stand beside it or in the folder below.
fn program() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    // After an update, the path leads to the new release; this link to the running one.
    let running = PathBuf::from("/proc/self/exe");
    if own.file_stem().is_some_and(|name| name == "remessa") {
        return Ok(if running.exists() { running } else { own });
    }
    let beside = own.ancestors().skip(1).take(2).map(|folder| folder.join("remessa"));
    beside.into_iter().find(|path| path.exists()).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// The life of a child: limits itself, then reads standard input and writes standard output.
pub fn run_as_child(task: &Task, work: impl FnOnce(File, &mut dyn Write) -> io::Result<()>) -> ExitCode {
    let done = confine::confine(task).and_then(|()| {
        let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let mut output = BufWriter::new(io::stdout().lock());
        work(file, &mut output)?;
        output.flush()
    });
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes one part of a result.
pub fn write_part(output: &mut dyn Write, part: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, part)?;
    output.write_all(b"\n")
}
