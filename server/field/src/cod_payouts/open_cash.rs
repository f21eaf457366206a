//! SQL of the cash that clients still get, and of the cash of a payout.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// Deliveries of one payout. The same number stands in the statements below.
pub const MOST: usize = 2_000;

/// By client, branch and currency, the oldest first. $1 is a client, $2 are branches; null for all.
pub const OPEN: &str = "
    select client_id, subsidiary_id, currency, coalesce(sum(amount) filter (where is_counted and place <= 2000), 0) as amount,
           count(*) filter (where is_counted and place <= 2000) as delivery_count,
           count(*) filter (where not is_counted) as waiting_count, min(taken_at) as since
    from (
        select c.client_id, d.subsidiary_id, c.currency::text as currency, h.status is not null and h.status <> 30 as is_counted,
               sum(c.amount) as amount, min(c.taken_at) as taken_at,
               row_number() over (partition by c.client_id, d.subsidiary_id, c.currency,
                                               h.status is not null and h.status <> 30
                                  order by min(c.taken_at), d.id) as place
        from delivery_cash c join deliveries d on d.id = c.delivery_id left join cash_handovers h on h.id = c.handover_id
        where c.payout_id is null and c.client_id is not null and ($1::uuid is null or c.client_id = $1)
            and ($2::uuid[] is null or d.subsidiary_id = any($2))
        group by c.client_id, d.subsidiary_id, c.currency, d.id, h.status is not null and h.status <> 30
    ) parts
    group by client_id, subsidiary_id, currency order by since, client_id, currency limit 200";
/// Counted cash by delivery. $1 is a client, $2 a branch, $3 a currency, $4 are branches; null for all.
pub const DELIVERIES: &str = "
    select d.id, d.number, d.recipient_name, c.client_id, d.subsidiary_id, c.currency::text as currency, sum(c.amount) as amount,
           min(c.taken_at) as taken_at
    from delivery_cash c join deliveries d on d.id = c.delivery_id join cash_handovers h on h.id = c.handover_id
    where c.payout_id is null and c.client_id is not null and h.status <> 30 and ($1::uuid is null or c.client_id = $1)
        and ($2::uuid is null or d.subsidiary_id = $2) and ($3::text is null or c.currency = $3)
        and ($4::uuid[] is null or d.subsidiary_id = any($4))
    group by d.id, c.client_id, c.currency order by min(c.taken_at), d.id limit 2000";
/// The deliveries of a client, a branch and a currency among them. $4 are branches, or null for all.
pub const OWN_DELIVERIES: &str = "
    select c.delivery_id
    from delivery_cash c join deliveries d on d.id = c.delivery_id join cash_handovers h on h.id = c.handover_id
    where c.client_id = $1 and d.subsidiary_id is not distinct from $2 and c.currency = $3 and c.payout_id is null
        and h.status <> 30 and ($4::uuid[] is null or d.subsidiary_id = any($4))
    group by c.delivery_id order by min(c.taken_at), c.delivery_id limit 2000";
/// Their cash once they are locked, so that it is paid out once.
pub const LOCK: &str = "
    select c.record_id, c.delivery_id, c.amount, c.taken_at
    from delivery_cash c join deliveries d on d.id = c.delivery_id join cash_handovers h on h.id = c.handover_id
    where c.delivery_id = any($5) and c.client_id = $1 and d.subsidiary_id is not distinct from $2 and c.currency = $3
        and c.payout_id is null and h.status <> 30 and ($4::uuid[] is null or d.subsidiary_id = any($4))
    order by c.record_id for no key update of c";
pub const PAY: &str = "update delivery_cash set payout_id = $1 where record_id = any($2)";
pub const OPEN_AGAIN: &str = "update delivery_cash set payout_id = null where payout_id = $1";
pub const ADD_LINES: &str = "
    insert into cod_payout_lines (payout_id, record_id, delivery_id, amount, taken_at)
    select $1, line.* from unnest($2::uuid[], $3::uuid[], $4::numeric[], $5::timestamptz[]) as line (record_id, delivery_id, amount, taken_at)";
pub const LINES: &str = "
    select d.id, d.number, d.recipient_name, p.client_id, p.subsidiary_id, p.currency::text as currency, sum(l.amount) as amount,
           min(l.taken_at) as taken_at
    from cod_payout_lines l join cod_payouts p on p.id = l.payout_id join deliveries d on d.id = l.delivery_id
    where l.payout_id = $1 group by d.id, p.id order by min(l.taken_at), d.id limit 2000";
pub const PAID_DELIVERIES: &str = "
    select distinct delivery_id from cod_payout_lines where payout_id = $1 order by delivery_id limit 2000";

/// Which cash: of a client, a branch and a currency, within the scope of a user.
#[derive(Clone, Debug)]
pub struct CashOwner<'a> {
    pub client_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    pub currency: &'a str,
    pub scope: &'a RowScope,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OpenRow {
    pub client_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    pub currency: String,
    pub amount: Decimal,
    pub delivery_count: i64,
    pub waiting_count: i64,
    pub since: DateTime<Utc>,
}

/// The cash of a delivery.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeliveryRow {
    pub id: Uuid,
    pub number: String,
    pub recipient_name: String,
    pub client_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    pub currency: String,
    pub amount: Decimal,
    pub taken_at: DateTime<Utc>,
}

