//! Tells open pages that a ticket has changed.

use tenancy::TenantTx;
use uuid::Uuid;

use policy::Resource;
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};

/// Clients and partners of a ticket: of the requester, and of its recipients.
pub const PARTIES: &str = "
    select distinct party from (
        select client_id as party from support_tickets where id = $1
        union all select partner_id from support_tickets where id = $1
        union all select coalesce(r.client_id, r.partner_id, u.client_id, u.partner_id)
        from support_recipients r left join users u on u.id = r.user_id where r.ticket_id = $1
    ) parties where party is not null";

/// The same for many tickets.
pub const PARTIES_OF_MANY: &str = "
    select t.id, array(
        select party from (values (t.client_id), (t.partner_id)) own (party) where party is not null
        union
        select coalesce(r.client_id, r.partner_id, u.client_id, u.partner_id)
        from support_recipients r left join users u on u.id = r.user_id
        where r.ticket_id = t.id and coalesce(r.client_id, r.partner_id, u.client_id, u.partner_id) is not null
    ) as parties from support_tickets t where t.id = any($1)";

/// A ticket with the clients and partners who see it.
#[derive(sqlx::FromRow)]
struct TicketParties {
    id: Uuid,
    parties: Vec<Uuid>,
}

/// A change that everybody with the ticket sees.
pub async fn announce_change(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    let parties = sqlx::query_scalar(PARTIES).bind(id).fetch_all(&mut **tx).await?;
    live::records_changed(tx, &Audience::Parties(parties), Resource::SupportTicket.name(), &[id]);
    Ok(())
}

/// The same for many tickets: each is announced to its own parties only.
pub async fn announce_changes(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    let parties: Vec<TicketParties> = sqlx::query_as(PARTIES_OF_MANY).bind(ids).fetch_all(&mut **tx).await?;
    for TicketParties { id, parties } in parties {
        live::records_changed(tx, &Audience::Parties(parties), Resource::SupportTicket.name(), &[id]);
    }
    Ok(())
}

/// A change that only staff see.
pub fn announce_change_to_staff(tx: &mut TenantTx, id: Uuid) {
    live::records_changed(tx, &Audience::Staff, Resource::SupportTicket.name(), &[id]);
}
