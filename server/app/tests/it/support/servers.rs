//! The test's own Postgres and Redis, to stop and start while the application runs.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::ConnectOptions;

const CALL_TIMEOUT: Duration = Duration::from_secs(30);

pub struct OwnPostgres {
    folder: tempfile::TempDir,
    port: u16,
}

impl OwnPostgres {
    pub fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("remessa-pg").tempdir_in("/tmp").unwrap();
        run(Command::new("chmod").arg("755").arg(folder.path()));
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&data));
        }
        let postgres = Self { folder, port: free_port() };
        run(postgres.tool("initdb").args([
            "-A",
            "trust",
            "-U",
            "remessa",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-N",
        ]));
        postgres.control("start");
        postgres
    }

    pub fn admin_url(&self) -> String {
        format!("postgres://remessa@127.0.0.1:{}/postgres", self.port)
    }

    /// Closes all connections, like a restart of the machine.
    pub fn stop(&self) {
        self.control("stop");
    }

    pub fn start_again(&self) {
        self.control("start");
    }

    fn control(&self, action: &str) {
        let options = format!("-p {} -c listen_addresses=127.0.0.1 -c fsync=off -k ''", self.port);
        let log = self.data().join("log");
        let mut command = self.tool("pg_ctl");
        command.args(["-w", "-m", "immediate", "-o", &options, "-l"]).arg(log).arg(action);
        run(&mut command);
    }

    /// A Postgres command on this cluster; Postgres refuses to run as root.
    fn tool(&self, name: &str) -> Command {
        let path = tool_path(name);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(path);
            command
        } else {
            Command::new(path)
        };
        command.arg("-D").arg(self.data()).current_dir("/tmp").stdout(Stdio::null());
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Waits until a connection is accepted.
    pub async fn wait(&self) {
        let options: sqlx::postgres::PgConnectOptions = self.admin_url().parse().unwrap();
        let since = Instant::now();
        while options.connect().await.is_err() {
            assert!(since.elapsed() < CALL_TIMEOUT, "Postgres does not come back");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        let _ = self.tool("pg_ctl").args(["-m", "immediate", "stop"]).stderr(Stdio::null()).status();
    }
}

pub struct OwnRedis {
    child: Child,
    port: u16,
}

impl OwnRedis {
    pub fn start() -> Self {
        let port = free_port();
        Self { child: redis_server(port), port }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn signal(&self, name: &str) {
        let told = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
    }
}

impl Drop for OwnRedis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn redis_server(port: u16) -> Child {
    let port = port.to_string();
    let arguments = ["--port", &port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    Command::new("redis-server").args(arguments).stdout(Stdio::null()).spawn().unwrap()
}

fn tool_path(name: &str) -> PathBuf {
    let debian = Path::new("/usr/lib/postgresql/15/bin").join(name);
    if debian.exists() { debian } else { PathBuf::from(name) }
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn run(command: &mut Command) {
    let status = command.status().unwrap();
    assert!(status.success(), "{command:?} failed");
}
