//! The frozen price of a confirmed shipment.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::types::ToJSON;
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::accept::AcceptedPrice;
use pricing::prices::costs::PriceCostLine;
use pricing::prices::priced::{PriceLine, PriceLineCode, PriceWeights};
use pricing::quotes;
use pricing::quotes::input::QuoteOptions;
use pricing::quotes::offer::QuoteOffer;
use server_core::http::error::{ApiError, ApiResult};

pub const INSERT: &str = "
    insert into shipment_charges (id, shipment_id, revision, seq, service_id, quote_id, code, of_code, params, amount, cost,
                                  currency, taxable, estimate, created_by, created_at, priced_on)
    select id, $2, $3, seq, $4, $5, code, of_code, params, amount, cost, currency, taxable, estimate, $6, $7, $8
    from json_populate_recordset(null::shipment_charges, $1::text::json)";
pub const TOTALS: &str = "
    update shipments
    set total_freight = $2, total_insurance = $3, total_tax = $4, total = $5, total_currency = $6,
        chargeable_weight_g = coalesce($7, chargeable_weight_g)
    where id = $1";
/// Shipments that are not confirmed any more have no price. Their frozen lines stay as they were.
pub const NO_TOTALS: &str = "
    update shipments
    set total_freight = null, total_insurance = null, total_tax = null, total = null, total_currency = null,
        confirmation_key = null, confirmed_at = null
    where id = $1";
pub const QUOTES: &str =
    "select distinct quote_id from shipment_charges where shipment_id = $1 and quote_id is not null";

/// Takes the price off a shipment whose confirmation is undone. Its quote can be confirmed again.
pub async fn unfreeze(tx: &mut TenantTx, shipment_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(NO_TOTALS).bind(shipment_id).execute(&mut **tx).await?;
    let quote_ids: Vec<Uuid> = sqlx::query_scalar(QUOTES).bind(shipment_id).fetch_all(&mut **tx).await?;
    quotes::reopen(tx, &quote_ids, at).await
}

pub const CHARGES_IMPORT: &str = "
    select exists (select from shipment_charges where shipment_id = $1 and code = 'import' and not estimate)";

/// Whether the sender was charged import taxes, which depend on tariff codes, origins and terms.
pub async fn charges_import(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(CHARGES_IMPORT).bind(shipment_id).fetch_one(&mut **tx).await?)
}

pub const NEXT_REVISION: &str =
    "select (coalesce(max(revision), 0) + 1)::smallint from shipment_charges where shipment_id = $1";

