//! Receipts of a file: many lines at once, by the rules of a receipt by hand.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::receipt::check_lot;
use crate::allocation::LotStatus;
use crate::lots::ReceivedItem;
use crate::movement_kind::MovementKind;
use crate::movements::posting::{self, MovementKey, Posting, PostingOutcome};
use access::scope::RowScope;
use parties::{clients, transport_places};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

const IMPORT: &str = "import";
/// The cost of a unit is below it.
const MAX_COST: i64 = 1_000_000_000;

/// A line of a file.
#[derive(Clone, Debug, Default)]
pub struct FileReceipt {
    /// Its row in the file.
    pub line: i32,
    pub sku: Option<String>,
    /// Code of the client whose goods they are; without one they are the company's own.
    pub owner: Option<String>,
    pub lot: Option<String>,
    pub expiration_date: Option<NaiveDate>,
    pub quantity: Option<i32>,
    /// Code of the warehouse; needed for a place that several have.
    pub warehouse: Option<String>,
    pub place: Option<String>,
    pub unit_cost: Option<Decimal>,
    /// ISO 4217, of the cost.
    pub currency: Option<String>,
    /// A cell could not be read: it is checked and not taken.
    pub is_broken: bool,
}

/// The file, and who receives its goods.
#[derive(Clone, Debug)]
pub struct FileSource {
    pub import_id: Uuid,
    pub scope: RowScope,
    pub user_id: Uuid,
    pub at: DateTime<Utc>,
    /// The day in the company's time zone.
    pub today: NaiveDate,
}

/// A warning to the user. The line is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileWarning {
    /// Its goods have expired: they go to quarantine.
    Expired,
    /// The place has goods of the lot already.
    ReceivedAgain,
}

impl FileWarning {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::ReceivedAgain => "received_again",
        }
    }
}

/// The result for a line.
#[derive(Debug, Default)]
pub struct FileVerdict {
    /// At the fields of `FileReceipt`.
    pub errors: FieldErrors,
    pub warnings: Vec<FileWarning>,
}

/// Item, code and day of expiry of a lot.
type LotKey = (Uuid, String, Option<NaiveDate>);

/// The stock that earlier lines of a file would leave. In a dry run nothing is stored.
#[derive(Debug, Default)]
pub struct FileMemory {
    days: HashMap<(Uuid, String), Option<NaiveDate>>,
    received: HashSet<(LotKey, Uuid)>,
}

/// A line without errors.
struct GoodLine {
    index: usize,
    line: i32,
    lot: LotKey,
    place_id: Uuid,
    quantity: i32,
    cost: Option<(Decimal, String)>,
}

#[derive(Clone, Debug, sqlx::FromRow)]
struct FilePlace {
    id: Uuid,
    code: String,
    warehouse_id: Uuid,
    warehouse_code: String,
    active: bool,
}

/// The records that the lines name.
#[derive(Default)]
struct FileRecords {
    owners: HashMap<String, Uuid>,
    items: HashMap<(Option<Uuid>, String), ReceivedItem>,
    places: HashMap<String, Vec<FilePlace>>,
}

/// In one order for all, so that nobody waits for somebody who waits.
pub const ITEMS: &str = "
    select id, sku, client_id, keep_lot, keep_expiry, active from stock_items
    where sku = any($1) and excluded_at is null order by id for no key update";
/// $2 are the branches of a user who is bound to some.
pub const PLACES: &str = "
    select id, code, warehouse_id, warehouse_code, active from stock_places
    where code = any($1) and excluded_at is null and ($2::uuid[] is null or subsidiary_id = any($2))
    order by id for share";
/// The days of expiry under each code; one code has one day.
pub const DAYS: &str = "
    select distinct on (item_id, code) item_id, code, expires_on from stock_lots
    where item_id = any($1) and code = any($2) and code <> '' order by item_id, code, received_at";
pub const RECEIVED: &str = "
    select t.item_id, t.code, t.expires_on, l.place_id
    from stock_lots t join stock_levels l on l.lot_id = t.id
    where t.item_id = any($1) and l.place_id = any($2) and l.on_hand > 0";
