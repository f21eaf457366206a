//! One question of the DNS: the text records of a name. Enough to prove a domain, and no more.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::timeout;

use super::AdminError;

const TEXT: u16 = 16;
const INTERNET: u16 = 1;
const PATIENCE: Duration = Duration::from_secs(3);

/// Asks the resolver of this machine.
pub(super) async fn text_records(name: &str) -> Result<Vec<String>, AdminError> {
    let settings = tokio::fs::read_to_string("/etc/resolv.conf").await.unwrap_or_default();
    let server = settings
        .lines()
        .filter_map(|line| line.strip_prefix("nameserver"))
        .find_map(|address| address.trim().parse().ok())
        .ok_or_else(|| AdminError::Refused("no name server is configured on this machine".to_owned()))?;
    ask(SocketAddr::new(server, 53), name).await
}

pub(super) async fn ask(server: SocketAddr, name: &str) -> Result<Vec<String>, AdminError> {
    let id = rand::random();
    let question = question(id, name)?;
    let answer = timeout(PATIENCE, over_udp(server, &question)).await.map_err(|_| silent(server))??;
    let is_truncated = answer.get(2).is_some_and(|flags| flags & 0b10 != 0);
    let answer = if is_truncated {
        timeout(PATIENCE, over_tcp(server, &question)).await.map_err(|_| silent(server))??
    } else {
        answer
    };
    texts(&answer, id)
        .ok_or_else(|| AdminError::Refused(format!("{server} gave an answer that cannot be read")))
}

fn silent(server: SocketAddr) -> AdminError {
    AdminError::Refused(format!("the name server {server} does not answer"))
}

async fn over_udp(server: SocketAddr, question: &[u8]) -> Result<Vec<u8>, AdminError> {
    let local = if server.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
    let socket = UdpSocket::bind(local).await?;
    socket.connect(server).await?;
    socket.send(question).await?;
    let mut answer = vec![0; 4096];
    let length = socket.recv(&mut answer).await?;
    answer.truncate(length);
    Ok(answer)
}

async fn over_tcp(server: SocketAddr, question: &[u8]) -> Result<Vec<u8>, AdminError> {
    let mut stream = TcpStream::connect(server).await?;
    let length = u16::try_from(question.len()).unwrap_or_default();
    stream.write_all(&length.to_be_bytes()).await?;
    stream.write_all(question).await?;
    let mut answer = vec![0; usize::from(stream.read_u16().await?)];
    stream.read_exact(&mut answer).await?;
    Ok(answer)
}

fn question(id: u16, name: &str) -> Result<Vec<u8>, AdminError> {
    let mut message = id.to_be_bytes().to_vec();
    // Recursion desired; one question, nothing else.
    message.extend([1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in name.split('.') {
        let length = u8::try_from(label.len()).ok().filter(|length| (1..64).contains(length));
        message.push(length.ok_or_else(|| AdminError::Invalid(format!("`{name}` is no host name")))?);
        message.extend(label.as_bytes());
    }
    message.push(0);
    message.extend(TEXT.to_be_bytes());
    message.extend(INTERNET.to_be_bytes());
    Ok(message)
}

/// The text records of an answer, or `None` when it is not one to our question.
fn texts(answer: &[u8], id: u16) -> Option<Vec<String>> {
    let word = |at: usize| Some(u16::from_be_bytes([*answer.get(at)?, *answer.get(at + 1)?]));
    if word(0)? != id || answer.get(2)? & 0x80 == 0 {
        return None;
    }
    let (questions, answers) = (word(4)?, word(6)?);
    let mut at = 12;
    for _ in 0..questions {
        at = after_name(answer, at)? + 4;
    }
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

/// A name ends with an empty label, or with a pointer to where it goes on.
fn after_name(answer: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *answer.get(at)? {
            0 => return Some(at + 1),
            length if length >= 0xc0 => return Some(at + 2),
            length => at += usize::from(length) + 1,
        }
    }
}

/// A text record is a row of short strings that belong together.
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

    use super::{ask, texts};

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
        assert_eq!(ask(address, "_remessa.a.example").await.unwrap(), ["remessa=abc", "v=spf1"]);
        answering.await.unwrap();
    }

    #[test]
    fn broken_answers_are_no_answer() {
        for length in 0..40 {
            assert_eq!(texts(&vec![0xff; length], 0xffff).filter(|found| !found.is_empty()), None);
        }
    }
}
