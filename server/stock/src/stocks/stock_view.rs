//! A stock as a user sees it: what is available, and what the user can do.

use chrono::NaiveDate;
use policy::{Action, Resource};

use super::model::{Stock, StockCan};
use crate::allocation::LotStatus;
use crate::lot_state::{self, LotFacts, LotStep, TRANSITIONS};
use crate::stock_places::StockPlaceKind;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;

impl Stock {
    /// Units that nobody holds.
    pub const fn free(&self) -> i32 {
        self.on_hand - self.reserved
    }

    pub fn facts(&self, today: NaiveDate) -> LotFacts {
        LotFacts { is_expired: self.expiration_date.is_some_and(|day| day < today) }
    }

    /// Units that can be picked: the same figure as for an allocation.
    fn count_available(&self, today: NaiveDate) -> i32 {
        let is_usable = self.status == LotStatus::Available
            && self.place_kind != StockPlaceKind::Quarantine
            && !self.facts(today).is_expired;
        if is_usable { self.free() } else { 0 }
    }
}

/// Whether something can be taken; the guard says how much.
fn verdict_of_taking(stock: &Stock) -> Verdict {
    if stock.free() > 0 {
        return Verdict::Yes;
    }
    Verdict::No(MessageCode::StockNotEnough, Params::from([("free", stock.free().into())]))
}

/// Whether the state of a stock allows an action, for any user.
pub fn find_verdict(stock: &Stock, action: Action, today: NaiveDate) -> Verdict {
    let of_lot = |step| TRANSITIONS.verdict(step, stock.status, &stock.facts(today));
    match action {
        Action::Move | Action::Remove => verdict_of_taking(stock),
        Action::Hold if of_lot(LotStep::Quarantine).is_yes() => Verdict::Yes,
        Action::Hold => of_lot(LotStep::Hold),
        Action::Release => of_lot(LotStep::Release),
        _ => Verdict::Yes,
    }
}

/// The stock with the permissions of the user.
pub fn to_view(ctx: &Ctx, stock: Stock, today: NaiveDate) -> Stock {
    let may = |action| ctx.grants.allow(Resource::Stock, action);
    let can_lot = |step| lot_state::can(&ctx.grants, step, stock.status, stock.facts(today));
    let has_free = verdict_of_taking(&stock).is_yes();
    let can = StockCan {
        move_goods: may(Action::Move) && has_free,
        remove: may(Action::Remove) && has_free,
        adjust: may(Action::Adjust),
        hold: can_lot(LotStep::Hold) || can_lot(LotStep::Quarantine),
        release: can_lot(LotStep::Release),
    };
    let is_inside = !ctx.is_outside();
    let sees_costs = ctx.grants.allow(Resource::PriceCost, Action::Show);
    Stock {
        available: stock.count_available(today),
        unit_cost: stock.unit_cost.filter(|_| sees_costs).map(|cost| cost.normalize()),
        currency: stock.currency.clone().filter(|_| sees_costs),
        partner_id: stock.partner_id.filter(|_| is_inside),
        partner: stock.partner.clone().filter(|_| is_inside),
        provider_id: stock.provider_id.filter(|_| is_inside),
        provider: stock.provider.clone().filter(|_| is_inside),
        ledger_difference: stock.ledger_difference.filter(|_| is_inside),
        can,
        ..stock
    }
}

/// Stocks with the permissions of the user.
pub async fn to_views(ctx: &Ctx, stocks: Vec<Stock>) -> ApiResult<Vec<Stock>> {
    let today = ctx.settings().today(ctx.now());
    Ok(stocks.into_iter().map(|stock| to_view(ctx, stock, today)).collect())
}
