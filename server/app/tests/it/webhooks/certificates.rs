//! Nothing is sent to a receiver that cannot prove its name.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::header::HeaderMap;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use server_core::outgoing::{Outgoing, OutgoingError, OutgoingUrl, answer_in_turn, stand_for, trust};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use uuid::Uuid;

use crate::support::TestApp;

const LONGEST: Duration = Duration::from_secs(10);

/// An authority, and a certificate of it for a name that is good for so many days from now.
fn certify(folder: &Path, name: &str, days: i32) {
    const KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    let openssl = |arguments: &str| {
        let mut command = Command::new("openssl");
        command.args(arguments.split(' ')).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(command.status().expect("openssl is installed with Dovecot").success(), "{arguments}");
    };
    std::fs::write(folder.join("names"), format!("subjectAltName=DNS:{name}")).unwrap();
    openssl(&format!("req -x509 {KEY} -keyout ca.key -out ca.pem -days 2 -subj /CN=Authority"));
    openssl(&format!("req {KEY} -keyout server.key -out server.csr -subj /CN=Server"));
    let sign =
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out server.pem";
    openssl(&format!("{sign} -days {days}"));
}

/// Answers 204 to what is sent by TLS, and counts the requests that it has read.
async fn serve(folder: &Path) -> (SocketAddr, Arc<AtomicUsize>) {
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let certificate = CertificateDer::from_pem_slice(&read("server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(&read("server.key")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, read_count) = (listener.local_addr().unwrap(), Arc::new(AtomicUsize::new(0)));
    let counted = read_count.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // Refused by a caller that does not trust it.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            if stream.read(&mut [0; 4096]).await.unwrap_or_default() > 0 {
                counted.fetch_add(1, Ordering::SeqCst);
                let answer = b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";
                let _ = stream.write_all(answer).await;
                let _ = stream.shutdown().await;
            }
        }
    });
    (address, read_count)
}

/// The certificate of a receiver, and whether it is trusted.
struct Proof {
    what: &'static str,
    has_own_name: bool,
    days: i32,
    is_trusted: bool,
}

#[tokio::test]
async fn a_receiver_with_a_wrong_certificate_reads_nothing() {
    let proof = |what, has_own_name, days, is_trusted| Proof { what, has_own_name, days, is_trusted };
    let cases = [
        proof("right", true, 2, true),
        proof("of another name", false, 2, true),
        proof("of yesterday", true, -1, true),
        proof("of an authority that nobody knows", true, 2, false),
    ];
    let app = TestApp::start().await;
    for (case, last) in cases.iter().zip(21..) {
        let host = format!("proof-{}.example.com", Uuid::now_v7().simple());
        let folder = tempfile::tempdir().unwrap();
        let name = if case.has_own_name { host.as_str() } else { "another.example.com" };
        certify(folder.path(), name, case.days);
        let (here, read_count) = serve(folder.path()).await;
        let public = SocketAddr::new(IpAddr::from([9, 9, 9, last]), 443);
        stand_for(public, here);
        answer_in_turn(&host, [vec![public]]);
        if case.is_trusted {
            trust(&host, std::fs::read(folder.path().join("ca.pem")).unwrap());
        }
        let url = OutgoingUrl::parse(&format!("https://{host}/hook")).unwrap();
        let sent = Outgoing::of(&app.state).post(&url, HeaderMap::new(), b"{}".to_vec(), LONGEST).await;
        if case.what == "right" {
            assert_eq!(sent.unwrap().status, 204, "only a right one is taken");
            assert_eq!(read_count.load(Ordering::SeqCst), 1);
        } else {
            assert!(matches!(sent, Err(OutgoingError::Http(_))), "{}: {sent:?}", case.what);
            assert_eq!(read_count.load(Ordering::SeqCst), 0, "{}", case.what);
        }
    }
}
