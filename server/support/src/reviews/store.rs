//! SQL of reviews.

use chrono::{DateTime, Utc};
use policy::Resource;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::ReviewTotals;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::messages::Language;
use server_core::http::record_link::RecordLink;
use server_core::record::{Listing, Records, Where};

const FROM: &str = "reviews r join shipments s on s.id = r.shipment_id join clients c on c.id = s.client_id
           left join users u on u.id = r.answered_by";

pub const REVIEWS: Records = Records {
    table: "reviews",
    resource: Resource::Review,
    id: "r.id = ",
    listing: Listing {
        columns: "r.id, r.shipment_id, s.tracking_code, s.client_id, c.name as client_name, s.subsidiary_id, s.partner_id, s.to_city,
              r.status, r.score, r.body, r.submitted_at, r.answer, u.name as answered_by_name, r.answered_at, r.hidden_reason,
              r.created_at, r.updated_at, r.version, s.status = 90 as is_delivered",
        from: FROM,
        order: "r.id desc",
    },
};

/// Delivered shipments that nobody was asked about. The index of the status bounds the search to those of this half-year.
pub const CANDIDATES: &str = "
    select s.id from shipments s
    where s.status = 90 and s.created_at > $1 and s.client_id is not null and s.last_event_at between $2 and $3
        and not s.is_claimed and not exists (select from reviews r where r.shipment_id = s.id)
    order by s.created_at, s.id limit 200";
pub const INVITE: &str = "
    insert into reviews (id, created_at, updated_at, shipment_id)
    select n.id, $3, $3, n.shipment_id from unnest($1::uuid[], $2::uuid[]) n (id, shipment_id)
    on conflict on constraint reviews_shipment_key do nothing
    returning id";
pub const UNANSWERED: &str = "
    select r.id, r.shipment_id from reviews r join shipments s on s.id = r.shipment_id
    where not s.is_claimed and r.status = 10 and r.reminded_at is null and r.created_at between $1 and $2
    order by r.id limit 200";
pub const REMIND: &str = "
    update reviews set reminded_at = $1, updated_at = $1
    where id = any($2) and status = 10 and reminded_at is null
    returning id";
/// A parcel whose delivery was undone can also be on its way back, which is a greater code.
pub const FORGET_UNDELIVERED: &str = "
    delete from reviews r using shipments s where s.id = r.shipment_id and s.status <> 90 and r.status = 10
    returning r.id";
pub const HIDE_UNDELIVERED: &str = "
    update reviews r set status = 40, hidden_reason = null, version = r.version + 1, updated_at = $1
    from shipments s
    where s.id = r.shipment_id and s.status <> 90 and r.status in (20, 30)
    returning r.id";
/// Only while the client has not said anything.
pub const BEGIN_INVITING: &str = "
    update reviews r set link_hash = $2 from shipments s join clients c on c.id = s.client_id
    where r.id = $1 and s.id = r.shipment_id and r.status = 10 and s.status = 90 and c.active and c.email is not null
    returning s.tracking_code, c.name as client_name, c.email, c.language";
pub const FIND_LINKED: &str = "select id from reviews where id = $1 and link_hash = $2";
pub const USE_LINK: &str = "update reviews set link_hash = null where id = $1";

/// A client that is invited.
#[derive(Debug, sqlx::FromRow)]
pub struct InvitedClient {
    pub tracking_code: String,
    pub client_name: String,
    pub email: String,
    pub language: Option<Language>,
}

/// An invitation that waits for the words of the client.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct UnansweredReview {
    pub id: Uuid,
    pub shipment_id: Uuid,
}

/// The reviews whose shipments are no longer delivered.
pub struct UndeliveredReviews {
    /// Nothing was said about them.
    pub forgotten: Vec<Uuid>,
    pub hidden: Vec<Uuid>,
}

/// The times between which shipments were delivered that clients are asked about now.
#[derive(Clone, Copy, Debug)]
pub struct DeliveredWithin {
    /// Shipments that are older are never asked about.
    pub created_after: DateTime<Utc>,
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

/// The reviews that a user reaches: those of the shipments that the user sees.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    filter
        .and("s.client_id = ", client)
        .among("s.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
        .and("s.partner_id = ", partner)
}

/// Numbers of the matches by state, and the average of the published ones.
pub async fn load_totals(tx: &mut TenantTx, filter: &Where) -> ApiResult<ReviewTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where r.status = 10) as invited, count(*) filter (where r.status = 20) as submitted,
                count(*) filter (where r.status = 30) as published, count(*) filter (where r.status = 40) as hidden,
                round(avg(r.score) filter (where r.status = 30), 1) as average
         from ",
    );
    query.push(FROM);
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

pub async fn list_candidates(tx: &mut TenantTx, within: DeliveredWithin) -> ApiResult<Vec<Uuid>> {
    let query = sqlx::query_scalar(CANDIDATES).bind(within.created_after).bind(within.from).bind(within.to);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// The ids of the reviews of these shipments that are new.
pub async fn invite(tx: &mut TenantTx, shipments: &[Uuid], at: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    let ids: Vec<Uuid> = shipments.iter().map(|_| Uuid::now_v7()).collect();
    let query = sqlx::query_scalar(INVITE).bind(ids).bind(shipments).bind(at);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// The reviews that were asked for between two times, once, at most 200.
pub async fn list_unanswered(
    tx: &mut TenantTx,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> ApiResult<Vec<UnansweredReview>> {
    Ok(sqlx::query_as(UNANSWERED).bind(from).bind(to).fetch_all(&mut **tx).await?)
}

/// Those of these reviews that are asked for again now.
pub async fn remind(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(REMIND).bind(at).bind(ids).fetch_all(&mut **tx).await?)
}

/// Forgets invitations of shipments that are under way again, and hides what was said about them.
pub async fn hide_undelivered(tx: &mut TenantTx, at: DateTime<Utc>) -> ApiResult<UndeliveredReviews> {
    let forgotten = sqlx::query_scalar(FORGET_UNDELIVERED).fetch_all(&mut **tx).await?;
    let hidden = sqlx::query_scalar(HIDE_UNDELIVERED).bind(at).fetch_all(&mut **tx).await?;
    Ok(UndeliveredReviews { forgotten, hidden })
}

/// Stores the secret of the e-mail that is written now. None when there is nobody to ask any more.
pub async fn begin_inviting(tx: &mut TenantTx, link: &RecordLink) -> ApiResult<Option<InvitedClient>> {
    let query = sqlx::query_as(BEGIN_INVITING).bind(link.id).bind(&link.hash);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// Whether this is the link of a review that can still be used.
pub async fn is_linked(tx: &mut TenantTx, link: &RecordLink) -> ApiResult<bool> {
    let found: Option<Uuid> =
        sqlx::query_scalar(FIND_LINKED).bind(link.id).bind(&link.hash).fetch_optional(&mut **tx).await?;
    Ok(found.is_some())
}

/// Ends the link of a review.
pub async fn use_link(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(USE_LINK).bind(id).execute(&mut **tx).await?;
    Ok(())
}
