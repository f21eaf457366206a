//! The journal of the writers: their tries, what was acknowledged, and when.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The answer to a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done, and acknowledged.
    Done,
    /// Not done, and said so by a status below 500.
    Refused,
    /// Whether it was done is not known to the caller.
    Failed,
}

/// A request of a writer.
#[derive(Clone, Debug)]
pub struct Try {
    pub area: &'static str,
    /// Since the soak began.
    pub at: Duration,
    pub answer: Answer,
    /// The status and code of an answer that is not good; empty otherwise.
    pub text: String,
}

/// How a claim is looked for afterwards. `ending` has the statement for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimKind {
    Shipment,
    Confirmation,
    Charge,
    Deposit,
    DepositPosted,
    Adjustment,
    Billed,
    Ticket,
    Chat,
    Received,
    Bagged,
    Movement,
    FieldRecord,
}

/// Something that a writer has written.
#[derive(Clone, Debug)]
pub struct Claim {
    pub kind: ClaimKind,
    /// A text that only this one has in the database.
    pub mark: String,
    /// Acknowledged. Otherwise it can be there or not, but not twice.
    pub is_certain: bool,
    pub at: Duration,
}

pub struct Journal {
    since: Instant,
    pages: Mutex<Pages>,
}

#[derive(Default)]
struct Pages {
    tries: Vec<Try>,
    claims: Vec<Claim>,
    /// Units that acknowledged movements left in each place.
    balances: BTreeMap<String, i64>,
    /// Numbers of issued invoices.
    invoices: Vec<String>,
}

impl Journal {
    pub fn begin() -> Self {
        Self { since: Instant::now(), pages: Mutex::default() }
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since the soak began.
    pub fn now(&self) -> Duration {
        self.since.elapsed()
    }

    pub fn note(&self, area: &'static str, answer: Answer, text: impl Into<String>) {
        let one = Try { area, at: self.now(), answer, text: text.into() };
        self.pages().tries.push(one);
    }

    pub fn claim(&self, kind: ClaimKind, mark: impl Into<String>) {
        self.add(kind, mark.into(), true);
    }

    /// It may be there: the answer was lost.
    pub fn doubt(&self, kind: ClaimKind, mark: impl Into<String>) {
        self.add(kind, mark.into(), false);
    }

    fn add(&self, kind: ClaimKind, mark: String, is_certain: bool) {
        let claim = Claim { kind, mark, is_certain, at: self.now() };
        self.pages().claims.push(claim);
    }

    pub fn add_units(&self, place: &str, units: i64) {
        *self.pages().balances.entry(place.to_owned()).or_default() += units;
    }

    pub fn add_invoice(&self, number: &str) {
        self.pages().invoices.push(number.to_owned());
    }

    pub fn tries(&self) -> Vec<Try> {
        self.pages().tries.clone()
    }

    pub fn claims(&self) -> Vec<Claim> {
        self.pages().claims.clone()
    }

    pub fn balances(&self) -> BTreeMap<String, i64> {
        self.pages().balances.clone()
    }

    pub fn invoices(&self) -> Vec<String> {
        self.pages().invoices.clone()
    }
}
