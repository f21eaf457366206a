//! Who sees a ticket: staff by their scope, others their own, and everybody what is assigned or addressed to them.

use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use access::ctx::Ctx;
use access::is_inside;
use access::live_rights::LiveRights;
use access::scope::RowScope;
use policy::{Action, Resource};
use server_core::http::error::ApiResult;

/// The condition that a ticket `t` from outside reaches nobody of the staff: it has no assignee, and nobody of them among its
/// recipients. All staff who may list it look after such a ticket, until it has an assignee.
pub const REACHES_NOBODY: &str = concat!(
    "t.assignee_id is null
    and not exists (select from users u where u.id = t.created_by and ",
    is_inside!("u."),
    ") and not exists (
        select from support_recipients r
        left join support_departments d on d.id = r.department_id and r.user_id is null
        left join user_subsidiaries b on b.subsidiary_id = r.subsidiary_id and r.user_id is null
        join users u on u.id = r.user_id or u.id = b.user_id or u.id = any(d.members)
        where r.ticket_id = t.id and u.active and ",
    is_inside!("u."),
    ")"
);

/// The tickets that a user sees.
#[derive(Clone, Debug)]
pub struct TicketScope {
    scope: RowScope,
    pub user_id: Uuid,
    client_id: Option<Uuid>,
    partner_id: Option<Uuid>,
    /// Sees internal notes.
    pub is_staff: bool,
}

impl TicketScope {
    /// 403 without the right to the action.
    pub fn of(ctx: &Ctx, action: Action) -> ApiResult<Self> {
        Ok(Self {
            scope: ctx.scope(Resource::SupportTicket, action)?,
            user_id: ctx.user.id,
            client_id: ctx.user.client_id,
            partner_id: ctx.user.partner_id,
            is_staff: !ctx.is_outside(),
        })
    }

    /// The same for a user of a live connection; none without the right.
    pub fn of_reach(reach: &LiveRights, action: Action) -> Option<Self> {
        Some(Self {
            scope: reach.scope(Resource::SupportTicket, action)?,
            user_id: reach.user_id,
            client_id: reach.client_id,
            partner_id: reach.partner_id,
            is_staff: !reach.is_outside,
        })
    }

    /// All tickets of the company, for replies by e-mail and for explanations of a permission.
    pub fn everything() -> Self {
        let user_id = Uuid::nil();
        Self { scope: RowScope::All, user_id, client_id: None, partner_id: None, is_staff: true }
    }

    /// A user without an id, who sees only what the scope gives. For tests of the statements.
    pub fn of_scope(scope: RowScope, is_staff: bool) -> Self {
        let (client_id, _, partner_id) = scope.parts();
        Self { client_id, partner_id, user_id: Uuid::nil(), is_staff, scope }
    }

    /// Adds the condition on the tickets `t`.
    pub fn push(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" and t.deleted_at is null");
        match &self.scope {
            RowScope::All => return,
            RowScope::Client(id) => query.push(" and (t.client_id = ").push_bind(*id),
            RowScope::Partner(id) => query.push(" and (t.partner_id = ").push_bind(*id),
            RowScope::Subsidiaries(own) => query
                .push(" and (t.subsidiary_id is null or t.subsidiary_id = any(")
                .push_bind(own.clone())
                .push(")"),
        };
        query.push(" or t.assignee_id = ").push_bind(self.user_id).push(" or t.id in (");
        self.push_addressed(query);
        query.push("))");
    }

    /// Adds the condition that a ticket is of this user: created by, assigned or addressed to it.
    pub fn push_mine(&self, query: &mut QueryBuilder<Postgres>) {
        query.push("t.active and (t.created_by = ").push_bind(self.user_id);
        query.push(" or t.assignee_id = ").push_bind(self.user_id).push(" or t.id in (");
        self.push_addressed(query);
        query.push("))");
    }

    /// The tickets addressed to the user, or to all of something the user belongs to.
    fn push_addressed(&self, query: &mut QueryBuilder<Postgres>) {
        query.push("select r.ticket_id from support_recipients r where r.user_id = ").push_bind(self.user_id);
        query.push(" or r.user_id is null and (");
        if let Some(client_id) = self.client_id {
            query.push("r.client_id = ").push_bind(client_id).push(" or ");
        }
        if let Some(partner_id) = self.partner_id {
            query.push("r.partner_id = ").push_bind(partner_id).push(" or ");
        }
        query.push("r.subsidiary_id in (select subsidiary_id from user_subsidiaries where user_id = ");
        query.push_bind(self.user_id);
        query.push(") or r.department_id in (select id from support_departments where members @> array[");
        query.push_bind(self.user_id).push("::uuid]))");
    }

    /// Client and partner of a user from outside, to whom its recipients are restricted.
    pub fn outside(&self) -> (Option<Uuid>, Option<Uuid>) {
        (self.client_id, self.partner_id)
    }

    /// The ticket was asked by the client or partner of this user.
    pub fn owns(&self, client_id: Option<Uuid>, partner_id: Option<Uuid>) -> bool {
        (client_id.is_some() && client_id == self.client_id)
            || (partner_id.is_some() && partner_id == self.partner_id)
    }
}
