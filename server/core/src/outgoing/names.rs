//! Asks for the addresses of names. Tests answer in the place of the name servers; a server that is built for use asks only
//! these.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The answers that are left for a name, and the places on this machine that stand for public addresses.
#[derive(Default)]
struct PlayedNames {
    answers: HashMap<String, VecDeque<Vec<SocketAddr>>>,
    places: HashMap<SocketAddr, SocketAddr>,
}

static PLAYED: LazyLock<Mutex<PlayedNames>> = LazyLock::new(Mutex::default);

/// Each question for this name gets the next of these answers, and afterwards none. Only in builds for tests and development;
/// each test takes a name of its own.
pub fn answer_in_turn(host: &str, answers: impl IntoIterator<Item = Vec<SocketAddr>>) {
    lock().answers.insert(host.to_owned(), answers.into_iter().collect());
}

/// Number of answers that nobody has asked for yet.
pub fn count_answers_left(host: &str) -> usize {
    lock().answers.get(host).map_or(0, VecDeque::len)
}

/// A connection to a public address that was vetted goes to this machine instead: tests do not reach the outside. Each test
/// takes an address of its own.
pub fn stand_for(address: SocketAddr, here: SocketAddr) {
    lock().places.insert(address, here);
}

/// The addresses of a name, as they are now.
pub(super) async fn look_up(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    match find_answer(host) {
        Some(answer) => Ok(answer),
        None => Ok(tokio::net::lookup_host((host, port)).await?.collect()),
    }
}

/// Where connections to vetted addresses go: to these.
pub(super) fn find_places(vetted: Vec<SocketAddr>) -> Vec<SocketAddr> {
    if !cfg!(debug_assertions) {
        return vetted;
    }
    let played = lock();
    vetted.into_iter().map(|address| played.places.get(&address).copied().unwrap_or(address)).collect()
}

fn find_answer(host: &str) -> Option<Vec<SocketAddr>> {
    if !cfg!(debug_assertions) {
        return None;
    }
    Some(lock().answers.get_mut(host)?.pop_front().unwrap_or_default())
}

fn lock() -> MutexGuard<'static, PlayedNames> {
    PLAYED.lock().unwrap_or_else(PoisonError::into_inner)
}
