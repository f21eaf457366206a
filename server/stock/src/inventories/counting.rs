//! Counts are taken: each at its line, with what the ledger had at its moment.
//!
//! The inventory is locked first, then the levels, so that no movement of the past comes after the count.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use super::lines::{self, BalanceQuestion, CountRow, KnownCount, LineRow, NewCount};
use super::model::{
    Inventory, InventoryCountEntry, InventoryCountOutcome, InventoryCountResult, InventoryCounts,
};
use super::state::InventoryStatus;
use crate::ledger::LevelKey;
use crate::levels;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;

/// The facts of an inventory that decide about counts.
struct CountRules<'a> {
    inventory: &'a Inventory,
    /// Why nothing can be counted now.
    closed: Verdict,
    lines: HashMap<i32, &'a LineRow>,
    counts: BTreeMap<i32, Vec<CountRow>>,
    user_id: Uuid,
}

/// Why a count is not taken.
struct CountRefusal {
    code: MessageCode,
    params: Params,
}

impl CountRefusal {
    const fn of(code: MessageCode) -> Self {
        Self { code, params: Params::new() }
    }
}

/// Takes what can be taken of counts; returns a result for each. The inventory is locked.
pub async fn count(
    tx: &mut TenantTx,
    ctx: &Ctx,
    inventory: &Inventory,
    sent: &InventoryCounts,
) -> ApiResult<Vec<InventoryCountResult>> {
    let keys: Vec<Uuid> = sent.counts.iter().map(|entry| entry.key).collect();
    let known: HashMap<Uuid, KnownCount> =
        lines::list_known(tx, &keys).await?.into_iter().map(|one| (one.id, one)).collect();
    let rows = lines::list(tx, inventory.id).await?;
    let rules = CountRules {
        inventory,
        closed: inventory.verdict(Action::Count, Some(ctx.user.id)),
        lines: rows.iter().map(|row| (row.line, row)).collect(),
        counts: lines::list_counts(tx, inventory.id).await?,
        user_id: ctx.user.id,
    };
    let device = DeviceClock::new(ctx, inventory, sent.sent_at);
    let mut seen = HashSet::new();
    let (mut results, mut taken) = (Vec::with_capacity(sent.counts.len()), Vec::new());
    for entry in &sent.counts {
        let result = match known.get(&entry.key) {
            Some(known) if known.inventory_id == inventory.id => to_known(entry, known.line),
            Some(_) => refuse(ctx, entry, &CountRefusal::of(MessageCode::StockKeyUsed)),
            None if !seen.insert(entry.key) => to_known(entry, entry.line),
            None => match rules.take(entry, &device) {
                Ok(count) => {
                    taken.push(count);
                    to_result(entry, InventoryCountOutcome::Counted, Some(entry.line))
                }
                Err(refusal) => refuse(ctx, entry, &refusal),
            },
        };
        results.push(result);
    }
    if !taken.is_empty() {
        keep(tx, ctx, inventory, &taken).await?;
    }
    Ok(results)
}

impl<'a> CountRules<'a> {
    /// A count with its line and its round, or why it is not taken.
    fn take(
        &self,
        entry: &'a InventoryCountEntry,
        device: &DeviceClock,
    ) -> Result<TakenCount<'a>, CountRefusal> {
        if let Verdict::No(code, params) = &self.closed {
            return Err(CountRefusal { code: *code, params: params.clone() });
        }
        let row = self.lines.get(&entry.line).copied();
        let row = row.ok_or(CountRefusal::of(MessageCode::InventoryLineUnknown))?;
        if self.inventory.status == InventoryStatus::Recount && !self.is_of_this_round(row) {
            return Err(CountRefusal::of(MessageCode::InventoryLineSettled));
        }
        let at = device.read_time(entry)?;
        let round = row.find_round(at);
        let has_counted = self.counts.get(&row.line).into_iter().flatten();
        let is_first_counter =
            has_counted.filter(|count| count.round < round).any(|count| count.counted_by == self.user_id);
        if self.inventory.other_counter && is_first_counter {
            return Err(CountRefusal::of(MessageCode::InventoryOtherCounter));
        }
        Ok(TakenCount { entry, row, at, round })
    }

    /// Whether a line is counted again now, or has just been.
    fn is_of_this_round(&self, row: &LineRow) -> bool {
        row.is_open || row.round == self.last_round()
    }

    fn last_round(&self) -> i16 {
        self.lines.values().map(|row| row.round).max().unwrap_or(1)
    }
}

