//! Movements are posted: levels are locked, a movement that was posted before is answered again, a new one changes the levels
//! or is refused, and then nothing has changed.

use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use tenancy::TenantTx;
use uuid::Uuid;

use super::webhook_events;
use crate::ledger::{LedgerRefusal, LevelKey, LevelStep, LevelsAfter, StockLevel, apply};
use crate::levels::{self, LevelsMoved, LockedLevels};
use crate::movement_kind::{MovementKind, OutsidePlace, RemovalReason};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

/// The origin of movements of purchases.
pub const PURCHASE: &str = "purchase";

/// The origin of a movement. The same again is the same movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovementKey {
    pub source_type: &'static str,
    pub source_id: Uuid,
    pub line: i32,
}

/// A movement to post.
#[derive(Clone, Debug)]
pub struct Posting {
    pub key: MovementKey,
    pub kind: MovementKind,
    pub lot_id: Uuid,
    /// Above zero.
    pub quantity: i32,
    pub from_place_id: Option<Uuid>,
    pub to_place_id: Option<Uuid>,
    /// The other end of what comes in or goes out.
    pub outside: Option<OutsidePlace>,
    /// The reservation that holds its goods.
    pub reservation_id: Option<Uuid>,
    pub of_movement_id: Option<Uuid>,
    pub removal: Option<RemovalReason>,
    pub reason: Option<String>,
    /// When it happened.
    pub occurred_at: DateTime<Utc>,
    /// None for the server's own work.
    pub actor_id: Option<Uuid>,
}

/// The result of posting movements.
#[derive(Debug)]
pub enum PostingOutcome {
    /// Each is posted, now or before.
    Done(Vec<MovementReceipt>),
    /// One of them cannot be; none was posted.
    Refused(PostingRefusal),
}

/// A movement that is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovementReceipt {
    pub id: Uuid,
    /// It was posted before.
    pub is_repeated: bool,
}

/// Which movement cannot be, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostingRefusal {
    /// Its position among those that were asked for.
    pub index: usize,
    pub refusal: LedgerRefusal,
}

impl PostingRefusal {
    /// 409 with what is free now, at the field of the quantity.
    pub fn to_error(self, field: &str) -> ApiError {
        match self.refusal {
            LedgerRefusal::NotEnough { free } => {
                let params = Params::from([("free", free.into())]);
                ApiError::refused_field(field, MessageCode::StockNotEnough, params)
            }
            LedgerRefusal::TooMuch => {
                ApiError::refused_field(field, MessageCode::StockTooMuch, Params::new())
            }
        }
    }
}

impl PostingOutcome {
    /// The movements, or 409 with what is free now, at the field of the quantity.
    pub fn into_result(self, field: &str) -> ApiResult<Vec<MovementReceipt>> {
        match self {
            Self::Done(receipts) => Ok(receipts),
            Self::Refused(refusal) => Err(refusal.to_error(field)),
        }
    }
}

impl Posting {
    fn end(&self, place_id: Option<Uuid>) -> Option<LevelKey> {
        place_id.map(|place_id| LevelKey { lot_id: self.lot_id, place_id })
    }

    fn posted_key(&self) -> PostedKey {
        (self.key.source_type.to_owned(), self.key.source_id, self.key.line, self.kind)
    }

    fn step(&self) -> LevelStep {
        LevelStep {
            quantity: self.quantity,
            from: self.end(self.from_place_id),
            to: self.end(self.to_place_id),
            is_reserved: self.reservation_id.is_some(),
            removes: self.kind == MovementKind::Remove,
            restores: self.kind == MovementKind::Reversal && self.outside == Some(OutsidePlace::Removed),
        }
    }
}

pub const POSTED: &str = "
    select m.id, m.source_type, m.source_id, m.line, m.kind
    from stock_movements m
    where (m.source_type, m.source_id, m.line, m.kind) in (
        select k.source_type, k.source_id, k.line, k.kind
        from unnest($1::text[], $2::uuid[], $3::integer[], $4::text[]) k(source_type, source_id, line, kind)
    )";
/// The positions follow the order of the movements, and the levels are locked meanwhile.
pub const INSERT: &str = "
    insert into stock_movements (id, position, posted_at, occurred_at, kind, lot_id, quantity, from_place_id, to_place_id,
                                 outside, from_after, to_after, source_type, source_id, line, reservation_id,
                                 of_movement_id, removal, reason, actor_id)
    select r.id, nextval('stock_positions'), $2, r.occurred_at, r.kind, r.lot_id, r.quantity, r.from_place_id,
           r.to_place_id, r.outside, r.from_after, r.to_after, r.source_type, r.source_id, r.line, r.reservation_id,
           r.of_movement_id, r.removal, r.reason, r.actor_id
    from jsonb_populate_recordset(null::stock_movements, $1) r";

