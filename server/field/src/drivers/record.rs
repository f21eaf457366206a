//! What a driver records at a stop, and the answer to each record of a batch.

use std::collections::HashSet;

use chrono::TimeDelta;
use rust_decimal::Decimal;
use trade::wire_name;
use uuid::Uuid;

use super::attempt_reason::AttemptReason;
use super::clock::DeviceTime;

/// Largest size of a batch of records.
pub const MAX_BATCH_BYTES: usize = 64 * 1024;
/// Size of a photo, a signature or a document.
pub const MAX_FILE_BYTES: usize = 3 * 1024 * 1024;
/// Files are on their way for so long before somebody looks after them.
pub const FILE_PATIENCE: TimeDelta = TimeDelta::hours(1);

/// SHA-256 of a file.
pub type FileHash = [u8; 32];

wire_name! {
    /// Event that a record tells of.
    RecordKind {
        Arrive = "arrive",
        Collect = "collect",
        Deliver = "deliver",
        Fail = "fail",
        /// Another record of the driver was a mistake.
        Undo = "undo",
        /// More proof of a stop that is done.
        Attach = "attach",
        Note = "note",
    }
}
wire_name! {
    /// Proof that parcels were handed over.
    ProofKind {
        Name = "name",
        Photo = "photo",
        Signature = "signature",
        Document = "document",
        /// The recipient got it, and says it at the door.
        Pin = "pin",
    }
}
wire_name! {
    /// The answer to a record.
    RecordVerdict {
        Accepted = "accepted",
        /// Stored; it counts when its files have arrived.
        WaitingForFiles = "waiting_for_files",
        /// Another record has this id.
        IdReused = "id_reused",
        ProofMissing = "proof_missing",
        ReasonUnknown = "reason_unknown",
        /// The stop was never one of this driver.
        NotFound = "not_found",
    }
}

/// A record as the phone made it. Its id is made before the first try, so that a repeated one is recognised.
#[derive(Clone, Debug, PartialEq)]
pub struct DriverRecord {
    pub id: Uuid,
    pub stop_id: Uuid,
    /// Counts the records of a phone.
    pub seq: i32,
    pub kind: RecordKind,
    pub time: DeviceTime,
    pub payload: RecordPayload,
    pub files: Vec<RecordFile>,
}

/// A file of a record. The bytes are sent apart from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordFile {
    pub sha256: FileHash,
    pub kind: ProofKind,
}

/// Fields that depend on the kind of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordPayload {
    /// Who took the parcels.
    pub name: Option<String>,
    pub document_number: Option<String>,
    /// The recipient said a PIN.
    pub has_pin: bool,
    /// Whether it was the right one; none for a record without a PIN.
    pub is_pin_right: Option<bool>,
    /// The parcels that were handed over; none for all.
    pub parcel_ids: Option<Vec<Uuid>>,
    /// Cash that was taken of what is due.
    pub cash: Option<Decimal>,
    /// It names parcels that are not of its delivery.
    pub has_foreign_parcels: bool,
    /// Cash was taken that does not count: in another currency, or not an amount.
    pub has_other_cash: bool,
    /// Code of an `AttemptReason`.
    pub reason: Option<String>,
    /// The record that was a mistake.
    pub undoes: Option<Uuid>,
    /// Why a proof could not be had.
    pub proof_impossible: Option<String>,
    pub note: Option<String>,
}

/// A record that was received before.
#[derive(Clone, Debug, PartialEq)]
pub struct EarlierRecord {
    pub record: DriverRecord,
    pub verdict: RecordVerdict,
}

/// The proof that a service and its client want, besides a name or a photo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofRule {
    pub kinds: Vec<ProofKind>,
}

impl RecordVerdict {
    /// Whether the record is stored. What is not stays on the phone as a draft.
    pub const fn is_stored(self) -> bool {
        matches!(self, Self::Accepted | Self::WaitingForFiles)
    }
}

/// The answer to a record. The same record gets its first answer again.
pub fn check_record(
    record: &DriverRecord,
    earlier: Option<&EarlierRecord>,
    arrived_files: &HashSet<FileHash>,
    proof: &ProofRule,
) -> RecordVerdict {
    if let Some(earlier) = earlier {
        return if earlier.record == *record { earlier.verdict } else { RecordVerdict::IdReused };
    }
    match record.kind {
        RecordKind::Fail if record.find_reason().is_none() => return RecordVerdict::ReasonUnknown,
        RecordKind::Deliver if !proof.is_met(record) => return RecordVerdict::ProofMissing,
        RecordKind::Undo if record.payload.undoes.is_none() => return RecordVerdict::NotFound,
        _ => {}
    }
    if record.is_complete(arrived_files) { RecordVerdict::Accepted } else { RecordVerdict::WaitingForFiles }
}

