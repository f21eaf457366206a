//! Reads the TXT records of a name, to prove a host. No other DNS functions.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverOpts};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::xfer::FirstAnswer;
use hickory_resolver::net::{DnsHandle, NetError};
use hickory_resolver::proto::op::{DnsRequestOptions, Query};
use hickory_resolver::proto::rr::{Name, RData, RecordType};
use hickory_resolver::{NameServerPool, PoolContext, TlsConfig, system_conf};
use tokio::time::timeout;

use crate::Host;

/// For each question; a truncated answer is asked for once more, over TCP.
const CALL_TIMEOUT: Duration = Duration::from_secs(3);

/// Why a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum DnsError {
    #[error("no name server is configured on this machine")]
    NotConfigured,
    #[error("the name server {0} does not answer")]
    Silent(NameServer),
    #[error("the name server {0} gave no answer that can be used: {1}")]
    Useless(NameServer, #[source] Box<NetError>),
    #[error("`{0}` is no host name")]
    InvalidName(String),
}

/// The name server to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameServer {
    address: Option<SocketAddr>,
}

impl fmt::Display for NameServer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.address {
            Some(address) => address.fmt(out),
            None => out.write_str("of this machine"),
        }
    }
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
    pub async fn read_proofs(self, host: &Host) -> Result<Vec<String>, DnsError> {
        self.text_records(&proof_record(host.as_str())).await
    }

    /// Asks the name servers directly: a resolver above them would cache the answer, and would not ask for names
    /// below `localhost`.
    async fn text_records(self, name: &str) -> Result<Vec<String>, DnsError> {
        // Below the root, so that no search domain is appended.
        let full =
            Name::from_ascii(format!("{name}.")).map_err(|_| DnsError::InvalidName(name.to_owned()))?;
        let mut query = DnsRequestOptions::default();
        query.use_edns = false;
        let answer = self.pool()?.lookup(Query::query(full, RecordType::TXT), query).first_answer();
        match timeout(2 * CALL_TIMEOUT, answer).await {
            Ok(Ok(answer)) => Ok(answer.answers.iter().filter_map(|record| text(&record.data)).collect()),
            Ok(Err(error)) if error.is_no_records_found() => Ok(Vec::new()),
            Err(_) | Ok(Err(NetError::Timeout | NetError::Io(_) | NetError::NoConnections)) => {
                Err(DnsError::Silent(self))
            }
            Ok(Err(error)) => Err(DnsError::Useless(self, error.into())),
        }
    }

    fn pool(self) -> Result<NameServerPool<TokioRuntimeProvider>, DnsError> {
        let servers = match self.address {
            Some(address) => vec![server_at(address)],
            None => system_conf::read_system_conf().map_err(|_| DnsError::NotConfigured)?.0.name_servers,
        };
        let mut options = ResolverOpts::default();
        options.timeout = CALL_TIMEOUT;
        let tls = TlsConfig::new().map_err(|error| DnsError::Useless(self, error.into()))?;
        let context = Arc::new(PoolContext::new(options, tls));
        Ok(NameServerPool::from_config(servers, context, TokioRuntimeProvider::default()))
    }
}

fn server_at(address: SocketAddr) -> NameServerConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
        connection.port = address.port();
        connection
    });
    NameServerConfig::new(address.ip(), true, connections.into())
}