/// Keeps counts with what the ledger had at their moments.
async fn keep(
    tx: &mut TenantTx,
    ctx: &Ctx,
    inventory: &Inventory,
    taken: &[TakenCount<'_>],
) -> ApiResult<()> {
    let now = ctx.now();
    let keys: Vec<LevelKey> = taken.iter().map(|one| one.row.key()).collect();
    levels::lock(tx, &keys, now).await?;
    let questions: Vec<BalanceQuestion> = (0..)
        .zip(taken)
        .map(|(number, one)| BalanceQuestion { number, key: one.row.key(), at: one.at })
        .collect();
    let balances = lines::list_balances(tx, &questions).await?;
    let counts: Vec<NewCount> = questions
        .iter()
        .zip(taken)
        .map(|(question, one)| {
            let balance = balances.get(&question.number).copied().unwrap_or_default();
            NewCount {
                id: one.entry.key,
                inventory_id: inventory.id,
                line: one.row.line,
                round: one.round,
                quantity: one.entry.quantity,
                balance: balance.balance,
                position: balance.position,
                counted_by: ctx.user.id,
                counter_name: ctx.user.name.clone(),
                counted_at: question.at,
            }
        })
        .collect();
    lines::write_counts(tx, inventory.id, &counts, now).await
}

/// A count that is taken.
struct TakenCount<'a> {
    entry: &'a InventoryCountEntry,
    row: &'a LineRow,
    /// When it was counted.
    at: DateTime<Utc>,
    round: i16,
}

/// A clock that was set while somebody counted is put right by so much. A count that is further away belongs to another day.
const LARGEST_CORRECTION: TimeDelta = TimeDelta::days(1);

/// The clock of a device, by our own.
struct DeviceClock {
    behind: TimeDelta,
    started_at: DateTime<Utc>,
    /// The day of the company on which the inventory began.
    started_on: NaiveDate,
    now: DateTime<Utc>,
}

impl DeviceClock {
    fn new(ctx: &Ctx, inventory: &Inventory, sent_at: DateTime<Utc>) -> Self {
        let now = ctx.now();
        let started_at = inventory.started_at.unwrap_or(now);
        Self { behind: now - sent_at, started_at, started_on: ctx.settings().today(started_at), now }
    }

    /// When it was counted: not before the inventory began, and not in the future.
    fn read_time(&self, entry: &InventoryCountEntry) -> Result<DateTime<Utc>, CountRefusal> {
        self.correct(entry.counted_at).map_err(|(code, params)| CountRefusal { code, params })
    }

    fn correct(&self, at: DateTime<Utc>) -> Result<DateTime<Utc>, (MessageCode, Params)> {
        let corrected = at.checked_add_signed(self.behind).unwrap_or(at);
        if corrected > self.now + LARGEST_CORRECTION {
            return Err((MessageCode::EventInTheFuture, Params::new()));
        }
        if corrected < self.started_at - LARGEST_CORRECTION {
            let since = Params::from([("since", self.started_on.to_string().into())]);
            return Err((MessageCode::EventTooOld, since));
        }
        Ok(corrected.max(self.started_at).min(self.now))
    }
}

fn to_known(entry: &InventoryCountEntry, line: i32) -> InventoryCountResult {
    to_result(entry, InventoryCountOutcome::Known, Some(line))
}

const fn to_result(
    entry: &InventoryCountEntry,
    outcome: InventoryCountOutcome,
    line: Option<i32>,
) -> InventoryCountResult {
    InventoryCountResult { key: entry.key, outcome, line, message_code: None, message: None }
}

fn refuse(ctx: &Ctx, entry: &InventoryCountEntry, refusal: &CountRefusal) -> InventoryCountResult {
    InventoryCountResult {
        message_code: Some(refusal.code.as_str().to_owned()),
        message: Some(refusal.code.text(ctx.language(), &refusal.params)),
        ..to_result(entry, InventoryCountOutcome::Refused, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_a_device_is_put_right() {
        let at = |minute: i64| DateTime::UNIX_EPOCH + TimeDelta::minutes(minute);
        // The device is an hour ahead, and sends twenty minutes later.
        let started_on = at(10).date_naive();
        let device = DeviceClock { behind: at(60) - at(120), started_at: at(10), started_on, now: at(60) };
        let own = |counted: i64| device.correct(at(counted)).unwrap();
        assert_eq!(own(100), at(40));
        assert_eq!(own(120), at(60));
        assert_eq!(own(180), at(60), "nothing is counted in the future");
        assert_eq!(own(20), at(10), "or before the inventory began");
        let refused = |at| device.correct(at).unwrap_err().0;
        assert_eq!(refused(DateTime::<Utc>::MAX_UTC), MessageCode::EventInTheFuture);
        assert_eq!(refused(at(60 * 24 * 3)), MessageCode::EventInTheFuture);
        assert_eq!(refused("1900-01-01T00:00:00Z".parse().unwrap()), MessageCode::EventTooOld);
        let ahead = DeviceClock { behind: TimeDelta::hours(1), ..device };
        assert!(ahead.correct(DateTime::<Utc>::MAX_UTC).is_err());
    }
}