impl RecordPayload {
    /// Its driver has cash.
    pub fn has_cash(&self) -> bool {
        self.has_other_cash || self.cash.is_some_and(|cash| !cash.is_zero())
    }
}

impl DriverRecord {
    pub fn find_reason(&self) -> Option<AttemptReason> {
        self.payload.reason.as_deref().and_then(AttemptReason::from_name)
    }

    pub fn is_complete(&self, arrived_files: &HashSet<FileHash>) -> bool {
        self.files.iter().all(|file| arrived_files.contains(&file.sha256))
    }

    fn proves(&self, kind: ProofKind) -> bool {
        let has_file = self.files.iter().any(|file| file.kind == kind);
        match kind {
            ProofKind::Name => is_written(self.payload.name.as_deref()),
            ProofKind::Document => has_file || is_written(self.payload.document_number.as_deref()),
            ProofKind::Photo | ProofKind::Signature => has_file,
            ProofKind::Pin => self.payload.has_pin,
        }
    }
}

impl ProofRule {
    /// Whether a delivery has its proof, or says why it cannot.
    fn is_met(&self, record: &DriverRecord) -> bool {
        let is_known_who = record.proves(ProofKind::Name) || record.proves(ProofKind::Photo);
        let has_all = is_known_who && self.kinds.iter().all(|kind| record.proves(*kind));
        has_all || is_written(record.payload.proof_impossible.as_deref())
    }
}

fn is_written(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: RecordKind, payload: RecordPayload) -> DriverRecord {
        let time = DeviceTime { at: "2026-11-26T10:00:00Z".parse().unwrap(), offset_s: Some(0) };
        let (id, stop_id) = (Uuid::from_u128(1), Uuid::from_u128(2));
        DriverRecord { id, stop_id, seq: 1, kind, time, payload, files: Vec::new() }
    }

    fn named() -> RecordPayload {
        RecordPayload { name: Some("Ana".into()), ..RecordPayload::default() }
    }

    fn check(record: &DriverRecord, proof: &ProofRule) -> RecordVerdict {
        check_record(record, None, &HashSet::new(), proof)
    }

    #[test]
    fn a_delivery_needs_the_proof_of_its_service_or_the_reason_for_its_absence() {
        let signed = ProofRule { kinds: vec![ProofKind::Signature] };
        let mut delivery = record(RecordKind::Deliver, named());
        assert_eq!(check(&delivery, &ProofRule::default()), RecordVerdict::Accepted);
        assert_eq!(check(&delivery, &signed), RecordVerdict::ProofMissing);
        delivery.payload.proof_impossible = Some("hands full".into());
        assert_eq!(check(&delivery, &signed), RecordVerdict::Accepted);
        delivery.payload.proof_impossible = None;
        delivery.files.push(RecordFile { sha256: [1; 32], kind: ProofKind::Signature });
        assert_eq!(check(&delivery, &signed), RecordVerdict::WaitingForFiles);
    }

    #[test]
    fn a_delivery_that_asks_for_a_pin_needs_one_be_it_right_or_wrong() {
        let rule = ProofRule { kinds: vec![ProofKind::Pin] };
        let mut delivery = record(RecordKind::Deliver, named());
        assert_eq!(check(&delivery, &rule), RecordVerdict::ProofMissing);
        delivery.payload.has_pin = true;
        assert_eq!(check(&delivery, &rule), RecordVerdict::Accepted);
    }

    #[test]
    fn a_blank_name_is_no_proof() {
        let delivery = record(RecordKind::Deliver, RecordPayload { name: Some(" ".into()), ..named() });
        assert_eq!(check(&delivery, &ProofRule::default()), RecordVerdict::ProofMissing);
    }

    #[test]
    fn an_unknown_reason_is_refused() {
        let because =
            |reason: &str| RecordPayload { reason: Some(reason.into()), ..RecordPayload::default() };
        let failed = |reason| check(&record(RecordKind::Fail, because(reason)), &ProofRule::default());
        assert_eq!(failed("rain"), RecordVerdict::ReasonUnknown);
        assert_eq!(failed("refused"), RecordVerdict::Accepted);
    }

    #[test]
    fn the_same_record_gets_its_first_answer_and_another_one_with_its_id_is_refused() {
        let delivery = record(RecordKind::Deliver, named());
        let earlier = EarlierRecord { record: delivery.clone(), verdict: RecordVerdict::WaitingForFiles };
        let check = |record: &DriverRecord| {
            check_record(record, Some(&earlier), &HashSet::new(), &ProofRule::default())
        };
        assert_eq!(check(&delivery), RecordVerdict::WaitingForFiles);
        assert_eq!(check(&DriverRecord { seq: 2, ..delivery }), RecordVerdict::IdReused);
    }
}
