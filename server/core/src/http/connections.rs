//! Connections to the server: HTTP/1.1 with deadlines, and a cap that leaves room for new addresses. HTTP/2 is left to the
//! proxy in front, which ends TLS.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Frame, SizeHint};
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
    pub deadlines: Deadlines,
}

#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Until the headers of the first or the next request are complete.
    pub headers: Duration,
    /// The same for a proxy, which keeps idle connections.
    pub headers_of_proxy: Duration,
    /// Until a client that reads nothing is given up.
    pub write: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(20),
            headers_of_proxy: Duration::from_secs(90),
            write: Duration::from_secs(60),
        }
    }
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
    let (headers, given_up, write) = (seat.headers, seat.given_up.clone(), seat.seats.caps.deadlines.write);
    let seat = Arc::new(seat);
    let service = service_fn(move |request| {
        let (app, local, remote) = (app.clone(), local.clone(), remote.clone());
        let work = Work::begin(&seat);
        async move {
            let request = poem::Request::from((request, local, remote, Scheme::HTTP));
            let response = hyper::Response::from(app.get_response(request).await);
            Ok::<_, Infallible>(response.map(|body| Answer { body, _work: work }))
        }
    });
    let mut socket = TimeoutStream::new(socket);
    socket.set_write_timeout(Some(write));
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(headers)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(Box::pin(socket)), service)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        () = given_up.cancelled() => return,
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
    taken: Mutex<TakenConnections>,
}

#[derive(Default)]
struct TakenConnections {
    all: usize,
    of: HashMap<String, usize>,
    /// The connections that wait for a request, the longest first. Those of proxies are not among them.
    waiting: BTreeMap<u64, CancellationToken>,
    /// Waits that have begun.
    waits: u64,
}

impl Seats {
    fn new(caps: Caps) -> Self {
        Self { caps, taken: Mutex::default() }
    }

    fn lock_taken(&self) -> MutexGuard<'_, TakenConnections> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When all seats are taken, an address without one gets that of the connection that has waited longest for a request.
    fn take(self: &Arc<Self>, address: IpAddr) -> Option<Seat> {
        let address = address.to_canonical();
        let is_proxy = self.caps.trusted_proxies.iter().any(|network| network.contains(&address));
        let counted = (!is_proxy).then(|| network(&address.to_string()));
        let mut taken = self.lock_taken();
        let own = counted.as_ref().and_then(|of| taken.of.get(of)).copied().unwrap_or_default();
        let free = self.caps.all.saturating_sub(taken.all);
        if own > 0 && own * FREE_FOR_EACH >= free {
            return None;
        }
        if free == 0 {
            taken.waiting.pop_first()?.1.cancel();
        }
        taken.all += 1;
        if let Some(of) = &counted {
            *taken.of.entry(of.clone()).or_default() += 1;
        }
        drop(taken);
        let Deadlines { headers, headers_of_proxy, .. } = self.caps.deadlines;
        let headers = if is_proxy { headers_of_proxy } else { headers };
        let seat = Seat {
            seats: self.clone(),
            counted,
            headers,
            given_up: CancellationToken::new(),
            wait: AtomicU64::default(),
        };
        seat.wait();
        Some(seat)
    }
}

/// One open connection.
struct Seat {
    seats: Arc<Seats>,
    counted: Option<String>,
    headers: Duration,
    /// Cancelled when another connection gets this seat.
    given_up: CancellationToken,
    /// The number of its wait for a request.
    wait: AtomicU64,
}

impl Seat {
    fn wait(&self) {
        if self.counted.is_none() {
            return;
        }
        let mut taken = self.seats.lock_taken();
        taken.waits += 1;
        let number = taken.waits;
        taken.waiting.insert(number, self.given_up.clone());
        self.wait.store(number, Ordering::Relaxed);
    }

