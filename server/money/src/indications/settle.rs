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
use ledger::{ReferralReward, post_reward, take_back_reward};
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

/// Brings all indications up to date, in a transaction of its own.
pub async fn settle(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let now = state.clock.now();
    let mut tx = state.tenancy.begin(tenant).await?;
    let settings = settings::load(&mut tx).await?;
    if !settings.flag(FLAG) {
        return Ok(());
    }
    let open = store::lock_open(&mut tx, now - TAKEN_BACK_FOR).await?;
    let clients: Vec<Uuid> = open.iter().map(|one| one.referred_id).collect();
    let rewarded = open.iter().flat_map(|one| one.rewards.iter().map(|reward| reward.shipment_id));
    let rewarded: Vec<Uuid> = rewarded.collect();
    let shipments = store::list_shipments(&mut tx, &clients, &rewarded).await?;
    let day = Day { now, today: settings.today(now) };
    let actor = Actor::server(state, "sweep".to_owned());
    for indication in &open {
        let own = shipments.iter().filter(|one| is_of(indication, one));
        let own: Vec<&ReferredShipment> = own.collect();
        let rewards = plan(indication, &own, day);
        write(&mut tx, &actor, indication, rewards, day).await?;
    }
    tx.commit().await?;
    Ok(())
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

/// The rewards as they are to be. Shipments in another currency than the company's have none.
fn plan(indication: &Indication, shipments: &[&ReferredShipment], day: Day) -> Vec<IndicationReward> {
    let stands = |id: Uuid| shipments.iter().any(|one| one.id == id && one.is_delivered && !one.is_credited);
    let settle = |reward: &IndicationReward| {
        let mut reward = reward.clone();
        if reward.reversed_at.is_none() && !stands(reward.shipment_id) {
            reward.reversed_at = Some(day.now);
        } else if reward.is_held() && reward.due_on <= day.today {
            reward.paid_at = Some(day.now);
        }
        reward
    };
    let mut rewards: Vec<IndicationReward> = indication.rewards.iter().map(settle).collect();
    let is_open = matches!(indication.status, IndicationStatus::Registered | IndicationStatus::Converted);
    let is_new = |one: &&&ReferredShipment| {
        stands(one.id)
            && one.is_paid
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
    for (at, after) in rewards.iter().enumerate() {
        let was_paid = indication.rewards.get(at).is_some_and(IndicationReward::is_paid);
        let entry = to_entry(indication, after);
        let facts = json!({ "tracking_code": after.tracking_code, "amount": after.amount, "currency": entry.currency });
        // Few of all indications change in an hour, and each has few rewards.
        if after.is_paid() && !was_paid {
            post_reward(tx, actor.clone(), &entry).await?;
            audit::record(tx, actor.clone(), "indication.pay", Some(indication.id), facts).await?;
        } else if was_paid && !after.is_paid() {
            take_back_reward(tx, actor.clone(), &entry).await?;
            audit::record(tx, actor.clone(), "indication.reverse", Some(indication.id), facts).await?;
        }
    }
    INDICATIONS.write(tx, day.now, indication.id, &SettledColumns { status, rewards }).await?;
    let readers = Audience::Parties(vec![indication.referrer_id]);
    live::records_changed(tx, &readers, "indication", &[indication.id]);
    Ok(())
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
