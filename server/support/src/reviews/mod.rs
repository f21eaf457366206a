//! The words of clients about delivered shipments: they are invited once, rate the shipment, and staff answer and publish.

mod api;
mod email;
mod invitations;
pub mod model;
mod public_api;
mod state;
mod store;

pub use api::ReviewApi;
pub use email::SendReviewInvitation;
pub use invitations::{hide_undelivered, invite, list_candidates, list_unanswered, remind};
pub use public_api::PublicReviewApi;
pub use store::REVIEWS;

use chrono::{DateTime, Utc};
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Review;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of a review allows an action, for a user of this client or of none.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    client_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> ApiResult<RecordState> {
    let review: Review = REVIEWS.find(tx, &Where::all(), id).await?;
    let owner = match action {
        Action::Submit => RecordOwner::Among(review.is_of_client(client_id)),
        _ => RecordOwner::ByParties {
            client_id: Some(review.client_id),
            subsidiary_id: review.subsidiary_id,
            partner_id: review.partner_id,
        },
    };
    let verdict = review.verdict(action, now);
    Ok(RecordState { owner, status: Some(review.status.code()), verdict })
}