/// The lots of a file have no partner and no provider.
pub const LOTS: &str = "
    select t.id, t.item_id, t.code, t.expires_on
    from stock_lots t
    where t.item_id = any($1) and t.code = any($2) and t.partner_id is null and t.provider_id is null";
pub const INSERT_LOTS: &str = "
    insert into stock_lots (id, item_id, code, expires_on, status, unit_cost, currency, received_at, created_at, updated_at)
    select r.id, r.item_id, r.code, r.expires_on, r.status, r.unit_cost, r.currency, $2, $2, $2
    from jsonb_populate_recordset(null::stock_lots, $1) r";
pub const QUARANTINE_LOTS: &str = "
    update stock_lots set status = 'quarantine', version = version + 1, updated_at = $2
    where id = any($1) and status = 'available'";

/// Checks lines. Good ones are remembered as received, for the lines after them.
async fn check(
    tx: &mut TenantTx,
    source: &FileSource,
    lines: &[FileReceipt],
    memory: &mut FileMemory,
) -> ApiResult<(Vec<FileVerdict>, Vec<GoodLine>)> {
    let named = find_named(tx, source, lines).await?;
    load_lots(tx, &named, lines, memory).await?;
    let (mut verdicts, mut good) = (Vec::with_capacity(lines.len()), Vec::new());
    for (index, line) in lines.iter().enumerate() {
        let (verdict, checked) = check_line(source, &named, memory, index, line);
        if let Some(checked) = checked {
            let (item_id, code, expires_on) = checked.lot.clone();
            if !code.is_empty() {
                memory.days.entry((item_id, code)).or_insert(expires_on);
            }
            memory.received.insert((checked.lot.clone(), checked.place_id));
            good.push(checked);
        }
        verdicts.push(verdict);
    }
    Ok((verdicts, good))
}

/// Checks lines, and receives nothing.
pub async fn try_out(
    tx: &mut TenantTx,
    source: &FileSource,
    lines: &[FileReceipt],
    memory: &mut FileMemory,
) -> ApiResult<Vec<FileVerdict>> {
    Ok(check(tx, source, lines, memory).await?.0)
}

/// Checks lines, and receives the goods of those without errors.
pub async fn receive(
    tx: &mut TenantTx,
    source: &FileSource,
    lines: &[FileReceipt],
) -> ApiResult<Vec<FileVerdict>> {
    let (mut verdicts, mut good) = check(tx, source, lines, &mut FileMemory::default()).await?;
    let lots = store_lots(tx, source, &good).await?;
    loop {
        let postings: Vec<Posting> = good.iter().filter_map(|line| to_posting(source, &lots, line)).collect();
        match posting::post(tx, source.at, &postings).await? {
            PostingOutcome::Done(_) => return Ok(verdicts),
            // More units than a place can have: the others are received without it.
            PostingOutcome::Refused(refusal) => {
                let line = good.remove(refusal.index);
                let verdict = &mut verdicts[line.index];
                verdict.errors.push("quantity", MessageCode::StockTooMuch);
                verdict.warnings.clear();
            }
        }
    }
}

async fn find_named(tx: &mut TenantTx, source: &FileSource, lines: &[FileReceipt]) -> ApiResult<FileRecords> {
    let mut named = FileRecords::default();
    let texts = |of: fn(&FileReceipt) -> Option<&String>| -> Vec<String> {
        let texts: HashSet<String> = lines.iter().filter_map(of).map(|text| text.to_uppercase()).collect();
        texts.into_iter().collect()
    };
    let owners: HashSet<&str> = lines.iter().filter_map(|line| line.owner.as_deref()).collect();
    if !owners.is_empty() {
        named.owners = clients::bulk::find_by_codes(tx, &owners).await?;
    }
    let items: Vec<ReceivedItem> =
        sqlx::query_as(ITEMS).bind(texts(|line| line.sku.as_ref())).fetch_all(&mut **tx).await?;
    named.items = items.into_iter().map(|item| ((item.client_id, item.sku.clone()), item)).collect();
    let (_, branches, _) = source.scope.parts();
    let query = sqlx::query_as(PLACES).bind(texts(|line| line.place.as_ref())).bind(branches);
    let places: Vec<FilePlace> = query.fetch_all(&mut **tx).await?;
    let warehouses: Vec<Uuid> = places.iter().map(|place| place.warehouse_id).collect();
    let open = transport_places::list_open(tx, &warehouses).await?;
    for place in places {
        let active = place.active && open.contains(&place.warehouse_id);
        named.places.entry(place.code.clone()).or_default().push(FilePlace { active, ..place });
    }
    Ok(named)
}

