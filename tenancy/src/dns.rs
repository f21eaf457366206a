//! Reads the TXT records of a name, to prove a host. No other DNS functions.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::timeout;

use crate::Host;

const TEXT: u16 = 16;
const INTERNET: u16 = 1;
const CALL_TIMEOUT: Duration = Duration::from_secs(3);

/// The name does not exist: a valid answer without records.
const NO_SUCH_NAME: u8 = 3;

/// Why a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum DnsError {
    #[error("no name server is configured on this machine")]
    NotConfigured,
    #[error("the name server {0} does not answer")]
    Silent(SocketAddr),
    #[error("the name server {0} gave no answer that can be used")]
    Useless(SocketAddr),
    #[error("`{0}` is no host name")]
    NoName(String),
}

/// The name server to use.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameServer {
    address: Option<SocketAddr>,
}

/// A claim expires unless it is proven within this number of days.
pub const PROOF_DAYS: i32 = 7;

/// The name of the TXT record that proves a host.
#[must_use]
pub fn proof_record(host: &str) -> String {
    format!("_remessa.{host}")
}

impl NameServer {
    /// The given name server; without an address, the one of this machine.
    #[must_use]
    pub fn new(address: Option<SocketAddr>) -> Self {
        Self { address }
    }

    /// The TXT records at the place of a host's proof.
    ///
    /// # Errors
    /// When no answer arrives. An answer without records is not an error.
    pub async fn proofs(self, host: &Host) -> Result<Vec<String>, DnsError> {
        self.text_records(&proof_record(host.as_str())).await
    }

    async fn text_records(self, name: &str) -> Result<Vec<String>, DnsError> {
        let server = match self.address {
            Some(address) => address,
            None => of_this_machine().await?,
        };
        let question = question(rand::random(), name)?;
        let answer = heard(server, over_udp(server, &question)).await?;
        let is_truncated = answer.get(2).is_some_and(|flags| flags & 0b10 != 0);
        let answer = if is_truncated { heard(server, over_tcp(server, &question)).await? } else { answer };
        texts(&answer, &question).ok_or(DnsError::Useless(server))
    }
}

async fn of_this_machine() -> Result<SocketAddr, DnsError> {
    let settings = tokio::fs::read_to_string("/etc/resolv.conf").await.unwrap_or_default();
    let server = settings
        .lines()
        .filter_map(|line| line.strip_prefix("nameserver"))
        .find_map(|address| address.trim().parse().ok());
    Ok(SocketAddr::new(server.ok_or(DnsError::NotConfigured)?, 53))
}

async fn heard(
    server: SocketAddr,
    answer: impl Future<Output = io::Result<Vec<u8>>>,
) -> Result<Vec<u8>, DnsError> {
    match timeout(CALL_TIMEOUT, answer).await {
        Ok(Ok(answer)) => Ok(answer),
        _ => Err(DnsError::Silent(server)),
    }
}

async fn over_udp(server: SocketAddr, question: &[u8]) -> io::Result<Vec<u8>> {
    let local = if server.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
    let socket = UdpSocket::bind(local).await?;
    socket.connect(server).await?;
    socket.send(question).await?;
    let mut answer = vec![0; 4096];
    let length = socket.recv(&mut answer).await?;
    answer.truncate(length);
    Ok(answer)
}

async fn over_tcp(server: SocketAddr, question: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(server).await?;
    let length = u16::try_from(question.len()).unwrap_or_default();
    stream.write_all(&length.to_be_bytes()).await?;
    stream.write_all(question).await?;
    let mut answer = vec![0; usize::from(stream.read_u16().await?)];
    stream.read_exact(&mut answer).await?;
    Ok(answer)
}

