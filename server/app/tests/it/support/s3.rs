//! A store in memory that speaks the part of S3 that we use, and checks each signature by itself.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use hmac::{Hmac, KeyInit, Mac};
use poem::http::{Method, StatusCode};
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{Endpoint, Request, Response, Server};
use reqwest::Url;
use sha2::{Digest, Sha256};

pub const KEY: &str = "key";
pub const SECRET: &str = "secret";
pub const REGION: &str = "sa-east-1";
pub const BUCKET: &str = "remessa";

/// What a signature has to cover at least.
const SIGNED: [&str; 3] = ["host", "x-amz-content-sha256", "x-amz-date"];
const LAST_MODIFIED: &str = "Fri, 27 Nov 2026 00:00:00 GMT";

#[derive(Clone, Default)]
pub struct S3(Arc<Mutex<Contents>>);

#[derive(Default)]
struct Contents {
    files: BTreeMap<String, Vec<u8>>,
    /// The parts of uploads that were neither completed nor aborted.
    uploads: BTreeMap<String, BTreeMap<u32, Vec<u8>>>,
}

/// A request whose signature is valid.
struct Call {
    method: Method,
    /// The key of a file; empty for a request to the bucket.
    key: String,
    query: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl S3 {
    /// Starts a store with an empty bucket, and returns it with the address where it listens.
    pub async fn start() -> (Self, String) {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = acceptor.local_addr()[0].to_string();
        let store = Self::default();
        tokio::spawn(Server::new_with_acceptor(acceptor).run(store.clone()));
        (store, format!("http://{}", address.trim_start_matches("socket://")))
    }

    pub fn keys(&self) -> Vec<String> {
        self.0.lock().unwrap().files.keys().cloned().collect()
    }

    /// Uploads that were neither completed nor aborted.
    pub fn open_uploads(&self) -> usize {
        self.0.lock().unwrap().uploads.len()
    }
}

impl Contents {
    fn answer(&mut self, call: Call) -> Response {
        let Call { method, key, query, body } = call;
        match (method, query.get("uploadId")) {
            (Method::POST, None) if query.contains_key("uploads") => {
                let answer = xml("InitiateMultipartUploadResult", &format!("<UploadId>{key}</UploadId>"));
                self.uploads.insert(key, BTreeMap::new());
                answer
            }
            (Method::PUT, Some(upload)) => match self.uploads.get_mut(upload) {
                Some(parts) => {
                    parts.insert(query["partNumber"].parse().unwrap(), body);
                    file(Vec::new())
                }
                None => StatusCode::NOT_FOUND.into(),
            },
            (Method::POST, Some(upload)) => {
                let mut parts = self.uploads.remove(upload).unwrap();
                let numbers = texts(&body, "PartNumber").into_iter();
                let bytes = numbers.flat_map(|number| parts.remove(&number.parse().unwrap()).unwrap());
                self.files.insert(key, bytes.collect());
                xml("CompleteMultipartUploadResult", "<ETag>\"1\"</ETag>")
            }
            (Method::DELETE, Some(upload)) => {
                self.uploads.remove(upload);
                StatusCode::NO_CONTENT.into()
            }
            (Method::PUT, None) => {
                self.files.insert(key, body);
                file(Vec::new())
            }
            (Method::POST, None) if query.contains_key("delete") => {
                self.files.retain(|key, _| !texts(&body, "Key").contains(key));
                xml("DeleteResult", "<Deleted><Key>all</Key></Deleted>")
            }
            (Method::GET, None) if query.contains_key("list-type") => self.list(&query["prefix"]),
            (Method::GET, None) => match self.files.get(&key) {
                Some(bytes) => file(bytes.clone()),
                None => StatusCode::NOT_FOUND.into(),
            },
            _ => StatusCode::BAD_REQUEST.into(),
        }
    }

    fn list(&self, prefix: &str) -> Response {
        let mut list = String::new();
        for (key, bytes) in self.files.iter().filter(|(key, _)| key.starts_with(prefix)) {
            let time = "<LastModified>2026-11-27T00:00:00Z</LastModified>";
            let size = bytes.len();
            write!(list, "<Contents><Key>{key}</Key><Size>{size}</Size>{time}</Contents>").unwrap();
        }
        xml("ListBucketResult", &list)
    }
}

impl Endpoint for S3 {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        Ok(match check_signature(request).await {
            Some(call) => self.0.lock().unwrap().answer(call),
            None => StatusCode::FORBIDDEN.into(),
        })
    }
}

fn xml(root: &str, content: &str) -> Response {
    Response::builder().content_type("application/xml").body(format!("<{root}>{content}</{root}>"))
}

fn file(bytes: Vec<u8>) -> Response {
    Response::builder().header("etag", "\"1\"").header("last-modified", LAST_MODIFIED).body(bytes)
}

/// The texts of the elements with this name.
fn texts(xml: &[u8], element: &str) -> Vec<String> {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    let xml = String::from_utf8_lossy(xml);
    xml.split(&open).skip(1).map(|rest| rest.split(&close).next().unwrap().to_owned()).collect()
}

/// None unless the request is signed with our secret (version 4 of AWS), for this path, query, content and time.
async fn check_signature(mut request: Request) -> Option<Call> {
    let body = request.take_body().into_bytes().await.unwrap();
    let header = |name: &str| request.headers().get(name)?.to_str().ok();
    let (authorization, time) = (header("authorization")?, header("x-amz-date")?);
    let scope = format!("{}/{REGION}/s3/aws4_request", &time[..8]);
    let signed =
        authorization.strip_prefix(&format!("AWS4-HMAC-SHA256 Credential={KEY}/{scope}, SignedHeaders="))?;
    let (names, signature) = signed.split_once(", Signature=")?;
    let hash = header("x-amz-content-sha256")?;
    let is_signed = |name: &str| names.split(';').any(|one| one == name);
    if hash != hex(&Sha256::digest(&body)) || !SIGNED.into_iter().all(is_signed) {
        return None;
    }
    let url = Url::parse(&format!("http://store{}", request.original_uri())).unwrap();
    let query: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
    // Keys and numbers of ours are encoded alike in a form and in a signature.
    let sorted = serde_urlencoded::to_string(&query).unwrap();
    let mut canonical = format!("{}\n{}\n{sorted}\n", request.method(), url.path());
    for name in names.split(';') {
        writeln!(canonical, "{name}:{}", header(name)?.trim()).unwrap();
    }
    write!(canonical, "\n{names}\n{hash}").unwrap();
    let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
    let secret = format!("AWS4{SECRET}").into_bytes();
    let key = scope.split('/').fold(secret, |key, part| hmac(&key, part));
    let path = url.path().strip_prefix(&format!("/{BUCKET}"))?.trim_start_matches('/').to_owned();
    let call = Call { method: request.method().clone(), key: path, query, body: body.into() };
    (hex(&hmac(&key, &text)) == signature).then_some(call)
}

fn hmac(key: &[u8], text: &str) -> Vec<u8> {
    Hmac::<Sha256>::new_from_slice(key).unwrap().chain_update(text).finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}
