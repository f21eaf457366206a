//! SQL of the time that a client has to choose what happens after the last attempt.

use chrono::NaiveDate;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::deadline_rule::DecisionFacts;
use crate::deliveries::model::RecipientChoice;
use crate::steps::delivery::DeliveryStatus;
use server_core::http::error::ApiResult;

macro_rules! undecided {
    () => {
        "select id, attempts, decide_until, decide_attempts, is_reminded,
                case when choice = 'hold' then choice_on end as held_until,
                choice_attempts is not distinct from attempts as is_held_by_client
         from deliveries
         where status = 50 and attempts >= max_attempts
           and (choice = 'hold' or choice is null and choice_attempts is distinct from attempts)"
    };
}

/// Failed deliveries without an attempt left, of which nobody has chosen what happens, or that wait at the counter; behind one of them.
pub const UNDECIDED: &str =
    concat!(undecided!(), " and ($1::uuid is null or id > $1) order by id limit 1000");
/// The same of one that is locked.
pub const UNDECIDED_ONE: &str = concat!(undecided!(), " and id = $1");

/// A delivery whose client has to choose.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct UndecidedDelivery {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub facts: DecisionFacts,
}

/// The columns of a question to the client.
#[derive(Debug, Serialize)]
pub struct AskedColumns {
    pub decide_until: NaiveDate,
    pub decide_attempts: i16,
    pub is_reminded: bool,
    /// None: the wish of a recipient is over.
    pub choice: Option<RecipientChoice>,
}

/// The columns of a reminder.
#[derive(Debug, Serialize)]
pub struct RemindedColumns {
    pub is_reminded: bool,
}

/// The columns of an end without an answer.
#[derive(Debug, Serialize)]
pub struct LapsedColumns {
    pub status: DeliveryStatus,
}

/// All of them: those that nobody can decide do not keep the others from their end.
pub async fn list_undecided(tx: &mut TenantTx) -> ApiResult<Vec<UndecidedDelivery>> {
    let mut undecided: Vec<UndecidedDelivery> = Vec::new();
    // Each page is one statement for a thousand.
    loop {
        let behind = undecided.last().map(|one| one.id);
        let page: Vec<UndecidedDelivery> =
            sqlx::query_as(UNDECIDED).bind(behind).fetch_all(&mut **tx).await?;
        if page.is_empty() {
            return Ok(undecided);
        }
        undecided.extend(page);
    }
}

/// None for one that somebody has decided meanwhile.
pub async fn find_undecided(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<UndecidedDelivery>> {
    Ok(sqlx::query_as(UNDECIDED_ONE).bind(id).fetch_optional(&mut **tx).await?)
}
