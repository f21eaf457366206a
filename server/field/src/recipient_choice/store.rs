//! SQL of what recipients choose.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::deliveries::model::RecipientChoice;
use crate::drivers::attempt_reason::AttemptReason;
use crate::drivers::stop_fold::FieldTask;
use crate::steps::delivery::DeliveryStatus;
use server_core::http::error::ApiResult;
use server_core::http::record_link::RecordLink;

/// A new failure asks anew, unless the client has decided meanwhile.
pub const BEGIN_ASKING: &str = "
    update deliveries set choice_hash = $2, choice_until = $3
    where id = $1 and status = 50 and choice_attempts is distinct from attempts
    returning number, recipient_name";
/// The delivery of a link, until its parcels are loaded again.
pub const FIND: &str = "
    select d.id, d.number, d.recipient_name, d.city, d.fail_reason, d.choice, d.choice_on, d.choice_note
    from deliveries d
    where d.id = $1 and d.choice_hash = $2 and d.choice_until > $3 and d.status in (10, 20, 50) and not exists (
        select from route_stops s
        where s.id = d.stop_id and s.removed_at is null and s.outcome is null and s.loaded <> '[]')
    for no key update of d";
/// Another day becomes the day of the delivery while it is on no run.
pub const CHOOSE: &str = "
    update deliveries
    set choice = $2, choice_on = $3, choice_note = $4, choice_at = $5, version = version + 1, updated_at = $5,
        on_date = case when status in (10, 50) and $2 = 'another_day' then coalesce($3, on_date) else on_date end
    where id = $1 and choice is null";

/// A delivery whose recipient is asked.
#[derive(Debug, sqlx::FromRow)]
pub struct AskedDelivery {
    pub number: String,
    pub recipient_name: String,
}

/// A delivery as the link of its recipient finds it. It is locked.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LinkedDelivery {
    pub id: Uuid,
    pub number: String,
    pub recipient_name: String,
    pub city: String,
    pub fail_reason: Option<AttemptReason>,
    pub choice: Option<RecipientChoice>,
    pub choice_on: Option<NaiveDate>,
    pub choice_note: Option<String>,
}

/// What a recipient chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipientWish {
    pub choice: RecipientChoice,
    pub on: Option<NaiveDate>,
    pub note: Option<String>,
}

impl RecipientWish {
    /// The day of the next attempt.
    pub fn find_day(&self) -> Option<NaiveDate> {
        self.on.filter(|_| self.choice == RecipientChoice::AnotherDay)
    }
}

/// Stores the secret of the e-mail that is written now. None when the delivery is not failed any more.
pub async fn begin_asking(
    tx: &mut TenantTx,
    link: &RecordLink,
    until: DateTime<Utc>,
) -> ApiResult<Option<AskedDelivery>> {
    let query = sqlx::query_as(BEGIN_ASKING).bind(link.id).bind(&link.hash).bind(until);
    Ok(query.fetch_optional(&mut **tx).await?)
}

pub async fn find(
    tx: &mut TenantTx,
    link: &RecordLink,
    now: DateTime<Utc>,
) -> ApiResult<Option<LinkedDelivery>> {
    let query = sqlx::query_as(FIND).bind(link.id).bind(&link.hash).bind(now);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// The columns of what a client chose.
#[derive(Debug, Serialize)]
pub struct ClientWishColumns {
    pub status: DeliveryStatus,
    pub on_date: NaiveDate,
    pub max_attempts: i16,
    pub tasks: Vec<FieldTask>,
    pub settled_tasks: Vec<FieldTask>,
    pub choice: RecipientChoice,
    pub choice_on: Option<NaiveDate>,
    pub choice_note: Option<String>,
    pub choice_at: DateTime<Utc>,
    pub choice_attempts: i16,
}

/// Stores what the recipient of a locked delivery chose.
pub async fn choose(tx: &mut TenantTx, id: Uuid, chosen: &RecipientWish, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(CHOOSE)
        .bind(id)
        .bind(chosen.choice.as_str())
        .bind(chosen.on)
        .bind(&chosen.note)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