fn question(id: u16, name: &str) -> Result<Vec<u8>, DnsError> {
    let mut message = id.to_be_bytes().to_vec();
    // Recursion desired; one question.
    message.extend([1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in name.split('.') {
        let length = u8::try_from(label.len()).ok().filter(|length| (1..64).contains(length));
        message.push(length.ok_or_else(|| DnsError::NoName(name.to_owned()))?);
        message.extend(label.as_bytes());
    }
    message.push(0);
    message.extend(TEXT.to_be_bytes());
    message.extend(INTERNET.to_be_bytes());
    Ok(message)
}

/// The TXT records of an answer, or `None` if it is an error or answers another question.
fn texts(answer: &[u8], question: &[u8]) -> Option<Vec<String>> {
    let word = |at: usize| Some(u16::from_be_bytes([*answer.get(at)?, *answer.get(at + 1)?]));
    let is_ours = answer.get(..2)? == &question[..2] && answer.get(12..question.len())? == &question[12..];
    if !is_ours || answer.get(2)? & 0x80 == 0 || ![0, NO_SUCH_NAME].contains(&(answer.get(3)? & 0x0f)) {
        return None;
    }
    let answers = word(6)?;
    let mut at = question.len();
    let mut found = Vec::new();
    for _ in 0..answers {
        at = after_name(answer, at)?;
        let (kind, length) = (word(at)?, usize::from(word(at + 8)?));
        let data = answer.get(at + 10..at + 10 + length)?;
        if kind == TEXT {
            found.push(joined(data));
        }
        at += 10 + length;
    }
    Some(found)
}

/// A name ends with an empty label, or with a pointer to its rest.
fn after_name(answer: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *answer.get(at)? {
            0 => return Some(at + 1),
            length if length >= 0xc0 => return Some(at + 2),
            length => at += usize::from(length) + 1,
        }
    }
}

/// A TXT record consists of short strings to be joined.
fn joined(mut data: &[u8]) -> String {
    let mut text = Vec::new();
    while let Some((length, rest)) = data.split_first() {
        let (part, rest) = rest.split_at(usize::from(*length).min(rest.len()));
        text.extend(part);
        data = rest;
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use tokio::net::UdpSocket;

    use super::{DnsError, NameServer, question, texts};

    #[tokio::test]
    async fn text_records_are_read_from_a_name_server() {
        let server = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = server.local_addr().unwrap();
        let answering = tokio::spawn(async move {
            let mut question = vec![0; 512];
            let (length, peer) = server.recv_from(&mut question).await.unwrap();
            question.truncate(length);
            let mut answer = question.clone();
            answer[2] |= 0x80;
            answer[7] = 2;
            for parts in [&["remessa=", "abc"][..], &["v=spf1"]] {
                answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60]);
                let length: usize = parts.iter().map(|part| part.len() + 1).sum();
                answer.extend(u16::try_from(length).unwrap().to_be_bytes());
                for part in parts {
                    answer.push(u8::try_from(part.len()).unwrap());
                    answer.extend(part.as_bytes());
                }
            }
            server.send_to(&answer, peer).await.unwrap();
        });
        let records = NameServer::new(Some(address)).text_records("_remessa.a.example").await;
        assert_eq!(records.unwrap(), ["remessa=abc", "v=spf1"]);
        answering.await.unwrap();
    }

    #[tokio::test]
    async fn a_missing_name_server_is_not_a_missing_record() {
        let gone = UdpSocket::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let asked = NameServer::new(Some(gone)).text_records("_remessa.a.example").await;
        assert!(matches!(asked, Err(DnsError::Silent(server)) if server == gone), "{asked:?}");
    }

    #[test]
    fn failures_and_foreign_answers_are_ignored() {
        let asked = question(7, "_remessa.a.example").unwrap();
        let answer = |question: &[u8], code: u8| {
            let mut answer = question.to_vec();
            (answer[2], answer[3]) = (answer[2] | 0x80, code);
            texts(&answer, &asked)
        };
        assert_eq!(answer(&asked, 0), Some(vec![]));
        assert_eq!(answer(&asked, 3), Some(vec![]));
        assert_eq!(answer(&asked, 2), None);
        assert_eq!(answer(&question(7, "_remessa.b.example").unwrap(), 0), None);
        assert_eq!(answer(&question(8, "_remessa.a.example").unwrap(), 0), None);
    }

    #[test]
    fn broken_answers_are_ignored() {
        let asked = question(0xffff, "a.example").unwrap();
        for length in 0..60 {
            let mut answer = asked.clone();
            (answer[2], answer[3], answer[7]) = (0x81, 0, 0xff);
            answer.resize(length, 0xff);
            assert_eq!(texts(&answer, &asked), None, "{length}");
        }
    }
}
