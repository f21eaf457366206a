//! A name server whose answers a test sets.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::net::UdpSocket;

type Zone = Arc<Mutex<HashMap<String, Vec<String>>>>;

pub struct NameServer {
    pub address: SocketAddr,
    zone: Zone,
}

impl NameServer {
    pub async fn start() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let (address, zone) = (socket.local_addr().unwrap(), Zone::default());
        tokio::spawn(serve(socket, zone.clone()));
        Self { address, zone }
    }

    /// The option that makes the server use this name server.
    pub fn option(&self) -> String {
        format!("--dns={}", self.address)
    }

    pub fn set(&self, name: &str, texts: &[&str]) {
        let texts = texts.iter().map(|&text| text.to_owned()).collect();
        self.zone.lock().unwrap().insert(name.to_owned(), texts);
    }
}

async fn serve(socket: UdpSocket, zone: Zone) {
    let mut question = vec![0; 512];
    while let Ok((length, peer)) = socket.recv_from(&mut question).await {
        let answer = answer(&question[..length], &zone);
        socket.send_to(&answer, peer).await.unwrap();
    }
}

fn answer(question: &[u8], zone: &Zone) -> Vec<u8> {
    let (mut labels, mut at) = (Vec::new(), 12);
    while question[at] > 0 {
        let end = at + 1 + usize::from(question[at]);
        labels.push(String::from_utf8_lossy(&question[at + 1..end]).into_owned());
        at = end;
    }
    let texts = zone.lock().unwrap().get(&labels.join(".")).cloned();
    let mut answer = question.to_vec();
    answer[2] |= 0x80;
    // The name does not exist.
    answer[3] = if texts.is_some() { 0 } else { 3 };
    let texts = texts.unwrap_or_default();
    answer[7] = u8::try_from(texts.len()).unwrap();
    for text in texts {
        let length = u8::try_from(text.len()).unwrap();
        answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length + 1, length]);
        answer.extend(text.as_bytes());
    }
    answer
}