/// A TXT record consists of short strings to be joined.
fn text(record: &RData) -> Option<String> {
    let RData::TXT(text) = record else { return None };
    Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, UdpSocket};

    use super::{DnsError, NameServer};

    const NAME: &str = "_remessa.a.example";

    /// A name server that sends these answers to each question.
    async fn name_server(answers: impl Fn(&[u8]) -> Vec<Vec<u8>> + Send + Sync + 'static) -> NameServer {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        tokio::spawn(async move {
            let mut question = vec![0; 512];
            loop {
                let (length, peer) = socket.recv_from(&mut question).await.unwrap();
                for answer in answers(&question[..length]) {
                    socket.send_to(&answer, peer).await.unwrap();
                }
            }
        });
        NameServer::new(Some(address))
    }

    fn answer(question: &[u8], code: u8, records: &[&[&str]]) -> Vec<u8> {
        let mut answer = question.to_vec();
        answer[2] |= 0x80;
        answer[3] = code;
        answer[7] = u8::try_from(records.len()).unwrap();
        for parts in records {
            answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60]);
            let length: usize = parts.iter().map(|part| part.len() + 1).sum();
            answer.extend(u16::try_from(length).unwrap().to_be_bytes());
            for part in *parts {
                answer.push(u8::try_from(part.len()).unwrap());
                answer.extend(part.as_bytes());
            }
        }
        answer
    }

    #[tokio::test]
    async fn text_records_are_read_from_a_name_server() {
        let server =
            name_server(|question| vec![answer(question, 0, &[&["remessa=", "abc"], &["v=spf1"]])]).await;
        for name in [NAME, "_remessa.envios.company.localhost"] {
            assert_eq!(server.text_records(name).await.unwrap(), ["remessa=abc", "v=spf1"], "{name}");
        }
    }

    #[tokio::test]
    async fn a_record_of_another_type_is_no_text_record() {
        let server = name_server(|question| {
            let mut answer = answer(question, 0, &[&["abc"]]);
            let kind = question.len() + 3;
            answer[kind] = 99;
            vec![answer]
        });
        assert_eq!(server.await.text_records(NAME).await.unwrap(), Vec::<String>::new());
    }

    #[tokio::test]
    async fn an_answer_that_does_not_fit_is_asked_for_over_tcp() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let socket = UdpSocket::bind(address).await.unwrap();
        let long = "x".repeat(250);
        let expected = vec![long.repeat(8)];
        tokio::spawn(async move {
            let mut question = vec![0; 512];
            let (length, peer) = socket.recv_from(&mut question).await.unwrap();
            let mut truncated = answer(&question[..length], 0, &[]);
            truncated[2] |= 0b10;
            socket.send_to(&truncated, peer).await.unwrap();
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut question = vec![0; stream.read_u16().await.unwrap().into()];
            stream.read_exact(&mut question).await.unwrap();
            let answer = answer(&question, 0, &[&[&*long; 8]]);
            stream.write_u16(answer.len().try_into().unwrap()).await.unwrap();
            stream.write_all(&answer).await.unwrap();
        });
        assert_eq!(NameServer::new(Some(address)).text_records(NAME).await.unwrap(), expected);
    }

    #[tokio::test]
    async fn a_new_record_is_seen_at_once() {
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let server = name_server(move |question| {
            let first = asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
            vec![if first { answer(question, 3, &[]) } else { answer(question, 0, &[&["abc"]]) }]
        })
        .await;
        assert_eq!(server.text_records(NAME).await.unwrap(), Vec::<String>::new());
        assert_eq!(server.text_records(NAME).await.unwrap(), ["abc"]);
    }

    #[tokio::test]
    async fn a_missing_name_server_is_not_a_missing_record() {
        let gone = UdpSocket::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let asked = NameServer::new(Some(gone)).text_records(NAME).await;
        let Err(DnsError::Silent(server)) = asked else { panic!("{asked:?}") };
        assert_eq!(server.to_string(), gone.to_string());
    }

    #[tokio::test]
    async fn a_refusal_is_not_a_missing_record() {
        for (code, is_answer) in [(0, true), (3, true), (1, false), (2, false), (5, false)] {
            let server = name_server(move |question| vec![answer(question, code, &[])]).await;
            match server.text_records(NAME).await {
                Ok(texts) => assert!(is_answer && texts.is_empty(), "{code}"),
                Err(error) => {
                    assert!(!is_answer && matches!(error, DnsError::Useless(..)), "{code}: {error}");
                }
            }
        }
    }

    #[tokio::test]
    async fn foreign_answers_are_ignored() {
        let server = name_server(|question| {
            let mut of_another_query = answer(question, 0, &[&["another query"]]);
            of_another_query[0] ^= 1;
            let mut about_another_name = answer(question, 0, &[&["another name"]]);
            about_another_name[22] = b'b';
            vec![of_another_query, about_another_name, answer(question, 0, &[&["abc"]])]
        });
        assert_eq!(server.await.text_records(NAME).await.unwrap(), ["abc"]);
    }

    #[tokio::test]
    async fn broken_answers_are_failures() {
        for length in [12, 20, 36, 40, 60] {
            let server = name_server(move |question| {
                let mut answer = answer(question, 0, &[]);
                answer[7] = 0xff;
                answer.resize(length, 0xff);
                vec![answer]
            });
            let asked = server.await.text_records(NAME).await;
            assert!(matches!(asked, Err(DnsError::Useless(..))), "{length}: {asked:?}");
        }
    }

    #[tokio::test]
    async fn a_name_that_no_name_server_can_know_is_not_asked_for() {
        for name in ["_remessa..example".to_owned(), format!("_remessa.{}.example", "a".repeat(64))] {
            let asked = NameServer::new(None).text_records(&name).await;
            assert!(matches!(asked, Err(DnsError::InvalidName(_))), "{asked:?}");
        }
    }
}
