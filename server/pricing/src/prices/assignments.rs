//! Price assignments: which tables apply to a client, a group of clients, a partner, a service, or all.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::seen::{self, known_service};
use super::tables::{self, PriceTableKind};
use access::ctx::Ctx;
use access::references::{CLIENT, CLIENT_GROUP, PARTNER, still_active};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::{RecordState, Verdict};
use server_core::record::Table;
use trade::wire_name;

wire_name! {
    /// The scope of an assignment. A client's own assignment takes precedence over that of its group, its partner, the
    /// service and the company.
    PriceScope {
        Company = "company", Service = "service", Partner = "partner", Group = "group", Client = "client",
    }
}

/// Input of a price assignment.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PriceAssignmentInput {
    pub scope: PriceScope,
    /// The client of the scope `client`.
    pub client_id: Option<Uuid>,
    /// A group of clients, of the scope `group`.
    pub group_id: Option<Uuid>,
    /// The partner of the scope `partner`.
    pub partner_id: Option<Uuid>,
    /// The service of the scope `service`. Limits the assignment of a client, a group or a partner to one service; null for all.
    pub service_id: Option<Uuid>,
    /// Table of the company's prices. Null leaves it to the next scope.
    pub sell_table_id: Option<Uuid>,
    /// Table of a carrier's prices. Null leaves it to the next scope. It is also null for users who may not see costs;
    /// their changes keep it.
    pub cost_table_id: Option<Uuid>,
    /// First day.
    pub valid_from: NaiveDate,
    /// Last day; null without an end.
    pub valid_to: Option<NaiveDate>,
}

/// The fields of a price assignment to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct PriceAssignmentUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PriceAssignmentInput,
    /// Version that was read; 409 `stale_version` if the assignment has changed since.
    pub version: i32,
}

/// Actions that the current user can do on this assignment.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriceAssignmentCan {
    pub update: bool,
    pub delete: bool,
}

/// A price assignment.
#[derive(Object, sqlx::FromRow)]
pub struct PriceAssignment {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PriceAssignmentInput,
    /// Name of the client, the group or the partner, or code of the service; null for the company.
    pub scope_name: Option<String>,
    pub service_code: Option<String>,
    pub sell_table_code: Option<String>,
    /// Name of the sell table.
    pub sell_table_title: Option<String>,
    /// Null for users who may not see costs.
    pub cost_table_code: Option<String>,
    /// Name of the cost table; null for users who may not see costs.
    pub cost_table_title: Option<String>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: PriceAssignmentCan,
}

/// The fields that are written together.
#[derive(Serialize)]
pub struct AssignmentColumns {
    pub scope_key: String,
    #[serde(flatten)]
    pub input: PriceAssignmentInput,
}

pub const ASSIGNMENTS: Table = Table {
    name: "price_assignments",
    resource: "price_assignment",
    columns: "scope_key, scope, client_id, group_id, partner_id, service_id, sell_table_id, cost_table_id, valid_from, \
              valid_to",
    read: &[
        "coalesce(
            (select c.name from clients c where c.id = client_id),
            (select g.title from client_groups g where g.id = group_id),
            (select p.name from partners p where p.id = partner_id),
            (select s.code from services s where s.id = service_id)
         ) as scope_name",
        "(select s.code from services s where s.id = service_id) as service_code",
        "(select t.code from price_tables t where t.id = sell_table_id) as sell_table_code",
        "(select t.title from price_tables t where t.id = sell_table_id) as sell_table_title",
        "(select t.code from price_tables t where t.id = cost_table_id) as cost_table_code",
        "(select t.title from price_tables t where t.id = cost_table_id) as cost_table_title",
    ],
    unique: &[],
    order: "scope_key, valid_from desc, id",
};
/// Creates and locks the row of a scope.
pub const LOCK_SCOPE: &str = "
    insert into price_scopes (key) values ($1) on conflict (key) do update set key = excluded.key";
pub const OVERLAPPING: &str = "
    select exists (
        select from price_assignments
        where scope_key = $1 and id <> $2
          and valid_from <= coalesce($4, 'infinity'::date) and coalesce(valid_to, 'infinity'::date) >= $3
    )";

impl PriceAssignmentInput {
    /// Names the scope with its record and service.
    pub fn scope_key(&self) -> String {
        let of = self.client_id.or(self.group_id).or(self.partner_id);
        let part = |id: Option<Uuid>| id.map(|id| format!(":{id}")).unwrap_or_default();
        format!("{}{}/{}", self.scope.as_str(), part(of), part(self.service_id).trim_start_matches(':'))
    }