/// Adds what is stored of the lots of the lines.
async fn load_lots(
    tx: &mut TenantTx,
    named: &FileRecords,
    lines: &[FileReceipt],
    memory: &mut FileMemory,
) -> ApiResult<()> {
    let items: Vec<Uuid> = named.items.values().map(|item| item.id).collect();
    let places: Vec<Uuid> = named.places.values().flatten().map(|place| place.id).collect();
    let codes: Vec<String> =
        lines.iter().filter_map(|line| line.lot.as_ref()).map(|lot| lot.to_uppercase()).collect();
    let days: Vec<(Uuid, String, Option<NaiveDate>)> =
        sqlx::query_as(DAYS).bind(&items).bind(codes).fetch_all(&mut **tx).await?;
    memory.days.extend(days.into_iter().map(|(item_id, code, day)| ((item_id, code), day)));
    let received: Vec<(Uuid, String, Option<NaiveDate>, Uuid)> =
        sqlx::query_as(RECEIVED).bind(items).bind(places).fetch_all(&mut **tx).await?;
    let received =
        received.into_iter().map(|(item_id, code, day, place_id)| ((item_id, code, day), place_id));
    memory.received.extend(received);
    Ok(())
}

fn check_line(
    source: &FileSource,
    named: &FileRecords,
    memory: &FileMemory,
    index: usize,
    line: &FileReceipt,
) -> (FileVerdict, Option<GoodLine>) {
    let mut errors = FieldErrors::default();
    let item = find_item(named, line, &mut errors);
    let place_id = find_place(named, line, &mut errors);
    if line.quantity.is_none() {
        errors.push("quantity", MessageCode::Required);
    }
    if line.unit_cost.is_some_and(|cost| cost >= Decimal::from(MAX_COST)) {
        errors.push("unit_cost", MessageCode::Invalid);
    }
    let code = line.lot.as_deref().unwrap_or_default().to_uppercase();
    let expires_on = item.and_then(|item| {
        let known = memory.days.get(&(item.id, code.clone())).copied().filter(|_| item.keep_lot);
        check_lot(item, &code, line.expiration_date, known, &mut errors)
    });
    let whole = !line.is_broken && errors.is_empty();
    let found = item.zip(place_id).zip(line.quantity).filter(|_| whole);
    let Some(((item, place_id), quantity)) = found else {
        return (FileVerdict { errors, warnings: Vec::new() }, None);
    };
    let lot = (item.id, code, expires_on);
    let mut warnings = Vec::new();
    if expires_on.is_some_and(|day| day < source.today) {
        warnings.push(FileWarning::Expired);
    }
    if memory.received.contains(&(lot.clone(), place_id)) {
        warnings.push(FileWarning::ReceivedAgain);
    }
    let cost = line.unit_cost.zip(line.currency.clone());
    let good = GoodLine { index, line: line.line, lot, place_id, quantity, cost };
    (FileVerdict { errors, warnings }, Some(good))
}

fn find_item<'a>(
    named: &'a FileRecords,
    line: &FileReceipt,
    errors: &mut FieldErrors,
) -> Option<&'a ReceivedItem> {
    let Some(sku) = &line.sku else {
        errors.push("sku", MessageCode::Required);
        return None;
    };
    let owner_id = line.owner.as_ref().map(|code| named.owners.get(code).copied());
    if owner_id == Some(None) {
        errors.push("owner", MessageCode::UnknownOption);
        return None;
    }
    let key = (owner_id.flatten(), sku.to_uppercase());
    let item = named.items.get(&key).filter(|item| item.active);
    if item.is_none() {
        errors.push("sku", MessageCode::UnknownOption);
    }
    item
}

