//! Money that is still to be billed or paid, and what clients have in their wallets, in sums for the dashboard.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use poem_openapi::Object;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use sqlx::QueryBuilder;
use tenancy::TenantTx;

use crate::amount::with_decimals;
use crate::invoices::list;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::record::Where;

const UNBILLED: &str =
    "select b.currency::text as currency, b.service_amount + b.tax_amount as amount from billable_charges b";
const BALANCES: &str = "select a.currency::text as currency, a.balance as amount from ledger_accounts a";

/// Sums of a currency. Null for records that the user cannot list.
#[derive(Object, Debug, Default)]
pub struct OpenMoney {
    /// ISO 4217.
    pub currency: String,
    /// Charges that no invoice has.
    pub unbilled: Option<Decimal>,
    /// Unpaid parts of issued invoices.
    pub due: Option<Decimal>,
    /// The part of `due` that is overdue.
    pub overdue: Option<Decimal>,
    /// Money that clients have in their wallets, less what they owe there.
    pub balances: Option<Decimal>,
}

/// What the user may know about open money. `overdue_invoices` is null without the right to list invoices.
pub struct OpenMoneyReport {
    pub sums: Vec<OpenMoney>,
    pub overdue_invoices: Option<i64>,
}

/// Sums by currency; currencies without any are left out.
pub async fn report(tx: &mut TenantTx, ctx: &Ctx, today: NaiveDate) -> ApiResult<OpenMoneyReport> {
    let mut sums = Sums::default();
    let mut overdue_invoices = None;
    if let Ok(scope) = MoneyScope::of(ctx, Resource::Invoice, Action::Create) {
        let filter = scope.narrow(Where::all(), "b.client_id = ", Some("b.subsidiary_id"));
        let found = by_currency(tx, UNBILLED, &filter, " and b.invoice_id is null").await?;
        sums.add(found, |sum| &mut sum.unbilled);
    }
    if let Ok(scope) = MoneyScope::of(ctx, Resource::Invoice, Action::List) {
        let filter = scope.narrow(Where::all(), "i.client_id = ", Some("i.subsidiary_id"));
        overdue_invoices = Some(list::totals(tx, &filter, today).await?.overdue);
        for found in list::sums(tx, &filter, today).await? {
            let sum = sums.of(found.currency);
            (sum.due, sum.overdue) = (Some(found.open), Some(found.overdue));
        }
    }
    if let Ok(scope) = MoneyScope::of(ctx, Resource::Wallet, Action::List) {
        let filter = scope.narrow(Where::all(), "a.client_id = ", None);
        let found = by_currency(tx, BALANCES, &filter, " and a.kind = 'client_wallet'").await?;
        sums.add(found, |sum| &mut sum.balances);
    }
    Ok(OpenMoneyReport {
        sums: sums.0.into_values().map(OpenMoney::with_decimals).collect(),
        overdue_invoices,
    })
}

type Found = Vec<(String, Decimal)>;

async fn by_currency(
    tx: &mut TenantTx,
    select: &'static str,
    filter: &Where,
    condition: &'static str,
) -> ApiResult<Found> {
    let mut query = QueryBuilder::new("select currency, sum(amount) from (");
    filter.push(query.push(select));
    query.push(condition).push(") c group by 1 order by 1");
    Ok(query.build_query_as().fetch_all(&mut **tx).await?)
}

#[derive(Default)]
struct Sums(BTreeMap<String, OpenMoney>);

impl Sums {
    fn of(&mut self, currency: String) -> &mut OpenMoney {
        self.0.entry(currency.clone()).or_insert_with(|| OpenMoney { currency, ..OpenMoney::default() })
    }

    fn add(&mut self, found: Found, figure: impl Fn(&mut OpenMoney) -> &mut Option<Decimal>) {
        for (currency, amount) in found {
            *figure(self.of(currency)) = Some(amount);
        }
    }
}

impl OpenMoney {
    fn with_decimals(self) -> Self {
        let exact = |amount: Option<Decimal>| amount.map(|amount| with_decimals(amount, &self.currency));
        let [unbilled, due, overdue, balances] =
            [self.unbilled, self.due, self.overdue, self.balances].map(exact);
        Self { unbilled, due, overdue, balances, ..self }
    }
}
