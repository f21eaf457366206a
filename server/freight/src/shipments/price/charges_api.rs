//! The frozen price of a shipment on the wire.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::ParseFromJSON;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::charged::{ShipmentCharged, load_charged};
use super::charges::frozen_options;
use crate::shipments::store;
use access::ctx::Ctx;
use pricing::prices::costs::PriceCostLine;
use pricing::prices::priced::{PriceLine, PriceLineCode, PriceLineParams, PriceMoney};
use pricing::prices::seen::sees_costs;
use pricing::quotes::input::QuoteOptions;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::Tag;
use trade::money::in_currency;

/// All revisions of a shipment's price.
pub const LINES: &str = "
    select h.revision, h.code, h.of_code, h.params, h.amount, h.cost, h.currency, h.taxable, h.estimate, h.quote_id,
           h.created_at, u.name as created_by_name
    from shipment_charges h left join users u on u.id = h.created_by
    where h.shipment_id = $1 order by h.revision, h.seq limit 5000";

/// The frozen price of a shipment.
#[derive(Object)]
pub struct ShipmentCharges {
    /// The present lines; empty without a price.
    pub lines: Vec<PriceLine>,
    /// Duties and taxes that the addressee pays on delivery: estimates, not in the total.
    pub estimates: Vec<PriceLine>,
    pub total: Option<PriceMoney>,
    /// The confirmed quote; null for a price without one.
    pub quote_id: Option<Uuid>,
    /// Options and currency that a new price of the shipment keeps; null without a price.
    pub options: Option<QuoteOptions>,
    /// The charge, and how much of it a lower price gives back; null unless it was charged.
    pub money: Option<ShipmentCharged>,
    /// The confirmation, and each later change of the price.
    pub revisions: Vec<ShipmentChargeRevision>,
    /// Left out for users who may not see costs.
    #[oai(skip_serializing_if_is_none)]
    pub costs: Option<ShipmentChargeCosts>,
}

/// A price as it was at a time.
#[derive(Object)]
pub struct ShipmentChargeRevision {
    /// 1 for the confirmation.
    pub revision: i16,
    pub total: PriceMoney,
    pub lines: Vec<PriceLine>,
    pub created_at: DateTime<Utc>,
    pub created_by_name: Option<String>,
}

/// The company's costs of the shipment.
#[derive(Object)]
pub struct ShipmentChargeCosts {
    /// Costs and sell prices, by line.
    pub beside: Vec<PriceCostLine>,
    pub total: PriceMoney,
    /// The sell price less the costs.
    pub margin: PriceMoney,
    /// The same in per cent of the sell price.
    pub margin_pct: Option<Decimal>,
}

#[derive(sqlx::FromRow, Clone)]
struct Line {
    revision: i16,
    code: String,
    of_code: Option<String>,
    params: Option<Value>,
    amount: Decimal,
    cost: Option<Decimal>,
    currency: String,
    taxable: bool,
    estimate: bool,
    quote_id: Option<Uuid>,
    created_at: DateTime<Utc>,
    created_by_name: Option<String>,
}

pub struct ShipmentChargeApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Quotes")]
impl ShipmentChargeApi {
    /// Show the frozen price of a shipment
    ///
    /// Empty for a shipment that is not confirmed, or was confirmed without a price.
    #[oai(path = "/:id/charges", method = "get", operation_id = "shipment_charges")]
    async fn shipment_charges(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ShipmentCharges>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let shipment = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        let rows: Vec<Line> = sqlx::query_as(LINES).bind(*id).fetch_all(&mut *tx).await?;
        // The confirmation was undone: its lines are history.
        let is_priced = shipment.totals.is_some();
        let rows = if is_priced { rows.as_slice() } else { &[] };
        let options = if is_priced { frozen_options(&mut tx, *id).await? } else { None };
        let money = if is_priced { load_charged(&mut tx, &shipment).await? } else { None };
        tx.commit().await?;
        Ok(Json(Item { data: ShipmentCharges { options, money, ..charges(rows, sees_costs(&ctx)) } }))
    }
}

fn charges(rows: &[Line], with_costs: bool) -> ShipmentCharges {
    let revisions: Vec<&[Line]> = rows.chunk_by(|one, other| one.revision == other.revision).collect();
    let now = revisions.last().copied().unwrap_or_default();
    let of = |estimate: bool| -> Vec<Line> {
        now.iter().filter(|line| line.estimate == estimate).cloned().collect()
    };
    ShipmentCharges {
        lines: to_price_lines(&of(false), with_costs),
        estimates: to_price_lines(&of(true), with_costs),
        total: total(now),
        quote_id: now.first().and_then(|line| line.quote_id),
        options: None,
        money: None,
        revisions: revisions.iter().filter_map(|lines| revision(lines, with_costs)).collect(),
        costs: costs(now).filter(|_| with_costs),
    }
}