fn find_place(named: &FileRecords, line: &FileReceipt, errors: &mut FieldErrors) -> Option<Uuid> {
    let Some(code) = &line.place else {
        errors.push("place", MessageCode::Required);
        return None;
    };
    let is_in = |place: &&FilePlace| {
        line.warehouse.as_ref().is_none_or(|warehouse| place.warehouse_code.eq_ignore_ascii_case(warehouse))
    };
    let known = named.places.get(&code.to_uppercase());
    let found: Vec<&FilePlace> = known.into_iter().flatten().filter(is_in).collect();
    let problem = match found.as_slice() {
        [place] if place.active => return Some(place.id),
        [_] => ("place", MessageCode::StockPlaceClosed),
        [] => ("place", MessageCode::UnknownOption),
        _ => ("warehouse", MessageCode::Required),
    };
    errors.push(problem.0, problem.1);
    None
}

#[derive(Serialize)]
struct LotRow<'a> {
    id: Uuid,
    item_id: Uuid,
    code: &'a str,
    expires_on: Option<NaiveDate>,
    status: LotStatus,
    unit_cost: Option<Decimal>,
    currency: Option<&'a str>,
}

/// The lots of the lines: those that came before, and new ones. What has expired is in quarantine then.
async fn store_lots(
    tx: &mut TenantTx,
    source: &FileSource,
    lines: &[GoodLine],
) -> ApiResult<BTreeMap<LotKey, Uuid>> {
    let items: Vec<Uuid> = lines.iter().map(|line| line.lot.0).collect();
    let codes: Vec<&str> = lines.iter().map(|line| line.lot.1.as_str()).collect();
    let stored: Vec<(Uuid, Uuid, String, Option<NaiveDate>)> =
        sqlx::query_as(LOTS).bind(items).bind(codes).fetch_all(&mut **tx).await?;
    let mut lots: BTreeMap<LotKey, Uuid> =
        stored.into_iter().map(|(id, item_id, code, day)| ((item_id, code, day), id)).collect();
    let mut new = Vec::new();
    for line in lines {
        if lots.contains_key(&line.lot) {
            continue;
        }
        let (item_id, code, expires_on) = &line.lot;
        let is_expired = expires_on.is_some_and(|day| day < source.today);
        let row = LotRow {
            id: Uuid::now_v7(),
            item_id: *item_id,
            code,
            expires_on: *expires_on,
            status: if is_expired { LotStatus::Quarantine } else { LotStatus::Available },
            unit_cost: line.cost.as_ref().map(|(cost, _)| *cost),
            currency: line.cost.as_ref().map(|(_, currency)| currency.as_str()),
        };
        lots.insert(line.lot.clone(), row.id);
        new.push(row);
    }
    if !new.is_empty() {
        let insert = sqlx::query(INSERT_LOTS).bind(sqlx::types::Json(&new)).bind(source.at);
        insert.execute(&mut **tx).await?;
    }
    let is_expired = |line: &&GoodLine| line.lot.2.is_some_and(|day| day < source.today);
    let expired: Vec<Uuid> =
        lines.iter().filter(is_expired).filter_map(|line| lots.get(&line.lot).copied()).collect();
    if !expired.is_empty() {
        sqlx::query(QUARANTINE_LOTS).bind(expired).bind(source.at).execute(&mut **tx).await?;
    }
    Ok(lots)
}

fn to_posting(source: &FileSource, lots: &BTreeMap<LotKey, Uuid>, line: &GoodLine) -> Option<Posting> {
    Some(Posting {
        key: MovementKey { source_type: IMPORT, source_id: source.import_id, line: line.line },
        kind: MovementKind::Receipt,
        lot_id: *lots.get(&line.lot)?,
        quantity: line.quantity,
        from_place_id: None,
        to_place_id: Some(line.place_id),
        outside: MovementKind::Receipt.rule().outside,
        reservation_id: None,
        of_movement_id: None,
        removal: None,
        reason: None,
        occurred_at: source.at,
        actor_id: Some(source.user_id),
    })
}
