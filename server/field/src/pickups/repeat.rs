//! Pickups that are asked for again: the evening before, if shipments of the client wait.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use serde_json::json;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::cargo;
use super::input::PickupInput;
use super::model::{Pickup, PickupCandidate, PickupRepeat};
use super::plan::{self, TypedWindow};
use super::request::{self, NewPickup};
use super::store::{self, PICKUPS};
use crate::pickup_window::to_instant;
use access::scope::RowScope;
use parties::clients;
use server_core::audit::Actor;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::record::Where;
use server_core::settings::{self, PICKUP};
use server_core::state::AppState;

/// The evening before.
const EVENING: NaiveTime = NaiveTime::from_hms_opt(18, 0, 0).expect("a day has an evening");

/// The next day of a repetition after a day; none after its end.
pub fn find_next_day(repeat: &PickupRepeat, after: NaiveDate) -> Option<NaiveDate> {
    let is_one = |day: &NaiveDate| {
        let weekday = day.weekday().number_from_monday();
        repeat.weekdays.iter().any(|one| u32::try_from(*one) == Ok(weekday))
    };
    let next = (1..=7).filter_map(|days| after.checked_add_days(Days::new(days))).find(is_one)?;
    repeat.until.is_none_or(|until| next <= until).then_some(next)
}

/// When a pickup of the next day after a day is asked for.
pub fn find_next_evening(
    repeat: Option<&PickupRepeat>,
    after: NaiveDate,
    time_zone: Tz,
) -> Option<DateTime<Utc>> {
    let evening = find_next_day(repeat?, after)?.pred_opt()?.and_time(EVENING);
    Some(to_instant(evening, time_zone))
}

/// Asks for the pickups that are due, of a company that picks up. Each in a transaction of its own: the failure of one does not stop
/// the others.
pub async fn repeat_due(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    let picks_up = settings::load(&mut tx).await?.flag(PICKUP);
    let due = if picks_up { store::list_due_repeats(&mut tx, state.clock.now()).await? } else { Vec::new() };
    tx.commit().await?;
    for id in due {
        if let Err(error) = repeat(state, tenant, id).await {
            tracing::warn!(pickup = %id, %error, "a pickup could not be asked for again");
        }
    }
    Ok(())
}

/// Does nothing if another server does it, or somebody has ended the repetition meanwhile.
async fn repeat(state: &AppState, tenant: &Tenant, id: Uuid) -> ApiResult<()> {
    let actor = Actor::server(state, "pickups".to_owned());
    let mut tx = state.tenancy.begin(tenant).await?;
    let Some(id) = store::lock_due_repeat(&mut tx, id, actor.at).await? else { return Ok(()) };
    let pickup: Pickup = PICKUPS.find(&mut tx, &Where::all(), id).await?;
    repeat_one(&mut tx, &actor, &pickup).await?;
    tx.commit().await?;
    Ok(())
}

async fn repeat_one(tx: &mut TenantTx, actor: &Actor, pickup: &Pickup) -> ApiResult<()> {
    let zone: Tz = pickup.time_zone.parse().unwrap_or(Tz::UTC);
    let local = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let today = local(actor.at);
    let day = pickup.repeat_at.and_then(|at| local(at).succ_opt()).filter(|day| *day >= today);
    if let Some(day) = day {
        ask_again(tx, actor, pickup, day).await?;
    }
    // After a pause of the server, what is over is not made up for.
    let next = find_next_evening(pickup.repeats.as_ref(), day.unwrap_or(today), zone);
    store::set_repeat(tx, pickup.id, next, actor.at).await
}

/// Asks for the pickup of a day, if shipments wait and somebody comes on that day.
async fn ask_again(tx: &mut TenantTx, actor: &Actor, pickup: &Pickup, day: NaiveDate) -> ApiResult<()> {
    let waiting = cargo::list_candidates(tx, &RowScope::All, pickup.client_id).await?;
    // A client that is not active keeps its rule, but nobody comes.
    let Some(client_name) = clients::lock_active(tx, pickup.client_id).await? else { return Ok(()) };
    let place = plan::find_place(tx, &RowScope::All, &pickup.address).await?;
    let Some(place) = place.filter(|_| !waiting.is_empty()) else { return Ok(()) };
    let ids: Vec<Uuid> = waiting.iter().map(|one| one.id).collect();
    let (input, mut errors) =
        (PickupInput { repeats: None, ..PickupInput::of(pickup, ids) }, FieldErrors::default());
    let typed = TypedWindow { on_date: day, from_time: &input.from_time, to_time: &input.to_time };
    // A closed day is left out.
    let Some(plan) = plan::plan(&place, typed, actor.at, &mut errors) else { return Ok(()) };
    cargo::check(tx, &RowScope::All, pickup.client_id, &input.shipment_ids, None, &mut errors).await?;
    if !errors.is_empty() {
        return Ok(());
    }
    let mut fields = request::fields_again(&input, day, count_parcels(&waiting), sum_weight(&waiting));
    let known = request::find_place(tx, pickup.client_id, &mut fields).await?;
    let new = NewPickup {
        fields,
        plan,
        place_on: known.or_else(|| find_place_day(pickup)),
        client_id: pickup.client_id,
        client_name,
        number: store::take_number(tx, &place.code, day).await?,
        repeats: None,
        repeat_at: None,
        repeat_of: Some(pickup.id),
        created_by: None,
    };
    let facts = json!({ "number": new.number, "repeat_of": pickup.number, "on_date": day });
    request::write(tx, actor.clone(), &new, &input.shipment_ids, facts).await?;
    Ok(())
}

/// The day of the driver's record that the place of a pickup is from.
fn find_place_day(pickup: &Pickup) -> Option<NaiveDate> {
    pickup.latitude?;
    pickup.place_on.or(pickup.record_id.map(|_| pickup.on_date))
}

fn count_parcels(waiting: &[PickupCandidate]) -> i32 {
    waiting.iter().map(|one| i32::from(one.parcel_count)).sum::<i32>().max(1)
}

/// None if the weight of one is not declared.
fn sum_weight(waiting: &[PickupCandidate]) -> Option<i32> {
    let sum = waiting.iter().try_fold(0_i32, |sum, one| sum.checked_add(one.weight_g?))?;
    Some(sum).filter(|sum| *sum > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn tuesdays_and_thursdays_follow_each_other_until_the_end() {
        let repeat = PickupRepeat { weekdays: vec![2, 4], until: Some(day("2026-12-03")) };
        // A Friday.
        assert_eq!(find_next_day(&repeat, day("2026-11-27")), Some(day("2026-12-01")));
        assert_eq!(find_next_day(&repeat, day("2026-12-01")), Some(day("2026-12-03")));
        assert_eq!(find_next_day(&repeat, day("2026-12-03")), None);
    }

    #[test]
    fn the_next_one_is_asked_for_the_evening_before_at_the_place() {
        let repeat = PickupRepeat { weekdays: vec![2], until: None };
        let found = find_next_evening(Some(&repeat), day("2026-11-27"), Tz::America__Sao_Paulo);
        assert_eq!(found.unwrap().to_rfc3339(), "2026-11-30T21:00:00+00:00");
        assert_eq!(find_next_evening(None, day("2026-11-27"), Tz::UTC), None);
    }
}