/// Cash of a record, locked.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PayableCash {
    pub record_id: Uuid,
    pub delivery_id: Uuid,
    pub amount: Decimal,
    pub taken_at: DateTime<Utc>,
}

/// The client that a list is of: the own one of a client's user. Users of partners reach nobody's cash.
pub fn narrow_client(scope: &RowScope, asked: Option<Uuid>) -> Option<Uuid> {
    let (client, _, partner) = scope.parts();
    match (client, partner) {
        (_, Some(_)) => Some(Uuid::nil()),
        // Another client's is not shown.
        (Some(own), None) if asked.is_some_and(|asked| asked != own) => Some(Uuid::nil()),
        (Some(own), None) => Some(own),
        (None, None) => asked,
    }
}

pub async fn list_open(
    tx: &mut TenantTx,
    scope: &RowScope,
    client_id: Option<Uuid>,
) -> ApiResult<Vec<OpenRow>> {
    let (_, subsidiaries, _) = scope.parts();
    let query = sqlx::query_as(OPEN).bind(narrow_client(scope, client_id)).bind(subsidiaries);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// The deliveries of open cash, of a client, a branch and a currency or of all.
pub async fn list_deliveries(
    tx: &mut TenantTx,
    scope: &RowScope,
    client_id: Option<Uuid>,
    subsidiary_id: Option<Uuid>,
    currency: Option<&str>,
) -> ApiResult<Vec<DeliveryRow>> {
    let (_, subsidiaries, _) = scope.parts();
    let query = sqlx::query_as(DELIVERIES)
        .bind(narrow_client(scope, client_id))
        .bind(subsidiary_id)
        .bind(currency)
        .bind(subsidiaries);
    Ok(query.fetch_all(&mut **tx).await?)
}

impl CashOwner<'_> {
    pub async fn list_ids(&self, tx: &mut TenantTx) -> ApiResult<Vec<Uuid>> {
        let (_, subsidiaries, _) = self.scope.parts();
        let query = sqlx::query_scalar(OWN_DELIVERIES)
            .bind(narrow_client(self.scope, Some(self.client_id)))
            .bind(self.subsidiary_id)
            .bind(self.currency)
            .bind(subsidiaries);
        Ok(query.fetch_all(&mut **tx).await?)
    }

    /// The cash of deliveries, which the caller has locked.
    pub async fn lock(&self, tx: &mut TenantTx, delivery_ids: &[Uuid]) -> ApiResult<Vec<PayableCash>> {
        let (_, subsidiaries, _) = self.scope.parts();
        let query = sqlx::query_as(LOCK)
            .bind(narrow_client(self.scope, Some(self.client_id)))
            .bind(self.subsidiary_id)
            .bind(self.currency)
            .bind(subsidiaries)
            .bind(delivery_ids);
        Ok(query.fetch_all(&mut **tx).await?)
    }
}

/// Notes that the cash is that of a payout.
pub async fn pay(tx: &mut TenantTx, payout_id: Uuid, cash: &[PayableCash]) -> ApiResult<()> {
    let records: Vec<Uuid> = cash.iter().map(|one| one.record_id).collect();
    sqlx::query(PAY).bind(payout_id).bind(&records).execute(&mut **tx).await?;
    sqlx::query(ADD_LINES)
        .bind(payout_id)
        .bind(&records)
        .bind(cash.iter().map(|one| one.delivery_id).collect::<Vec<_>>())
        .bind(cash.iter().map(|one| one.amount).collect::<Vec<_>>())
        .bind(cash.iter().map(|one| one.taken_at).collect::<Vec<_>>())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The cash of a payout that does not stand is open again.
pub async fn open_again(tx: &mut TenantTx, payout_id: Uuid) -> ApiResult<()> {
    sqlx::query(OPEN_AGAIN).bind(payout_id).execute(&mut **tx).await?;
    Ok(())
}

pub async fn list_paid(tx: &mut TenantTx, payout_id: Uuid) -> ApiResult<Vec<DeliveryRow>> {
    Ok(sqlx::query_as(LINES).bind(payout_id).fetch_all(&mut **tx).await?)
}

/// The deliveries of a payout by their ids.
pub async fn list_delivery_ids(tx: &mut TenantTx, payout_id: Uuid) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(PAID_DELIVERIES).bind(payout_id).fetch_all(&mut **tx).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_asks_for_its_own_cash_only_and_a_partner_for_none() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let client = RowScope::Client(own);
        assert_eq!(narrow_client(&client, None), Some(own));
        assert_eq!(narrow_client(&client, Some(own)), Some(own));
        assert_eq!(narrow_client(&client, Some(other)), Some(Uuid::nil()));
        assert_eq!(narrow_client(&RowScope::Partner(other), Some(own)), Some(Uuid::nil()));
        assert_eq!(narrow_client(&RowScope::All, Some(other)), Some(other));
        assert_eq!(narrow_client(&RowScope::Subsidiaries(vec![own]), None), None);
    }

    #[test]
    fn the_statements_have_the_limit_of_a_payout() {
        let limit = format!("limit {MOST}");
        assert!([DELIVERIES, OWN_DELIVERIES, LINES, PAID_DELIVERIES].iter().all(|sql| sql.ends_with(&limit)));
        assert_eq!(OPEN.matches(&format!("place <= {MOST}")).count(), 2);
    }
}