fn revision(lines: &[Line], with_costs: bool) -> Option<ShipmentChargeRevision> {
    let first = lines.first()?;
    let paid: Vec<Line> = lines.iter().filter(|line| !line.estimate).cloned().collect();
    Some(ShipmentChargeRevision {
        revision: first.revision,
        total: total(lines)?,
        lines: to_price_lines(&paid, with_costs),
        created_at: first.created_at,
        created_by_name: first.created_by_name.clone(),
    })
}

/// The lines that the user may see: without costs, a margin is part of the freight, and no parameter tells it.
fn to_price_lines(lines: &[Line], with_costs: bool) -> Vec<PriceLine> {
    let is_margin = |line: &&Line| line.code == "margin";
    let margin: Decimal = lines.iter().filter(is_margin).map(|line| line.amount).sum();
    let hides = !with_costs && lines.iter().any(|line| is_margin(&line));
    let told = lines.iter().filter(|line| with_costs || !(is_margin(line) || line.amount.is_zero()));
    let mut told: Vec<PriceLine> =
        told.map(|line| line.to_price_line(!hides || line.code == "import")).collect();
    if let Some(base) = told.iter_mut().find(|line| hides && line.code == PriceLineCode::Base) {
        base.amount.amount += margin;
    }
    told
}

fn total(lines: &[Line]) -> Option<PriceMoney> {
    let currency = lines.first()?.currency.clone();
    let sum = lines.iter().filter(|line| !line.estimate).map(|line| line.amount).sum();
    Some(PriceMoney { amount: in_currency(sum, Some(&currency)), currency })
}

fn costs(lines: &[Line]) -> Option<ShipmentChargeCosts> {
    let sell = total(lines)?;
    let currency = &sell.currency;
    let money = |amount: Decimal| PriceMoney {
        amount: in_currency(amount, Some(currency)),
        currency: currency.clone(),
    };
    let paid: Vec<&Line> = lines.iter().filter(|line| !line.estimate).collect();
    let cost: Decimal = paid.iter().filter_map(|line| line.cost).sum();
    let margin = sell.amount - cost;
    let beside = paid.iter().map(|line| PriceCostLine {
        code: line.code.clone(),
        of: line.of_code.clone(),
        sell: Some(money(line.amount)).filter(|_| !line.amount.is_zero()),
        cost: line.cost.map(money),
    });
    Some(ShipmentChargeCosts {
        beside: beside.collect(),
        total: money(cost),
        margin: money(margin),
        margin_pct: (margin * Decimal::ONE_HUNDRED)
            .checked_div(sell.amount)
            .map(|pct| pct.round_dp(2).normalize()),
    })
}

impl Line {
    fn to_price_line(&self, is_explained: bool) -> PriceLine {
        let params = self.params.clone().filter(|_| is_explained);
        PriceLine {
            code: PriceLineCode::parse_from_json(Some(json!(self.code))).unwrap_or(PriceLineCode::Base),
            of: self.of_code.clone(),
            params: params.and_then(|params| PriceLineParams::parse_from_json(Some(params)).ok()),
            amount: PriceMoney {
                amount: in_currency(self.amount, Some(&self.currency)),
                currency: self.currency.clone(),
            },
            taxable: self.taxable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(code: &str, amount: i64, cost: Option<i64>) -> Line {
        Line {
            revision: 1,
            code: code.to_owned(),
            of_code: None,
            params: Some(json!({ "pct": "10" })),
            amount: Decimal::from(amount),
            cost: cost.map(Decimal::from),
            currency: "USD".to_owned(),
            taxable: true,
            estimate: code == "import",
            quote_id: None,
            created_at: DateTime::UNIX_EPOCH,
            created_by_name: None,
        }
    }

    #[test]
    fn a_margin_is_part_of_the_freight_for_those_who_may_not_see_it() {
        let rows = [
            line("base", 100, Some(80)),
            line("margin", 15, None),
            line("fuel", 0, Some(9)),
            line("import", 40, None),
        ];
        let (own, told) = (charges(&rows, false), charges(&rows, true));
        let shown = |charges: &ShipmentCharges| -> Vec<String> {
            charges.lines.iter().map(|line| format!("{:?} {}", line.code, line.amount.amount)).collect()
        };
        assert_eq!(shown(&own), ["Base 115.00"]);
        assert!(own.lines[0].params.is_none() && own.costs.is_none());
        assert_eq!(shown(&told), ["Base 100.00", "Margin 15.00", "Fuel 0.00"]);
        assert_eq!(own.total, told.total);
        let costs = told.costs.unwrap();
        assert_eq!((costs.total.amount, costs.margin.amount), (Decimal::from(89), Decimal::from(26)));
        assert_eq!(own.estimates.len(), 1);
    }
}
