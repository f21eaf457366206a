//! Connections to the server: HTTP/1.1 with deadlines, and a cap that leaves room for new addresses. HTTP/2 is left to the
//! proxy in front, which ends TLS.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Endpoint, EndpointExt, Response};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::limit::network;

/// Until the headers of the first or the next request are complete.
const HEADERS: Duration = Duration::from_secs(20);
/// The same for a proxy, which keeps idle connections.
const HEADERS_OF_PROXY: Duration = Duration::from_secs(90);
/// Until a client that reads nothing is given up.
const WRITE: Duration = Duration::from_secs(60);
const MAX_HEADER_BYTES: usize = 64 * 1024;
/// For requests that are running when the server stops.
const DRAIN: Duration = Duration::from_secs(20);
/// An address may hold a seat for each of so many free ones. With many addresses that hold what they can, each gets less,
/// and the next one still gets some.
const FREE_FOR_EACH: usize = 16;

/// How many connections there are at a time.
#[derive(Clone, Debug)]
pub struct Caps {
    pub all: usize,
    /// May use all of them.
    pub trusted_proxies: Vec<IpNet>,
}

/// Serves until `stop`, then lets the running requests end.
pub async fn serve(
    listener: TcpListener,
    app: impl Endpoint + 'static,
    caps: Caps,
    stop: CancellationToken,
) -> std::io::Result<()> {
    let app: Arc<App> = Arc::new(app.map_to_response().boxed());
    let (seats, connections) = (Arc::new(Seats::new(caps)), TaskTracker::new());
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            // Without a seat, the connection is closed at once.
            Ok((socket, address)) => {
                if let Some(seat) = seats.take(address.ip()) {
                    connections.spawn(connection(socket, address, app.clone(), seat, stop.clone()));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    connections.close();
    tokio::time::timeout(DRAIN, connections.wait()).await.ok();
    Ok(())
}

type App = poem::endpoint::BoxEndpoint<'static, Response>;

async fn connection(
    socket: TcpStream,
    address: SocketAddr,
    app: Arc<App>,
    seat: Seat,
    stop: CancellationToken,
) {
    // Otherwise small answers are delayed by 40 ms.
    socket.set_nodelay(true).ok();
    let local = socket.local_addr().map_or_else(|_| LocalAddr::default(), |local| LocalAddr(local.into()));
    let remote = RemoteAddr(address.into());
    let service = service_fn(move |request| {
        let (app, local, remote) = (app.clone(), local.clone(), remote.clone());
        async move {
            let request = poem::Request::from((request, local, remote, Scheme::HTTP));
            Ok::<_, Infallible>(hyper::Response::from(app.get_response(request).await))
        }
    });
    let mut socket = TimeoutStream::new(socket);
    socket.set_write_timeout(Some(WRITE));
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(seat.headers)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(Box::pin(socket)), service)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        () = stop.cancelled() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// The connections that are open.
struct Seats {
    caps: Caps,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    of: HashMap<String, usize>,
}

impl Seats {
    fn new(caps: Caps) -> Self {
        Self { caps, taken: Mutex::default() }
    }

    fn take(self: &Arc<Self>, address: IpAddr) -> Option<Seat> {
        let address = address.to_canonical();
        let is_proxy = self.caps.trusted_proxies.iter().any(|network| network.contains(&address));
        let counted = (!is_proxy).then(|| network(&address.to_string()));
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = counted.as_ref().and_then(|of| taken.of.get(of)).copied().unwrap_or_default();
        let free = self.caps.all.saturating_sub(taken.all);
        if own * FREE_FOR_EACH >= free {
            return None;
        }
        taken.all += 1;
        if let Some(of) = &counted {
            *taken.of.entry(of.clone()).or_default() += 1;
        }
        let headers = if is_proxy { HEADERS_OF_PROXY } else { HEADERS };
        Some(Seat { seats: self.clone(), counted, headers })
    }
}

/// One open connection.
struct Seat {
    seats: Arc<Seats>,
    counted: Option<String>,
    headers: Duration,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        let Some(of) = &self.counted else { return };
        if let Some(count) = taken.of.get_mut(of) {
            *count -= 1;
            if *count == 0 {
                taken.of.remove(of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    fn caps(all: usize) -> Caps {
        Caps { all, trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()] }
    }

    /// As many as the address gets.
    fn fill(seats: &Arc<Seats>, address: [u8; 4]) -> Vec<Seat> {
        std::iter::from_fn(|| seats.take(address.into())).collect()
    }

    #[test]
    fn an_address_takes_a_share_and_leaves_room_for_the_next() {
        let seats = Arc::new(Seats::new(caps(1_600)));
        let first = fill(&seats, [192, 0, 2, 1]);
        assert!((90..=100).contains(&first.len()), "{}", first.len());
        let crowd: Vec<_> = (0..40).map(|at| fill(&seats, [198, 51, 100, at])).collect();
        assert!(crowd.iter().all(|held| !held.is_empty()));
        assert!(fill(&seats, [192, 0, 2, 2]).len() > 2);
        drop((first, crowd));
        assert!(seats.taken.lock().unwrap().of.is_empty());
    }

    #[test]
    fn a_proxy_may_use_all_and_has_more_time() {
        let seats = Arc::new(Seats::new(caps(9)));
        let proxied = fill(&seats, [10, 1, 2, 3]);
        assert_eq!(proxied.len(), 9);
        assert!(proxied.iter().all(|seat| seat.headers == HEADERS_OF_PROXY));
        assert!(fill(&seats, [192, 0, 2, 1]).is_empty());
        drop(proxied);
        assert_eq!(fill(&seats, [192, 0, 2, 1])[0].headers, HEADERS);
    }

    async fn served(caps: Caps) -> (SocketAddr, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let app = poem::endpoint::make_sync(|_| "ok");
        tokio::spawn(serve(listener, app, caps, stop.clone()));
        (address, stop)
    }

    async fn answer(address: SocketAddr, request: &str) -> String {
        let mut socket = TcpStream::connect(address).await.unwrap();
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // A connection that is reset has no more to say.
        socket.read_to_end(&mut answer).await.ok();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn only_http_1_is_spoken() {
        let (address, _stop) = served(caps(9)).await;
        let close = "host: a\r\nconnection: close\r\n\r\n";
        assert!(answer(address, &format!("GET / HTTP/1.1\r\n{close}")).await.ends_with("ok"));
        let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
        assert!(!answer(address, preface).await.contains("200"));
        let long = format!("GET / HTTP/1.1\r\nx: {}\r\n{close}", "a".repeat(2 * MAX_HEADER_BYTES));
        assert!(!answer(address, &long).await.contains("200"));
    }

    #[tokio::test]
    async fn a_connection_above_the_cap_is_closed_and_the_open_ones_are_served() {
        let (address, _stop) = served(caps(1)).await;
        let mut open = TcpStream::connect(address).await.unwrap();
        open.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        let mut first = [0; 12];
        open.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        assert_eq!(answer(address, "GET / HTTP/1.1\r\nhost: a\r\n\r\n").await, "");
    }
}
