//! The latest shipments and the wallets of clients, beside their records in the list.

use std::collections::HashMap;

use access::ctx::Ctx;
use access::in_scope;
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;
use tenancy::TenantTx;
use trade::money::in_currency;
use uuid::Uuid;

/// Clients of one call: a page of their list.
const MAX: usize = 100;
/// Days whose shipments are counted.
const DAYS: i64 = 30;

pub const KNOWN: &str = "select id from clients where id = any($1)";
pub const SHIPMENTS: &str = concat!(
    "select c.id,
            (select count(*) from (
                select from shipments s where s.client_id = c.id and s.created_at >= $5 and ",
    in_scope!("s."),
    " limit 1000) counted) as shipments,
            (select max(s.created_at) from shipments s where s.client_id = c.id and ",
    in_scope!("s."),
    ") as last_shipment_at
     from unnest($4::uuid[]) c (id)"
);
pub const BALANCES: &str = "
    select client_id, currency::text as currency, balance from ledger_accounts
    where kind = 'client_wallet' and client_id = any($1) order by currency";

/// The latest shipments of a client, and the money it can spend.
#[derive(Object)]
struct ClientActivity {
    client_id: Uuid,
    /// Shipments of the last 30 days, exact up to 999; null for users who cannot list shipments.
    shipments: Option<i64>,
    /// When the last shipment was created.
    last_shipment_at: Option<DateTime<Utc>>,
    /// One for each currency; empty for users who cannot list wallets.
    balances: Vec<ClientBalance>,
}

/// The wallet of a client in a currency.
#[derive(Object)]
struct ClientBalance {
    /// ISO 4217.
    currency: String,
    balance: Decimal,
}

pub struct ClientActivityApi;

#[OpenApi(tag = "Tag::Parties")]
impl ClientActivityApi {
    /// Show what clients have shipped lately, and their balances
    #[oai(path = "/clients/activity", method = "get", operation_id = "client_activity_list")]
    async fn client_activity_list(
        &self,
        ctx: Ctx,
        /// Ids of clients, separated by commas; at most 100.
        #[oai(validator(max_length = 3700))]
        ids: Query<Option<String>>,
    ) -> ApiResult<Json<Items<ClientActivity>>> {
        ctx.require(Resource::Client, Action::List)?;
        let asked = read_ids(ids.0.as_deref())?;
        let mut tx = ctx.begin().await?;
        let known: Vec<Uuid> = sqlx::query_scalar(KNOWN).bind(asked).fetch_all(&mut *tx).await?;
        let shipments = load_shipments(&mut tx, &ctx, &known).await?;
        let mut balances = load_balances(&mut tx, &ctx, &known).await?;
        tx.commit().await?;
        let activity = |client_id: Uuid| {
            let shipped = shipments.get(&client_id);
            ClientActivity {
                client_id,
                shipments: shipped.map(|row| row.shipments),
                last_shipment_at: shipped.and_then(|row| row.last_shipment_at),
                balances: balances.remove(&client_id).unwrap_or_default(),
            }
        };
        Ok(Json(Items { data: known.into_iter().map(activity).collect() }))
    }
}

fn read_ids(text: Option<&str>) -> ApiResult<Vec<Uuid>> {
    let parts = text.unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
    let ids: Result<Vec<Uuid>, uuid::Error> = parts.map(str::parse).collect();
    match ids {
        Ok(ids) if ids.len() <= MAX => Ok(ids),
        _ => Err(ApiError::invalid_field("ids", MessageCode::UnknownOption)),
    }
}

#[derive(sqlx::FromRow)]
struct ShippedRow {
    id: Uuid,
    shipments: i64,
    last_shipment_at: Option<DateTime<Utc>>,
}

/// Only shipments that the user may list count.
async fn load_shipments(
    tx: &mut TenantTx,
    ctx: &Ctx,
    clients: &[Uuid],
) -> ApiResult<HashMap<Uuid, ShippedRow>> {
    let Ok(scope) = ctx.scope(Resource::Shipment, Action::List) else { return Ok(HashMap::new()) };
    let since = ctx.now() - TimeDelta::days(DAYS);
    let rows = scope.query_as::<ShippedRow>(SHIPMENTS).bind(clients).bind(since);
    let rows = rows.fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

async fn load_balances(
    tx: &mut TenantTx,
    ctx: &Ctx,
    clients: &[Uuid],
) -> ApiResult<HashMap<Uuid, Vec<ClientBalance>>> {
    let mut balances: HashMap<Uuid, Vec<ClientBalance>> = HashMap::new();
    if !ctx.grants.allow(Resource::Wallet, Action::List) {
        return Ok(balances);
    }
    let rows: Vec<(Uuid, String, Decimal)> =
        sqlx::query_as(BALANCES).bind(clients).fetch_all(&mut **tx).await?;
    for (client, currency, balance) in rows {
        let balance = in_currency(balance, Some(&currency));
        balances.entry(client).or_default().push(ClientBalance { currency, balance });
    }
    Ok(balances)
}
