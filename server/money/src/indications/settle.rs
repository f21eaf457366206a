//! The work of every hour: rewards of delivered and paid shipments are held, then go to the wallet, and come back when the delivery
//! or the payment was undone.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::model::{Indication, IndicationReward, IndicationStatus, SettledColumns};
use super::reward::compute_rewards;
use super::store::{self, INDICATIONS, ReferredShipment};
use ledger::{ReferralReward, lock_rewards, post_reward, take_back_reward};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::settings::{self, INDICATIONS as FLAG};
use server_core::state::AppState;
use trade::money::decimals_of;

/// A new client without a shipment is forgotten after this time.
const EXPIRES_AFTER: TimeDelta = TimeDelta::days(90);
/// A reward can be taken back for this time after the last one.
const TAKEN_BACK_FOR: TimeDelta = TimeDelta::days(120);

/// Brings all indications up to date, some at a time in a transaction of their own.
pub async fn settle(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut after = Some(Uuid::nil());
    while let Some(last) = after {
        after = settle_some(state, tenant, last).await?;
    }
    Ok(())
}

/// The first ones after an indication. Returns the last of them while there may be more.
async fn settle_some(state: &AppState, tenant: &Tenant, after: Uuid) -> ApiResult<Option<Uuid>> {
    let now = state.clock.now();
    let mut tx = state.tenancy.begin(tenant).await?;
    let settings = settings::load(&mut tx).await?;
    if !settings.flag(FLAG) {
        return Ok(None);
    }
    let (open, last) = store::lock_open(&mut tx, now - TAKEN_BACK_FOR, after).await?;
    let clients: Vec<Uuid> = open.iter().map(|one| one.referred_id).collect();
    let rewarded = open.iter().flat_map(|one| one.rewards.iter().map(|reward| reward.shipment_id));
    let rewarded: Vec<Uuid> = rewarded.collect();
    let shipments = store::list_shipments(&mut tx, &clients, &rewarded).await?;
    let day = Day { now, today: settings.today(now) };
    let actor = Actor::server(state, "sweep".to_owned());
    let mut planned = Vec::new();
    for indication in &open {
        let own = shipments.iter().filter(|one| is_of(indication, one));
        let own: Vec<&ReferredShipment> = own.collect();
        planned.push((indication, plan(indication, &own, day)));
    }
    let moved = planned.iter().flat_map(|(indication, rewards)| list_moved(indication, rewards));
    let moved: Vec<ReferralReward> = moved.map(|(entry, _)| entry).collect();
    lock_rewards(&mut tx, &moved, now).await?;
    for (indication, rewards) in planned {
        write(&mut tx, &actor, indication, rewards, day).await?;
    }
    tx.commit().await?;
    Ok(last)
}

/// The time of a settlement, and the day of the company.
#[derive(Clone, Copy, Debug)]
struct Day {
    now: DateTime<Utc>,
    today: NaiveDate,
}

fn is_of(indication: &Indication, shipment: &ReferredShipment) -> bool {
    let is_rewarded = indication.rewards.iter().any(|one| one.shipment_id == shipment.id);
    is_rewarded || shipment.client_id == indication.referred_id
}

/// The rewards as they are to be. Shipments in another currency than the company's have none, nor have those from before the
/// registration, which a merged client brings. A due one waits while the invoice of its shipment is not paid any more.
fn plan(indication: &Indication, shipments: &[&ReferredShipment], day: Day) -> Vec<IndicationReward> {
    let stands = |id: Uuid| shipments.iter().any(|one| one.id == id && one.is_delivered && !one.is_credited);
    let is_owed = |id: Uuid| shipments.iter().any(|one| one.id == id && one.is_owed);
    let settle = |reward: &IndicationReward| {
        let mut reward = reward.clone();
        if reward.reversed_at.is_none() && !stands(reward.shipment_id) {
            reward.reversed_at = Some(day.now);
        } else if reward.is_held() && reward.due_on <= day.today && !is_owed(reward.shipment_id) {
            reward.paid_at = Some(day.now);
        }
        reward
    };
    let mut rewards: Vec<IndicationReward> = indication.rewards.iter().map(settle).collect();
    let is_open = matches!(indication.status, IndicationStatus::Registered | IndicationStatus::Converted);
    let is_new = |one: &&&ReferredShipment| {
        stands(one.id)
            && one.is_paid
            && one.created_at >= indication.created_at
            && one.currency.as_deref() == Some(indication.currency.as_str())
            && indication.rewards.iter().all(|reward| reward.shipment_id != one.id)
    };
    let new: Vec<&&ReferredShipment> = shipments.iter().filter(|one| is_open && is_new(one)).collect();
    let used: Vec<Decimal> = rewards.iter().map(|one| one.amount).collect();
    let freights: Vec<Decimal> = new.iter().map(|one| one.freight).collect();
    let amounts = compute_rewards(&indication.rule, &used, &freights, decimals_of(&indication.currency));
    let hold = Days::new(u64::try_from(indication.rule.hold_days).unwrap_or_default());
    let due_on = day.today.checked_add_days(hold).unwrap_or(day.today);
    let given = new.into_iter().zip(amounts).filter(|(_, amount)| *amount > Decimal::ZERO);
    rewards.extend(given.map(|(shipment, amount)| IndicationReward {
        shipment_id: shipment.id,
        tracking_code: shipment.tracking_code.clone(),
        amount: amount.normalize(),
        due_on,
        paid_at: None,
        reversed_at: None,
    }));
    rewards
}

