//! Tickets: questions of clients, partners and staff, with their answers.
//!
//! `states` has what each action needs, `scope` who sees a ticket. Internal notes are messages for staff only: every query of
//! messages says whether it reads them.

mod actions;
pub mod address;
mod api;
mod assign;
pub mod bulk;
pub mod by_email;
mod choices;
mod clock;
mod draft_api;
pub mod drafts;
pub mod files;
mod forms;
pub mod list;
mod live_events;
pub mod model;
pub mod recipients;
mod scope;
pub mod states;
pub mod store;
pub mod webhook_events;

use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

pub use actions::SupportActionApi;
pub use api::{SupportTicketApi, answer};
pub use assign::SupportAssignApi;
pub use bulk::SupportBulkApi;
pub use draft_api::SupportDraftApi;
pub use drafts::delete_expired;
pub use forms::SupportFormApi;
pub use list::{of_month, per_period, unread};
pub use live_events::{announce_change, announce_change_to_staff};
pub use model::TicketStatus;
pub use scope::{REACHES_NOBODY, TicketScope};
pub use store::list_disputed;

use access::ctx::Ctx;
use access::live_rights::LiveRights;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use states::TicketRole;

/// Whether a user sees a ticket.
pub async fn is_seen(tx: &mut TenantTx, reach: &LiveRights, id: Uuid) -> ApiResult<bool> {
    let Some(scope) = TicketScope::of_reach(reach, Action::Show) else { return Ok(false) };
    Ok(store::seek(tx, &scope, id).await?.is_some())
}

/// Opens a ticket from a text of another area, about a subject and perhaps a shipment.
pub async fn open(
    tx: &mut TenantTx,
    ctx: &Ctx,
    key: Uuid,
    support_subject_id: Uuid,
    shipment_id: Option<Uuid>,
    body: String,
) -> ApiResult<()> {
    let scope = TicketScope::of(ctx, Action::Create)?;
    let input = api::SupportTicketInput {
        key: Some(key),
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
    let number = api::create(tx, ctx, &scope, key, &input).await?;
    audit::record(tx, ctx, "support_ticket.create", Some(key), json!({ "number": number })).await?;
    store::see(tx, &scope, key, ctx.now()).await
}

/// Whether the state of a ticket allows an action, for staff.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let row = store::find(tx, &TicketScope::everything(), id).await?;
    Ok(RecordState {
        owner: RecordOwner::ByParties {
            client_id: row.client_id,
            subsidiary_id: row.subsidiary_id,
            partner_id: row.partner_id,
        },
        status: Some(row.support_ticket_status.code()),
        verdict: states::verdict(&row, action, TicketRole::Staff),
    })
}
