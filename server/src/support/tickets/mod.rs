//! Tickets: questions of clients, partners and staff, with their answers.
//!
//! `model` has the states, `sight` who sees a ticket. Internal notes are messages for staff only: every query of
//! messages says whether it reads them.

mod actions;
pub mod address;
mod api;
pub mod by_email;
pub mod list;
pub mod model;
mod recipients;
mod sight;
pub mod store;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use actions::SupportActionApi;
pub use api::{SupportTicketApi, answer};
pub use list::{of_month, per_period, unread};
pub use model::TicketStatus;
pub use sight::Sight;

use crate::http::error::ApiResult;
use crate::http::standing::{Owned, Standing};
use model::By;

/// Whether the state of a ticket allows an action, for staff.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let row = store::find(tx, &Sight::everything(), id).await?;
    Ok(Standing {
        owned: Owned::ByParties {
            client_id: row.client_id,
            subsidiary_id: row.subsidiary_id,
            partner_id: row.partner_id,
        },
        status: Some(row.support_ticket_status.code()),
        verdict: model::verdict(row.support_ticket_status, action, By::Staff),
    })
}
