//! The test's own IMAP server: Dovecot with one mailbox in a folder, without rights of root.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::servers::free_port;

const CALL_TIMEOUT: Duration = Duration::from_secs(30);

pub struct OwnDovecot {
    child: Child,
    folder: tempfile::TempDir,
    port: u16,
    has_tls: bool,
}

impl OwnDovecot {
    /// # Panics
    ///
    /// When Dovecot is not installed: `./dev test` installs it.
    pub fn start() -> Self {
        Self::start_with(false)
    }

    /// The same with a certificate of an authority of its own.
    pub fn start_with_tls() -> Self {
        Self::start_with(true)
    }

    fn start_with(has_tls: bool) -> Self {
        let folder = tempfile::Builder::new().prefix("remessa-imap").tempdir_in("/tmp").unwrap();
        let port = free_port();
        for name in ["run", "state", "mail/new", "mail/cur", "mail/tmp"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        std::fs::write(folder.path().join("dovecot.conf"), settings(folder.path(), port, has_tls)).unwrap();
        if has_tls {
            certify(folder.path());
        }
        let user = user();
        let owned = Command::new("chown").arg("-R").arg(&user).arg(folder.path()).status().unwrap();
        assert!(owned.success());
        let dovecot = Self { child: server(folder.path(), &user), folder, port, has_tls };
        dovecot.wait();
        dovecot
    }

    /// Closes all connections.
    pub fn restart(&mut self) {
        self.end();
        self.child = server(self.folder.path(), &user());
        self.wait();
    }

    fn wait(&self) {
        let since = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(since.elapsed() < CALL_TIMEOUT, "Dovecot does not start: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn end(&mut self) {
        let id = self.child.id().to_string();
        let _ = Command::new("kill").args(["-s", "TERM", &id]).status();
        let _ = self.child.wait();
    }

    pub fn url(&self) -> String {
        let scheme = if self.has_tls { "imaps" } else { "imap" };
        format!("{scheme}://desk:secret@127.0.0.1:{}/INBOX", self.port)
    }

    /// The certificate of its authority.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Delivers an e-mail as a mail server does.
    pub fn deliver(&self, name: &str, raw: &[u8]) {
        let (tmp, new) = (self.mail().join("tmp").join(name), self.mail().join("new").join(name));
        std::fs::write(&tmp, raw).unwrap();
        let owned = Command::new("chown").arg(user()).arg(&tmp).status().unwrap();
        assert!(owned.success());
        std::fs::rename(tmp, new).unwrap();
    }

    /// Names of the e-mails that were marked as read.
    pub fn read(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.mail().join("cur")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let read = names.filter(|name| name.split_once(":2,").is_some_and(|(_, flags)| flags.contains('S')));
        let mut read: Vec<_> = read.map(|name| name.split(':').next().unwrap().to_owned()).collect();
        read.sort();
        read
    }

    /// Forgets the numbers of its e-mails, as after a restored backup. It keeps `dovecot-uidvalidity`, from which it takes
    /// the next value: without that file the value is the time, which may be the same second.
    pub fn number_anew(&self) {
        for name in ["dovecot-uidlist", "dovecot.index", "dovecot.index.cache", "dovecot.index.log"] {
            std::fs::remove_file(self.mail().join(name)).ok();
        }
    }

    fn mail(&self) -> PathBuf {
        self.folder.path().join("mail")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for OwnDovecot {
    fn drop(&mut self) {
        self.end();
    }
}

/// Root gives the server to a user without rights.
fn user() -> String {
    let id = |option: &str| {
        let output = Command::new("id").arg(option).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let own = id("-un");
    if own == "root" { "nobody".to_owned() } else { own }
}

fn server(folder: &Path, user: &str) -> Child {
    let config = folder.join("dovecot.conf");
    let mut command = Command::new("dovecot");
    if user == "nobody" {
        command = Command::new("setpriv");
        command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups", "dovecot"]);
    }
    command.arg("-F").arg("-c").arg(config).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("dovecot-imapd is installed")
}

/// Makes an authority, and a certificate of it for this server.
fn certify(folder: &Path) {
    const KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    let openssl = |arguments: &str| {
        let mut command = Command::new("openssl");
        command.args(arguments.split(' ')).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(command.status().expect("openssl is installed with Dovecot").success(), "{arguments}");
    };
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1").unwrap();
    openssl(&format!("req -x509 {KEY} -keyout ca.key -out ca.pem -days 2 -subj /CN=Authority"));
    openssl(&format!("req {KEY} -keyout server.key -out server.csr -subj /CN=Server"));
    openssl(
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem",
    );
}

fn settings(folder: &Path, port: u16, has_tls: bool) -> String {
    let (plain, tls) = if has_tls { (0, port) } else { (port, 0) };
    let ssl = match has_tls {
        true => format!("ssl = yes\nssl_cert = <{0}/server.pem\nssl_key = <{0}/server.key", folder.display()),
        false => "ssl = no".to_owned(),
    };
    let (folder, user) = (folder.display(), user());
    let group = if user == "nobody" { "nogroup".to_owned() } else { user.clone() };
    format!(
        "protocols = imap\nlisten = 127.0.0.1\nbase_dir = {folder}/run\nstate_dir = {folder}/state\n\
         log_path = {folder}/log\n{ssl}\ndisable_plaintext_auth = no\n\
         default_internal_user = {user}\ndefault_internal_group = {group}\ndefault_login_user = {user}\n\
         first_valid_uid = 1\nmail_location = maildir:{folder}/mail\nmail_fsync = never\n\
         service anvil {{\n  chroot =\n}}\nservice imap-login {{\n  chroot =\n  inet_listener imap {{\n    port = {plain}\n  }}\n\
         inet_listener imaps {{\n    port = {tls}\n    ssl = yes\n  }}\n}}\n\
         passdb {{\n  driver = static\n  args = password=secret\n}}\n\
         userdb {{\n  driver = static\n  args = uid={user} gid={group} home={folder}/mail\n}}\n"
    )
}
