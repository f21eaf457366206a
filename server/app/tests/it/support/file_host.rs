//! A host on this machine that takes files by POST, and gives those of its folder. It records what it is asked.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use poem::http::{Method, StatusCode};
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{EndpointExt, Request, Response, Server, endpoint};
use server_core::outgoing::divert;
use uuid::Uuid;

/// A file that was posted.
#[derive(Clone, Debug)]
pub struct PostedFile {
    pub authorization: String,
    pub key: String,
    pub disposition: String,
    pub bytes: Vec<u8>,
}

#[derive(Default)]
struct Stored {
    files: BTreeMap<String, Vec<u8>>,
    posted: Vec<PostedFile>,
    /// Answered to those who ask for a file.
    kept_back: BTreeMap<String, StatusCode>,
    /// Answered to everything, if set.
    status: Option<StatusCode>,
}

#[derive(Clone)]
pub struct FileHost {
    /// Its folder, as those outside name it.
    pub url: String,
    stored: Arc<Mutex<Stored>>,
}

impl FileHost {
    pub async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = acceptor.local_addr()[0].as_socket_addr().copied().unwrap();
        let name = format!("files-{}.example.com", Uuid::now_v7().simple());
        divert(&name, address);
        let host = Self { url: format!("https://{name}/folder"), stored: Arc::default() };
        let own = host.clone();
        let app = endpoint::make(move |request| {
            let host = own.clone();
            async move { Ok::<_, poem::Error>(host.answer(request).await) }
        });
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app.boxed()));
        host
    }

    pub fn put(&self, name: &str, content: &[u8]) {
        self.lock().files.insert(name.to_owned(), content.to_vec());
    }

    pub fn names(&self) -> Vec<String> {
        self.lock().files.keys().cloned().collect()
    }

    pub fn posted(&self) -> Vec<PostedFile> {
        self.lock().posted.clone()
    }

    /// Answers everything with this status from now on.
    pub fn fail_with(&self, status: StatusCode) {
        self.lock().status = Some(status);
    }

    /// Answers with this status who asks for a file.
    pub fn keep_back(&self, name: &str, status: StatusCode) {
        self.lock().kept_back.insert(name.to_owned(), status);
    }

    fn lock(&self) -> MutexGuard<'_, Stored> {
        self.stored.lock().unwrap()
    }

    async fn answer(&self, mut request: Request) -> Response {
        let header = |name: &str| request.header(name).unwrap_or_default().to_owned();
        let [authorization, key, disposition] =
            ["authorization", "idempotency-key", "content-disposition"].map(header);
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let bytes = request.take_body().into_vec().await.unwrap();
        let mut stored = self.lock();
        if let Some(status) = stored.status {
            return Response::builder().status(status).finish();
        }
        let name = path.trim_start_matches("/folder").trim_start_matches('/');
        if let Some(status) = stored.kept_back.get(name).filter(|_| method == Method::GET) {
            return Response::builder().status(*status).finish();
        }
        match (method, name) {
            (Method::POST, _) => {
                stored.posted.push(PostedFile { authorization, key, disposition, bytes });
                Response::builder().status(StatusCode::ACCEPTED).body("thank you")
            }
            (Method::GET, "") => {
                let names: Vec<&String> = stored.files.keys().collect();
                Response::builder().body(serde_json::to_vec(&names).unwrap())
            }
            (Method::GET, name) => match stored.files.get(name) {
                Some(content) => Response::builder().body(content.clone()),
                None => Response::builder().status(StatusCode::NOT_FOUND).finish(),
            },
            (_, name) => {
                stored.files.remove(name);
                Response::builder().status(StatusCode::NO_CONTENT).finish()
            }
        }
    }
}