/// The state of an indication with these rewards.
fn find_status(
    indication: &Indication,
    rewards: &[IndicationReward],
    now: DateTime<Utc>,
) -> IndicationStatus {
    let places = usize::try_from(indication.rule.first).unwrap_or_default();
    let spent: Decimal = rewards.iter().map(|one| one.amount).sum();
    let is_full = rewards.len() >= places || indication.rule.cap.is_some_and(|cap| spent >= cap);
    if rewards.is_empty() {
        let is_late = indication.created_at + EXPIRES_AFTER < now;
        return if is_late { IndicationStatus::Expired } else { IndicationStatus::Registered };
    }
    if is_full && rewards.iter().all(|one| !one.is_held()) {
        return IndicationStatus::Ended;
    }
    IndicationStatus::Converted
}

/// Moves the money of what has changed, and stores it.
async fn write(
    tx: &mut TenantTx,
    actor: &Actor,
    indication: &Indication,
    rewards: Vec<IndicationReward>,
    day: Day,
) -> ApiResult<()> {
    let status = find_status(indication, &rewards, day.now);
    if status == indication.status && rewards == indication.rewards {
        return Ok(());
    }
    for (entry, reward) in list_moved(indication, &rewards) {
        let facts = json!({
            "tracking_code": reward.tracking_code, "amount": reward.amount, "currency": entry.currency,
        });
        // Few of all indications change in an hour, and each has few rewards.
        if reward.is_paid() {
            post_reward(tx, actor.clone(), &entry).await?;
            audit::record(tx, actor.clone(), "indication.pay", Some(indication.id), facts).await?;
        } else {
            take_back_reward(tx, actor.clone(), &entry).await?;
            audit::record(tx, actor.clone(), "indication.reverse", Some(indication.id), facts).await?;
        }
    }
    INDICATIONS.write(tx, day.now, indication.id, &SettledColumns { status, rewards }).await?;
    let readers = Audience::Parties(vec![indication.referrer_id]);
    live::records_changed(tx, &readers, "indication", &[indication.id]);
    Ok(())
}

/// The rewards whose money moves: they are paid now and were not before, or the reverse.
fn list_moved<'a>(
    indication: &Indication,
    rewards: &'a [IndicationReward],
) -> Vec<(ReferralReward, &'a IndicationReward)> {
    let was_paid = |at: usize| indication.rewards.get(at).is_some_and(IndicationReward::is_paid);
    let moved = rewards.iter().enumerate().filter(|(at, reward)| reward.is_paid() != was_paid(*at));
    moved.map(|(_, reward)| (to_entry(indication, reward), reward)).collect()
}

fn to_entry(indication: &Indication, reward: &IndicationReward) -> ReferralReward {
    ReferralReward {
        indication_id: indication.id,
        shipment_id: reward.shipment_id,
        client_id: indication.referrer_id,
        label: indication.code.clone(),
        currency: indication.currency.clone(),
        amount: reward.amount,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use server_core::settings::referral_rules::ReferralRules;

    fn day() -> Day {
        let now = DateTime::from_timestamp(1_795_694_400, 0).unwrap();
        Day { now, today: now.date_naive() }
    }

    /// Registered a month ago.
    fn indication(rewards: Vec<IndicationReward>) -> Indication {
        Indication {
            id: Uuid::from_u128(1),
            code: "ABCD2345".to_owned(),
            referrer_id: Uuid::from_u128(2),
            referrer_name: "Ana".to_owned(),
            referred_id: Uuid::from_u128(3),
            referred_name: "Eva".to_owned(),
            status: IndicationStatus::Registered,
            currency: "BRL".to_owned(),
            paid_amount: Decimal::ZERO,
            held_amount: Decimal::ZERO,
            rewards,
            created_at: day().now - TimeDelta::days(30),
            version: 1,
            rule: ReferralRules { hold_days: 0, ..ReferralRules::default() },
        }
    }

    fn shipment(days_ago: i64) -> ReferredShipment {
        ReferredShipment {
            id: Uuid::from_u128(4),
            client_id: Uuid::from_u128(3),
            tracking_code: "AT000000014BR".to_owned(),
            created_at: day().now - TimeDelta::days(days_ago),
            freight: Decimal::ONE_HUNDRED,
            currency: Some("BRL".to_owned()),
            is_delivered: true,
            is_paid: true,
            is_owed: false,
            is_credited: false,
        }
    }

    #[test]
    fn shipments_from_before_the_registration_bring_nothing() {
        let count = |days_ago| plan(&indication(Vec::new()), &[&shipment(days_ago)], day()).len();
        assert_eq!((count(20), count(40)), (1, 0));
    }

    #[test]
    fn what_is_due_waits_while_the_invoice_is_not_paid_any_more() {
        let held = plan(&indication(Vec::new()), &[&shipment(20)], day());
        assert!(held[0].is_held());
        let next = |is_owed| {
            let shipment = ReferredShipment { is_owed, is_paid: !is_owed, ..shipment(20) };
            let rewards = plan(&indication(held.clone()), &[&shipment], day());
            (rewards[0].is_held(), rewards[0].is_paid())
        };
        assert_eq!(next(true), (true, false));
        assert_eq!(next(false), (false, true));
    }

    #[test]
    fn money_moves_when_a_reward_is_paid_and_when_it_is_taken_back() {
        let held = plan(&indication(Vec::new()), &[&shipment(20)], day());
        let paid = plan(&indication(held.clone()), &[&shipment(20)], day());
        let undone = ReferredShipment { is_delivered: false, ..shipment(20) };
        let back = plan(&indication(paid.clone()), &[&undone], day());
        let count = |before: &[IndicationReward], after: &[IndicationReward]| {
            list_moved(&indication(before.to_vec()), after).len()
        };
        assert_eq!(
            [count(&[], &held), count(&held, &paid), count(&paid, &paid), count(&paid, &back)],
            [0, 1, 0, 1]
        );
    }
}