    /// Reports fields that the scope needs, and clears those of other scopes.
    fn check_scope(mut self, errors: &mut FieldErrors) -> Self {
        for (scope, field, id) in [
            (PriceScope::Client, "client_id", &mut self.client_id),
            (PriceScope::Group, "group_id", &mut self.group_id),
            (PriceScope::Partner, "partner_id", &mut self.partner_id),
        ] {
            if self.scope != scope {
                *id = None;
            } else if id.is_none() {
                errors.push(field, MessageCode::Required);
            }
        }
        match self.scope {
            PriceScope::Company => self.service_id = None,
            PriceScope::Service if self.service_id.is_none() => {
                errors.push("service_id", MessageCode::Required);
            }
            _ => {}
        }
        if self.sell_table_id.is_none() && self.cost_table_id.is_none() {
            errors.push("sell_table_id", MessageCode::Required);
        }
        if self.valid_to.is_some_and(|to| to < self.valid_from) {
            let params = Params::from([("min", self.valid_from.to_string().into())]);
            errors.push_with("valid_to", MessageCode::TooSmall, params);
        }
        self
    }

    /// Normalizes and checks the input, and locks what it refers to; returns all errors at once.
    pub async fn check(
        self,
        tx: &mut TenantTx,
        ctx: &Ctx,
        before: Option<&PriceAssignment>,
    ) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let mut input = self.check_scope(&mut errors);
        let stored = before.map(|one| &one.input);
        if !seen::sees_costs(ctx) {
            input.cost_table_id = stored.and_then(|one| one.cost_table_id);
        }
        let was = |field: fn(&Self) -> Option<Uuid>| stored.and_then(field);
        if !still_active(tx, CLIENT, input.client_id, was(|one| one.client_id)).await? {
            errors.push("client_id", MessageCode::UnknownClient);
        }
        if !still_active(tx, PARTNER, input.partner_id, was(|one| one.partner_id)).await? {
            errors.push("partner_id", MessageCode::UnknownOption);
        }
        if !still_active(tx, CLIENT_GROUP, input.group_id, was(|one| one.group_id)).await? {
            errors.push("group_id", MessageCode::UnknownOption);
        }
        if !known_service(tx, input.service_id, was(|one| one.service_id)).await? {
            errors.push("service_id", MessageCode::UnknownService);
        }
        errors.into_result()?;
        for (chosen, stored, field, kind) in [
            (input.sell_table_id, was(|one| one.sell_table_id), "sell_table_id", PriceTableKind::Sell),
            (input.cost_table_id, was(|one| one.cost_table_id), "cost_table_id", PriceTableKind::Cost),
        ] {
            if let Some(id) = chosen.filter(|_| chosen != stored) {
                let table = tables::choose(tx, ctx, field, kind, id).await?;
                if table.input.service_id.is_some() && table.input.service_id != input.service_id {
                    return Err(ApiError::invalid_field(field, MessageCode::PriceTableOfOtherService));
                }
            }
        }
        Ok(input)
    }
}

/// Locks the scope of an assignment, and returns 422 at `valid_from` when another one has one of its days.
pub async fn refuse_overlap(tx: &mut TenantTx, id: Uuid, input: &PriceAssignmentInput) -> ApiResult<()> {
    let key = input.scope_key();
    sqlx::query(LOCK_SCOPE).bind(&key).execute(&mut **tx).await?;
    let query = sqlx::query_scalar(OVERLAPPING).bind(&key).bind(id).bind(input.valid_from);
    let overlaps: bool = query.bind(input.valid_to).fetch_one(&mut **tx).await?;
    match overlaps {
        true => Err(ApiError::invalid_field("valid_from", MessageCode::PriceAssignmentOverlaps)),
        false => Ok(()),
    }
}

/// The assignment as the user may see it.
pub fn seen_by(ctx: &Ctx, mut assignment: PriceAssignment) -> PriceAssignment {
    if !seen::sees_costs(ctx) {
        assignment.input.cost_table_id = None;
        assignment.cost_table_code = None;
        assignment.cost_table_title = None;
    }
    let may = |action| ctx.grants.allow(Resource::PriceAssignment, action);
    let can = PriceAssignmentCan { update: may(Action::Update), delete: may(Action::Delete) };
    PriceAssignment { can, ..assignment }
}

/// Whether an assignment exists, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid) -> ApiResult<RecordState> {
    let _found: PriceAssignment = ASSIGNMENTS.find(tx, id).await?;
    Ok(RecordState::of_company(Verdict::Yes))
}
