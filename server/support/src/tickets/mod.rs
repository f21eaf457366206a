//! Tickets: questions of clients, partners and staff, with their answers.
//!
//! `model` has the states, `sight` who sees a ticket. Internal notes are messages for staff only: every query of
//! messages says whether it reads them.

mod actions;
pub mod address;
mod api;
pub mod by_email;
mod choices;
mod clock;
mod draft_api;
pub mod drafts;
pub mod files;
mod forms;
pub mod list;
pub mod model;
pub mod recipients;
mod said;
mod sight;
pub mod store;

use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

pub use actions::SupportActionApi;
pub use api::{SupportTicketApi, answer};
pub use draft_api::SupportDraftApi;
pub use drafts::lapse;
pub use forms::SupportFormApi;
pub use list::{of_month, per_period, unread};
pub use model::TicketStatus;
pub use said::{changed, changed_for_staff};
pub use sight::Sight;

use access::ctx::Ctx;
use access::live_rights::LiveRights;
use model::By;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};

/// Whether a user sees a ticket.
pub async fn is_seen(tx: &mut TenantTx, reach: &LiveRights, id: Uuid) -> ApiResult<bool> {
    let Some(sight) = Sight::of_reach(reach, Action::Show) else { return Ok(false) };
    Ok(store::seek(tx, &sight, id).await?.is_some())
}

/// Opens a ticket from a text of another area, about a subject and perhaps a shipment.
pub async fn open(
    tx: &mut TenantTx,
    ctx: &Ctx,
    key: Uuid,
    (support_subject_id, shipment_id): (Uuid, Option<Uuid>),
    body: String,
) -> ApiResult<()> {
    let sight = Sight::of(ctx, Action::Create)?;
    let input = api::SupportTicketInput {
        key,
        support_subject_id,
        body,
        files: Vec::new(),
        shipment_id,
        priority: None,
        service_id: None,
        department_id: None,
        recipients: Vec::new(),
        include_client: false,
    };
    let number = api::create(tx, ctx, &sight, &input).await?;
    audit::record(tx, ctx, "support_ticket.create", Some(key), json!({ "number": number })).await?;
    store::see(tx, &sight, key, ctx.now()).await
}

/// Whether the state of a ticket allows an action, for staff.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let row = store::find(tx, &Sight::everything(), id).await?;
    Ok(RecordState {
        owner: RecordOwner::ByParties {
            client_id: row.client_id,
            subsidiary_id: row.subsidiary_id,
            partner_id: row.partner_id,
        },
        status: Some(row.support_ticket_status.code()),
        verdict: model::verdict(row.support_ticket_status, action, By::Staff),
    })
}