/// Type, id and line of what asked for a movement, and its kind.
type PostedKey = (String, Uuid, i32, MovementKind);

#[derive(sqlx::FromRow)]
struct PostedRow {
    id: Uuid,
    source_type: String,
    source_id: Uuid,
    line: i32,
    kind: MovementKind,
}

#[derive(Serialize)]
struct MovementRow<'a> {
    id: Uuid,
    occurred_at: DateTime<Utc>,
    kind: MovementKind,
    lot_id: Uuid,
    quantity: i32,
    from_place_id: Option<Uuid>,
    to_place_id: Option<Uuid>,
    outside: Option<OutsidePlace>,
    from_after: Option<i32>,
    to_after: Option<i32>,
    source_type: &'a str,
    source_id: Uuid,
    line: i32,
    reservation_id: Option<Uuid>,
    of_movement_id: Option<Uuid>,
    removal: Option<RemovalReason>,
    reason: Option<&'a str>,
    actor_id: Option<Uuid>,
}

impl<'a> MovementRow<'a> {
    fn of(posting: &'a Posting, id: Uuid, after: LevelsAfter) -> Self {
        Self {
            id,
            occurred_at: posting.occurred_at,
            kind: posting.kind,
            lot_id: posting.lot_id,
            quantity: posting.quantity,
            from_place_id: posting.from_place_id,
            to_place_id: posting.to_place_id,
            outside: posting.outside,
            from_after: after.from,
            to_after: after.to,
            source_type: posting.key.source_type,
            source_id: posting.key.source_id,
            line: posting.key.line,
            reservation_id: posting.reservation_id,
            of_movement_id: posting.of_movement_id,
            removal: posting.removal,
            reason: posting.reason.as_deref(),
            actor_id: posting.actor_id,
        }
    }
}

/// Posts movements, all or none.
pub async fn post(tx: &mut TenantTx, at: DateTime<Utc>, postings: &[Posting]) -> ApiResult<PostingOutcome> {
    let ends = |posting: &Posting| {
        [posting.end(posting.from_place_id), posting.end(posting.to_place_id)].into_iter().flatten()
    };
    let keys: Vec<LevelKey> = postings.iter().flat_map(ends).collect();
    let locked = levels::lock(tx, &keys, at).await?;
    let posted = find_posted(tx, postings).await?;
    let mut after: BTreeMap<LevelKey, StockLevel> = locked.before.clone();
    let (mut rows, mut receipts) = (Vec::new(), Vec::with_capacity(postings.len()));
    for (index, posting) in postings.iter().enumerate() {
        if let Some(id) = posted.get(&posting.posted_key()) {
            receipts.push(MovementReceipt { id: *id, is_repeated: true });
            continue;
        }
        match apply(&mut after, &posting.step()) {
            Ok(balances) => {
                let id = Uuid::now_v7();
                rows.push(MovementRow::of(posting, id, balances));
                receipts.push(MovementReceipt { id, is_repeated: false });
            }
            Err(refusal) => return Ok(PostingOutcome::Refused(PostingRefusal { index, refusal })),
        }
    }
    write(tx, at, &locked, &after, &rows).await?;
    webhook_events::announce(tx, at, postings, &receipts).await?;
    Ok(PostingOutcome::Done(receipts))
}

async fn write(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    locked: &LockedLevels,
    after: &BTreeMap<LevelKey, StockLevel>,
    rows: &[MovementRow<'_>],
) -> ApiResult<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT).bind(sqlx::types::Json(rows)).bind(at).execute(&mut **tx).await;
    insert.map_err(|error| {
        // Somebody has used the key for other goods at the same moment, or has reversed the same movement.
        if tenancy::breaks_constraint(&error, "stock_movements_once_key") {
            ApiError::refused(MessageCode::StockKeyUsed)
        } else if tenancy::breaks_constraint(&error, "stock_movements_reversal_key") {
            ApiError::refused(MessageCode::StockMovementReversed)
        } else {
            error.into()
        }
    })?;
    levels::write(tx, locked, after, LevelsMoved { at: Some(at) }).await
}

/// The movements among these that were posted before.
async fn find_posted(tx: &mut TenantTx, postings: &[Posting]) -> ApiResult<HashMap<PostedKey, Uuid>> {
    let types: Vec<&str> = postings.iter().map(|one| one.key.source_type).collect();
    let sources: Vec<Uuid> = postings.iter().map(|one| one.key.source_id).collect();
    let lines: Vec<i32> = postings.iter().map(|one| one.key.line).collect();
    let kinds: Vec<&str> = postings.iter().map(|one| one.kind.as_str()).collect();
    let query = sqlx::query_as(POSTED).bind(types).bind(sources).bind(lines).bind(kinds);
    let rows: Vec<PostedRow> = query.fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| ((row.source_type, row.source_id, row.line, row.kind), row.id)).collect())
}