/// The number of the next price of a shipment, which is locked.
async fn next_revision(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<i16> {
    Ok(sqlx::query_scalar(NEXT_REVISION).bind(shipment_id).fetch_one(&mut **tx).await?)
}

pub const FROZEN_OPTIONS: &str = "
    select h.currency, q.input -> 'options'
    from shipment_charges h left join quotes q on q.id = h.quote_id and q.confirmed_at is not null
    where h.shipment_id = $1 order by q.id is null, h.revision desc, h.seq limit 1";

/// Options of the frozen price of a shipment, with its currency; none without a price.
pub async fn frozen_options(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Option<QuoteOptions>> {
    type Found = (String, Option<Json<Option<QuoteOptions>>>);
    let found: Option<Found> =
        sqlx::query_as(FROZEN_OPTIONS).bind(shipment_id).fetch_optional(&mut **tx).await?;
    Ok(found.map(|(currency, options)| {
        let options = options.and_then(|options| options.0).unwrap_or_default();
        QuoteOptions { quote_currency: Some(currency), ..options }
    }))
}

pub const FROZEN_TERMS: &str = "
    select service_id, priced_on from shipment_charges where shipment_id = $1 order by revision desc, seq limit 1";

/// The service and the day of the frozen price of a shipment; none without a price.
pub async fn find_frozen_terms(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Option<(Uuid, NaiveDate)>> {
    Ok(sqlx::query_as(FROZEN_TERMS).bind(shipment_id).fetch_optional(&mut **tx).await?)
}

/// A line to store.
#[derive(Serialize)]
struct Charge {
    id: Uuid,
    seq: usize,
    code: String,
    of_code: Option<String>,
    params: Option<Value>,
    amount: Decimal,
    cost: Option<Decimal>,
    currency: String,
    taxable: bool,
    estimate: bool,
}

/// Freezes the price of a shipment, which is locked: its lines as a new revision, its totals, the weight that was priced, and
/// the quote as confirmed.
/// Returns the number of the revision.
pub async fn freeze(
    tx: &mut TenantTx,
    by: Option<Uuid>,
    at: DateTime<Utc>,
    shipment_id: Uuid,
    accepted: &AcceptedPrice,
) -> ApiResult<i16> {
    let revision = next_revision(tx, shipment_id).await?;
    let offer = &accepted.offer;
    let text = serde_json::to_string(&charges(offer)).map_err(ApiError::internal)?;
    sqlx::query(INSERT)
        .bind(text)
        .bind(shipment_id)
        .bind(revision)
        .bind(offer.service_id)
        .bind(accepted.quote_id)
        .bind(by)
        .bind(at)
        .bind(accepted.priced_on)
        .execute(&mut **tx)
        .await?;
    sqlx::query(TOTALS)
        .bind(shipment_id)
        .bind(offer.total_freight.as_ref().map(|money| money.amount))
        .bind(offer.total_insurance.as_ref().map(|money| money.amount))
        .bind(offer.total_tax.as_ref().map(|money| money.amount))
        .bind(offer.total.as_ref().map(|money| money.amount))
        .bind(offer.total.as_ref().map(|money| money.currency.clone()))
        .bind(offer.weights.as_ref().and_then(PriceWeights::chargeable_g))
        .execute(&mut **tx)
        .await?;
    if let Some(quote_id) = accepted.quote_id {
        quotes::mark_confirmed(tx, quote_id, at).await?;
    }
    Ok(revision)
}

/// The lines with their costs, those of the addressee, and costs that no line has.
fn charges(offer: &QuoteOffer) -> Vec<Charge> {
    let mut costs: Vec<&PriceCostLine> =
        offer.costs.iter().flat_map(|costs| &costs.beside).filter(|line| line.cost.is_some()).collect();
    let paid = offer.lines.iter().map(|line| (line, false));
    let estimated = offer.estimates.iter().map(|line| (line, true));
    let mut all: Vec<Charge> = Vec::new();
    for (line, estimate) in paid.chain(estimated) {
        let code = code_of(line.code);
        let cost = costs.iter().position(|cost| !estimate && cost.code == code && cost.of == line.of);
        let cost = cost.and_then(|index| costs.remove(index).cost.as_ref()).map(|cost| cost.amount);
        all.push(Charge::of(line, code, cost, estimate));
    }
    for line in costs {
        let Some(cost) = &line.cost else { continue };
        all.push(Charge {
            id: Uuid::now_v7(),
            seq: 0,
            code: line.code.clone(),
            of_code: line.of.clone(),
            params: None,
            amount: Decimal::ZERO,
            cost: Some(cost.amount),
            currency: cost.currency.clone(),
            taxable: false,
            estimate: false,
        });
    }
    for (index, charge) in all.iter_mut().enumerate() {
        charge.seq = index + 1;
    }
    all
}

impl Charge {
    fn of(line: &PriceLine, code: String, cost: Option<Decimal>, estimate: bool) -> Self {
        Self {
            id: Uuid::now_v7(),
            seq: 0,
            code,
            of_code: line.of.clone(),
            params: line.params.as_ref().and_then(ToJSON::to_json),
            amount: line.amount.amount,
            cost,
            currency: line.amount.currency.clone(),
            taxable: line.taxable,
            estimate,
        }
    }
}

fn code_of(code: PriceLineCode) -> String {
    code.to_json().and_then(|json| json.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Prices by the weight, with fuel, and with insurance for what is worth it, as the demo companies have them.
pub const PAST: &str = "
    with priced as materialized (
        select s.id, l.seq, s.service_id, l.code, l.amount, l.cost, s.currency, s.confirmed_at
        from shipments s
        cross join lateral (select 18 + coalesce(s.chargeable_weight_g, 1000) * 0.0094 as base) b
        cross join lateral (values
            (1, 'base', round(b.base, 2), round(b.base * 0.82, 2)),
            (2, 'fuel', round(b.base * 0.3175, 2), round(b.base * 0.26, 2)),
            (3, 'insurance', greatest(5, round(s.insurance_value * 0.0125, 2)), round(s.insurance_value * 0.006, 2))
        ) l (seq, code, amount, cost)
        where s.id = any($1::uuid[]) and s.confirmed_at is not null and s.service_id is not null
          and s.currency is not null and (l.code <> 'insurance' or s.insurance_value > 0)
    )
    insert into shipment_charges (id, shipment_id, revision, seq, service_id, code, amount, cost, currency, taxable,
                                  estimate, priced_on, created_by, created_at)
    select gen_random_uuid(), id, 1, seq, service_id, code, amount, cost, currency, true, false, confirmed_at::date,
           $2::uuid, confirmed_at
    from priced";
pub const PAST_TOTALS: &str = "
    update shipments s
    set total_freight = c.freight, total_insurance = c.insurance, total_tax = 0, total = c.freight + c.insurance,
        total_currency = s.currency
    from (
        select shipment_id, coalesce(sum(amount) filter (where code <> 'insurance'), 0) as freight,
               coalesce(sum(amount) filter (where code = 'insurance'), 0) as insurance
        from shipment_charges where shipment_id = any($1::uuid[]) group by shipment_id
    ) c
    where s.id = c.shipment_id";

/// Freezes prices of the past on confirmed shipments of a demo company.
pub async fn freeze_past(tx: &mut TenantTx, shipment_ids: &[Uuid], staff: Uuid) -> sqlx::Result<()> {
    sqlx::query(PAST).bind(shipment_ids).bind(staff).execute(&mut **tx).await?;
    sqlx::query(PAST_TOTALS).bind(shipment_ids).execute(&mut **tx).await?;
    Ok(())
}
