//! The verdict about a shipment by its measured parcels, as soon as all of them are measured, and what follows from it.

use chrono::{DateTime, Days, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::events::{self, EventAuthor};
use super::model::{Reweigh, ReweighOutcome, ReweighedParcel};
use super::notices::{self, ReweighNews};
use super::store::{self, MeasuredParcel, NewReweigh, REWEIGHS};
use super::webhook_events;
use crate::rules::reweigh::{
    AutomaticLimit, ReweighDirection, ReweighLimits, ReweighMoney, ReweighStatus, ReweighTolerance,
    ReweighVerdict, WeighedParcel, check_measures, find_verdict,
};
use crate::station;
use access::ctx::Ctx;
use freight::shipments::ShipmentConfirmed;
use freight::shipments::fields::Parcel;
use freight::shipments::in_hand;
use freight::shipments::model::Shipment;
use freight::shipments::price::{self, AcceptedPrice, MeasuredPrice};
use freight::status::ShipmentStatus;
use freight::tracking_events::Source;
use pricing::quotes::PriceAsker;
use server_core::audit::{self, Actor};
use server_core::fx::{self, FxError};
use server_core::http::error::ApiResult;
use server_core::live;
use server_core::settings::Settings;
use server_core::settings::reweigh_rules::ReweighRules;
use trade::weight::Measure;

/// Who measures or confirms a shipment.
pub struct Weigher {
    pub asker: PriceAsker,
    pub actor: Actor,
    /// IANA name.
    pub time_zone: String,
    pub source: Source,
    /// Judges also measures that were judged before, because a new confirmation starts from the declared price.
    pub judges_again: bool,
}

impl From<&Ctx> for Weigher {
    fn from(ctx: &Ctx) -> Self {
        let time_zone = ctx.user.time_zone.clone();
        Self { asker: ctx.into(), actor: ctx.into(), time_zone, source: Source::Scan, judges_again: false }
    }
}

/// Judges a shipment that was measured before its confirmation.
pub async fn judge_confirmed(tx: &mut TenantTx, confirmed: ShipmentConfirmed) -> ApiResult<()> {
    let ShipmentConfirmed { shipment_id, asker, actor, time_zone } = confirmed;
    if store::list_measured(tx, shipment_id).await?.is_empty() {
        return Ok(());
    }
    let settings = asker.state.settings.get_within(tx).await?;
    let by = Weigher { asker, actor, time_zone, source: Source::System, judges_again: true };
    judge(tx, &by, &settings, shipment_id).await?;
    Ok(())
}

/// The verdict about a shipment, with the price by its measures if one was calculated.
struct Judgement {
    verdict: ReweighVerdict,
    price: Option<Box<AcceptedPrice>>,
    /// The most that a lower price gives back.
    returnable: Decimal,
}

/// Judges a shipment by the measures of its parcels, which are written already. Nothing happens while parcels are not measured,
/// before the confirmation, and when the same measures were judged before. Returns the verdict about the present measures.
pub async fn judge(
    tx: &mut TenantTx,
    by: &Weigher,
    settings: &Settings,
    shipment_id: Uuid,
) -> ApiResult<Option<ReweighVerdict>> {
    let mut shipment = in_hand::lock_shipment(tx, shipment_id).await?;
    let whereabouts = in_hand::load_whereabouts(tx, &[shipment_id]).await?.get(&shipment_id).copied();
    if !is_judged(&shipment, whereabouts) {
        return Ok(None);
    }
    let measured = store::list_measured(tx, shipment_id).await?;
    let not_coming = station::list_missing(tx, shipment_id).await?;
    let Some(parcels) = pair_parcels(&shipment, &measured, &not_coming) else {
        return Ok(Some(ReweighVerdict::Incomplete));
    };
    let past = store::list_of_shipment(tx, shipment_id).await?;
    // The newest is superseded when a scan was withdrawn: the same measures are then judged anew.
    let is_known = |newest: &&Reweigh| {
        let is_ended = newest.outcome == Some(ReweighOutcome::Superseded);
        newest.parcels == parcels && !by.judges_again && !is_ended
    };
    if let Some(newest) = past.first().filter(is_known) {
        // A decision that somebody has taken since is no verdict of the measures.
        return Ok(newest.outcome.is_none().then_some(newest.verdict));
    }
    let Some(judgement) = find_judgement(tx, by, settings, &shipment, &parcels, &past).await? else {
        return Ok(None);
    };
    let seq = past.first().map_or(1, |newest| newest.seq.saturating_add(1));
    let newest = measured.iter().max_by_key(|parcel| parcel.measured_at);
    let Some(measured_by) = newest.map(|parcel| parcel.measured_by) else { return Ok(None) };
    let row = judgement.to_row(&shipment, parcels, seq, measured_by);
    carry_out(tx, by, settings, &mut shipment, &judgement, row).await?;
    Ok(Some(judgement.verdict))
}

/// Ends the weighing before, charges or gives back what the verdict says, holds or releases the shipment, and tells its client.
async fn carry_out(
    tx: &mut TenantTx,
    by: &Weigher,
    settings: &Settings,
    shipment: &mut Shipment,
    judgement: &Judgement,
    row: NewReweigh,
) -> ApiResult<()> {
    let at = by.actor.at;
    let mut changed = store::supersede(tx, shipment.id, at).await?;
    webhook_events::announce_ended(tx, at, &changed).await?;
    let charge_revision = charge(tx, &by.actor, settings, shipment, judgement).await?;
    let deadline_on = settings.today(at) + Days::new(days_to_answer(&settings.reweigh));
    let deadline_on = (row.status == ReweighStatus::Held).then_some(deadline_on);
    let row = NewReweigh { charge_revision, deadline_on, ..row };
    let id = REWEIGHS.insert(tx, at, &row).await?;
    let author = EventAuthor { actor: by.actor.clone(), time_zone: &by.time_zone, source: by.source };
    record_weighing(tx, &author, shipment, row.status).await?;
    let facts = json!({
        "verdict": row.verdict, "weight_g": [row.declared_weight_g, row.measured_weight_g],
        "total": [row.total_before, row.total_after], "currency": row.currency,
    });
    changed.push(id);
    live::records_changed(tx, &row.readers(), Resource::Reweigh.name(), &changed);
    audit::record(tx, author.actor, "reweigh.measure", Some(id), facts).await?;
    webhook_events::announce(tx, at, row.status, &row.subject(id), row.client_id).await?;
    let Some(news) = ReweighNews::of_verdict(row.verdict) else { return Ok(()) };
    notices::notify_client(tx, at, news, &row.subject(id)).await
}

/// Days that a client has to answer.
pub fn days_to_answer(rules: &ReweighRules) -> u64 {
    u64::try_from(rules.reweigh_days).unwrap_or_default()
}

/// Goods that have left, and shipments without a confirmation, keep their price.
fn is_judged(shipment: &Shipment, whereabouts: Option<ShipmentStatus>) -> bool {
    let status = shipment.status;
    shipment.confirmed_at.is_some()
        && status != ShipmentStatus::Cancelled
        && !in_hand::has_departed(status, whereabouts)
}

/// Each parcel that comes, with its measures; none while one of them is not measured. A shipment without parcels counts as one of
/// its declared weight.
fn pair_parcels(
    shipment: &Shipment,
    measured: &[MeasuredParcel],
    not_coming: &[i16],
) -> Option<Vec<ReweighedParcel>> {
    let count = shipment.parcels.len().max(1);
    let whole_g = shipment.fields.declared_weight_g.filter(|_| count == 1);
    let number = |index: usize| i16::try_from(index + 1).unwrap_or(i16::MAX);
    let pair = |index: usize| {
        let seq = number(index);
        let found = measured.iter().find(|one| one.seq == seq)?;
        let declared = shipment.parcels.get(index);
        Some(ReweighedParcel {
            seq,
            declared_weight_g: declared.and_then(|parcel| parcel.weight_g).or(whole_g),
            declared_length_mm: declared.and_then(|parcel| parcel.length_mm),
            declared_width_mm: declared.and_then(|parcel| parcel.width_mm),
            declared_height_mm: declared.and_then(|parcel| parcel.height_mm),
            weight_g: found.weight_g,
            length_mm: found.length_mm,
            width_mm: found.width_mm,
            height_mm: found.height_mm,
            has_photo: false,
        })
    };
    (0..count).filter(|index| !not_coming.contains(&number(*index))).map(pair).collect()
}

/// None when the shipment cannot be priced at present: its measures are kept, and the next weighing tries again.
async fn find_judgement(
    tx: &mut TenantTx,
    by: &Weigher,
    settings: &Settings,
    shipment: &Shipment,
    parcels: &[ReweighedParcel],
    past: &[Reweigh],
) -> ApiResult<Option<Judgement>> {
    let limits = price::load_measure_limits(tx, settings, shipment).await?;
    let limits = ReweighLimits { max_weight_g: limits.max_weight_g, max_side_mm: limits.max_side_mm };
    let weighed: Vec<WeighedParcel> = parcels.iter().map(ReweighedParcel::to_weighed).collect();
    let was_charged = past.iter().any(|one| one.is_charged);
    let basis: Vec<Measure> = match check_measures(&weighed, &find_tolerance(&settings.reweigh), &limits) {
        None => weighed.iter().filter_map(|parcel| parcel.measured).collect(),
        // An earlier weighing has changed the price, or parcels do not come: the price is that of what was declared of
        // the others.
        Some(ReweighVerdict::Kept) if was_charged || parcels.len() < shipment.parcels.len() => {
            weighed.iter().map(|parcel| parcel.declared).collect()
        }
        Some(verdict) => return Ok(Some(Judgement::without_price(verdict))),
    };
    let basis = basis.iter().map(to_parcel).collect();
    let verdict = match price::price_measured(tx, &by.asker, settings, shipment, basis).await {
        Ok(MeasuredPrice::Priced(price)) => {
            let money = load_money(tx, settings, shipment, &price, by.actor.at).await?;
            let (verdict, returnable) = (find_verdict(&money), money.returnable);
            return Ok(Some(Judgement { verdict, price: Some(price), returnable }));
        }
        Ok(MeasuredPrice::Refused) => ReweighVerdict::RefusedLimit,
        Ok(MeasuredPrice::Free) => ReweighVerdict::SamePrice,
        Err(error) if error.status().is_client_error() => {
            tracing::warn!(shipment = %shipment.id, code = error.code().as_str(), "no price for measured parcels");
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    Ok(Some(Judgement::without_price(verdict)))
}

async fn load_money(
    tx: &mut TenantTx,
    settings: &Settings,
    shipment: &Shipment,
    price: &AcceptedPrice,
    now: DateTime<Utc>,
) -> ApiResult<ReweighMoney> {
    let rules = &settings.reweigh;
    let total_before = shipment.totals.as_ref().map(|totals| totals.total).unwrap_or_default();
    let (total_after, currency) = match &price.offer.total {
        Some(total) => (total.amount, total.currency.as_str()),
        None => (total_before, settings.currency.as_str()),
    };
    let funds = match shipment.fields.client_id {
        Some(client_id) => ledger::load_funds(tx, client_id, currency).await?,
        None => Decimal::MAX,
    };
    let charged = price::load_charged(tx, shipment).await?;
    let returnable = charged.map_or(Decimal::MAX, |money| money.returnable.amount);
    let at_most = convert_limit(tx, settings, currency, settings.today(now)).await?;
    let limit = AutomaticLimit { percent: rules.reweigh_auto_pct.into(), at_most };
    let direction = if rules.reweigh_gives_back { ReweighDirection::Both } else { ReweighDirection::Up };
    let automatic_limit = limit.calculate(total_before);
    Ok(ReweighMoney { total_before, total_after, returnable, funds, automatic_limit, direction })
}

/// The largest amount that is charged without asking, in the currency of the price. Zero without a rate: the client is asked.
async fn convert_limit(
    tx: &mut TenantTx,
    settings: &Settings,
    currency: &str,
    on: NaiveDate,
) -> ApiResult<Decimal> {
    match fx::rate(tx, &settings.currency, currency, on).await {
        Ok(rate) => Ok(settings.reweigh.reweigh_auto_max * rate.factor),
        Err(FxError::NoRate { .. }) => Ok(Decimal::ZERO),
        Err(error) => Err(error.into()),
    }
}

fn find_tolerance(rules: &ReweighRules) -> ReweighTolerance {
    ReweighTolerance {
        weight_g: rules.reweigh_tolerance_g,
        weight_percent: rules.reweigh_tolerance_pct.into(),
        side_mm: rules.reweigh_tolerance_mm.into(),
    }
}

fn to_parcel(measure: &Measure) -> Parcel {
    let [length_mm, width_mm, height_mm] = measure.size_mm.map_or([None; 3], |size| size.map(Some));
    Parcel { length_mm, width_mm, height_mm, weight_g: measure.weight_g, size_unit: None, weight_unit: None }
}

/// Charges or gives back what the verdict says, and returns the revision of the price.
async fn charge(
    tx: &mut TenantTx,
    actor: &Actor,
    settings: &Settings,
    shipment: &Shipment,
    judgement: &Judgement,
) -> ApiResult<Option<i16>> {
    let Some(price) = judgement.price.as_ref().filter(|_| judgement.verdict.posts()) else { return Ok(None) };
    price::charge_measured(tx, actor.clone(), settings.country_id, shipment, price).await.map(Some)
}

/// Records the weighing, and holds or releases the shipment.
async fn record_weighing(
    tx: &mut TenantTx,
    author: &EventAuthor<'_>,
    shipment: &mut Shipment,
    status: ReweighStatus,
) -> ApiResult<()> {
    events::record(tx, author, shipment, events::REWEIGHED).await?;
    let is_held = shipment.status == ShipmentStatus::ReweighHold;
    match (status == ReweighStatus::Held, is_held) {
        (true, false) => events::record(tx, author, shipment, events::REWEIGH_HOLD).await,
        (false, true) => events::record(tx, author, shipment, events::REWEIGH_RELEASED).await,
        _ => Ok(()),
    }
}

impl ReweighedParcel {
    fn to_weighed(&self) -> WeighedParcel {
        let size =
            |length: Option<f64>, width: Option<f64>, height: Option<f64>| Some([length?, width?, height?]);
        let declared = size(self.declared_length_mm, self.declared_width_mm, self.declared_height_mm);
        // Where only the weight was measured, the declared size counts.
        let measured = size(self.length_mm, self.width_mm, self.height_mm).or(declared);
        WeighedParcel {
            declared: Measure { weight_g: self.declared_weight_g, size_mm: declared },
            measured: Some(Measure { weight_g: Some(self.weight_g), size_mm: measured }),
        }
    }
}

impl Judgement {
    const fn without_price(verdict: ReweighVerdict) -> Self {
        Self { verdict, price: None, returnable: Decimal::ZERO }
    }

    /// Above zero what is charged for the measures, below zero what is given back.
    fn difference(&self, before: Decimal, after: Decimal) -> Decimal {
        let is_refunded = self.verdict == ReweighVerdict::Refunded;
        if is_refunded { (after - before).max(-self.returnable) } else { after - before }
    }

    fn to_row(
        &self,
        shipment: &Shipment,
        parcels: Vec<ReweighedParcel>,
        seq: i16,
        measured_by: Uuid,
    ) -> NewReweigh {
        let totals = shipment.totals.as_ref();
        let offer = self.price.as_ref().map(|price| &price.offer);
        let total_before = totals.map(|totals| totals.total);
        let total_after = offer.and_then(|offer| offer.total.as_ref()).map(|total| total.amount);
        // Within the tolerance, the price stays as it is.
        let total_after = total_after.or(total_before.filter(|_| self.keeps_price()));
        let chargeable_after_g = offer.and_then(|offer| offer.weights.as_ref()?.chargeable_g());
        NewReweigh {
            shipment_id: shipment.id,
            tracking_code: shipment.tracking_code.clone(),
            client_id: shipment.fields.client_id,
            client_name: shipment.client_name.clone(),
            subsidiary_id: shipment.fields.subsidiary_id,
            partner_id: shipment.fields.partner_id,
            seq,
            status: self.verdict.status(),
            verdict: self.verdict,
            declared_weight_g: parcels.iter().map(|parcel| parcel.declared_weight_g).sum(),
            measured_weight_g: parcels.iter().map(|parcel| parcel.weight_g).sum(),
            parcels,
            chargeable_before_g: shipment.chargeable_weight_g.filter(|_| totals.is_some()),
            chargeable_after_g: chargeable_after_g
                .or(shipment.chargeable_weight_g.filter(|_| totals.is_some() && self.keeps_price())),
            total_before,
            total_after,
            difference: total_before.zip(total_after).map(|(before, after)| self.difference(before, after)),
            currency: totals.map(|totals| totals.currency.clone()),
            offer: self.price.as_ref().and_then(|price| price.to_stored()),
            priced_on: self.price.as_ref().map(|price| price.priced_on),
            charge_revision: None,
            deadline_on: None,
            measured_by,
        }
    }

    const fn keeps_price(&self) -> bool {
        matches!(self.verdict, ReweighVerdict::Kept | ReweighVerdict::SamePrice)
    }
}