    fn end_wait(&self) {
        self.seats.lock_taken().waiting.remove(&self.wait.load(Ordering::Relaxed));
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.end_wait();
        let mut taken = self.seats.lock_taken();
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

/// From a request until the last byte of its answer. In between, the connection is not given up for another.
struct Work(Arc<Seat>);

impl Work {
    fn begin(seat: &Arc<Seat>) -> Self {
        seat.end_wait();
        Self(seat.clone())
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.0.wait();
    }
}

struct Answer<B> {
    body: B,
    _work: Work,
}

impl<B: hyper::body::Body + Unpin> hyper::body::Body for Answer<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpSocket;

    use super::*;

    fn caps(all: usize) -> Caps {
        let trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        Caps { all, trusted_proxies, deadlines: Deadlines::default() }
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
        assert!(seats.lock_taken().of.is_empty());
    }

    #[test]
    fn a_proxy_may_use_all_and_has_more_time() {
        let seats = Arc::new(Seats::new(caps(9)));
        let proxied = fill(&seats, [10, 1, 2, 3]);
        assert_eq!(proxied.len(), 9);
        assert!(proxied.iter().all(|seat| seat.headers == Deadlines::default().headers_of_proxy));
        assert!(fill(&seats, [192, 0, 2, 1]).is_empty());
        drop(proxied);
        assert_eq!(fill(&seats, [192, 0, 2, 1])[0].headers, Deadlines::default().headers);
    }

    #[test]
    fn a_new_address_gets_the_seat_of_the_connection_that_has_waited_longest() {
        let seats = Arc::new(Seats::new(caps(3)));
        let [first, second, third] =
            [1, 2, 3].map(|host| Arc::new(seats.take([192, 0, 2, host].into()).unwrap()));
        let work = Work::begin(&first);
        let fourth = seats.take([192, 0, 2, 4].into()).unwrap();
        assert!(second.given_up.is_cancelled() && !third.given_up.is_cancelled());
        drop((second, work));
        let fifth = seats.take([192, 0, 2, 5].into()).unwrap();
        assert!(third.given_up.is_cancelled() && !first.given_up.is_cancelled());
        assert!(seats.take([192, 0, 2, 5].into()).is_none(), "it has one already");
        drop((first, third, fourth, fifth));
        let taken = seats.lock_taken();
        assert_eq!((taken.all, taken.of.len(), taken.waiting.len()), (0, 0, 0));
    }

    async fn served(caps: Caps) -> (SocketAddr, CancellationToken) {
        serving(poem::endpoint::make_sync(|_| "ok"), caps).await
    }

    async fn serving(app: impl Endpoint + 'static, caps: Caps) -> (SocketAddr, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        tokio::spawn(serve(listener, app, caps, stop.clone()));
        (address, stop)
    }

    fn hurried(deadlines: Deadlines) -> Caps {
        Caps { deadlines, ..caps(9) }
    }

    #[tokio::test]
    async fn a_request_that_never_gets_complete_ends_its_connection() {
        let headers = Duration::from_millis(20);
        let (address, _stop) = served(hurried(Deadlines { headers, ..Deadlines::default() })).await;
        for begun in ["", "GET / HTTP/1.1\r\nhost: a\r\n", "GET / HTTP/1.1\r\nhost: a\r\n\r\n"] {
            answer(address, begun).await;
        }
    }

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_given_up() {
        let (held, mut dropped) = tokio::sync::mpsc::channel::<()>(1);
        let app = poem::endpoint::make_sync(move |_| {
            let held = held.clone();
            let endless = futures_util::stream::repeat_with(move || {
                let _held = &held;
                Ok::<_, std::io::Error>(vec![0; 64 * 1024])
            });
            poem::Body::from_bytes_stream(endless)
        });
        let write = Duration::from_millis(20);
        let (address, stop) = serving(app, hurried(Deadlines { write, ..Deadlines::default() })).await;
        let mut socket = TcpStream::connect(address).await.unwrap();
        socket.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        socket.read_exact(&mut [0; 12]).await.unwrap();
        // The app and the answer hold the sender.
        stop.cancel();
        assert_eq!(dropped.recv().await, None);
        drop(socket);
    }

    #[tokio::test]
    async fn a_connection_that_lost_its_seat_is_closed() {
        let (address, _stop) = served(caps(1)).await;
        let mut idle = TcpStream::connect(address).await.unwrap();
        idle.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        let mut first = [0; 12];
        idle.read_exact(&mut first).await.unwrap();
        let other = TcpSocket::new_v4().unwrap();
        other.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let mut other = other.connect(address).await.unwrap();
        other.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        other.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        // The rest of the answer, then the end.
        idle.read_to_end(&mut Vec::new()).await.ok();
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
