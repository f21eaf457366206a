//! The API of tickets: list, show and open them, and find their recipients.

use chrono::TimeDelta;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::address::{self, AddressOption, AddressUser, AskedAddress};
use super::by_email::{self, after_accept};
use super::choices::{self, CheckedChoices, TicketChoices};
use super::list::{self, SORTS, TicketFilter, TicketTotals};
use super::model::{
    AddressType, SupportTicket, SupportTicketSummary, TicketPriority, TicketStatus, TicketTabParameter,
};
use super::recipients::{self, RecipientInput};
use super::scope::TicketScope;
use super::states::TicketRole;
use super::store::{self, NewMessage, NewTicket};
use super::{drafts, files, live_events};
use crate::outgoing::{self, TicketEvent, TicketNews};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::limit::TICKET_MAILS_PER_USER;
use server_core::http::list::{Item, Items, PageMeta, Words};
use server_core::http::messages::MessageCode;
use server_core::record::{ActiveFilter, ListQuery};
use server_core::tags::Tag;

/// A ticket to open.
#[derive(Object)]
pub struct SupportTicketInput {
    /// Id that the sender makes for the ticket and its first message, a UUID of version 7. Sent again, nothing is
    /// created twice. Without one, each call opens a ticket.
    pub key: Option<Uuid>,
    pub support_subject_id: Uuid,
    /// Message in Markdown.
    #[oai(validator(max_length = 20000))]
    pub body: String,
    /// Files of the current user's draft of a new ticket.
    #[oai(default, validator(max_items = 10))]
    pub files: Vec<Uuid>,
    pub shipment_id: Option<Uuid>,
    /// 20 if omitted.
    pub priority: Option<TicketPriority>,
    pub service_id: Option<Uuid>,
    /// Becomes a recipient. The subject's first department if omitted. Only for staff.
    pub department_id: Option<Uuid>,
    #[oai(default, validator(max_items = 50))]
    pub recipients: Vec<RecipientInput>,
    /// Adds all users of the shipment's client to the recipients. Only for staff.
    #[oai(default)]
    pub include_client: bool,
}

/// A page of tickets with the totals of the tabs.
#[derive(Object)]
pub struct SupportTicketPage {
    pub data: Vec<SupportTicketSummary>,
    pub meta: SupportTicketPageMeta,
}

#[derive(Object)]
pub struct SupportTicketPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub total_per_status: TicketTotals,
}

/// Words to search recipients by.
#[derive(Object)]
pub struct AddressSearch {
    #[oai(validator(max_length = 200))]
    pub search: Option<String>,
    pub address_type: Option<AddressType>,
    /// Only the recipient with this id.
    pub id: Option<Uuid>,
}

/// A recipient whose users are asked for.
#[derive(Object)]
pub struct AddressUsers {
    pub id: Uuid,
    pub address_type: AddressType,
}

pub struct SupportTicketApi;

#[OpenApi(tag = "Tag::Support")]
impl SupportTicketApi {
    /// List the tickets
    ///
    /// Users from outside see the tickets of their client or partner, and tickets addressed to them. Sort by `number`,
    /// `created_at`, `updated_at` or `priority`. Default: last changed first.
    #[oai(path = "/support_tickets", method = "get", operation_id = "support_ticket_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn support_ticket_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number or the first message.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// -1 own tickets, -2 open and waiting ones without an owner, 10 open and waiting, 20 waiting, 0 closed, 99 archived; all if omitted, empty or `null`.
        status: Query<Option<TicketTabParameter>>,
        /// The same as `status`.
        tipo: Query<Option<TicketTabParameter>>,
        /// Only tickets with this status, within those of `status`.
        support_ticket_status: Query<Option<TicketStatus>>,
        shipment_id: Query<Option<Uuid>>,
        /// Only tickets that this client asked.
        client_id: Query<Option<Uuid>>,
        /// Only tickets that this member of the staff looks after.
        assignee_id: Query<Option<Uuid>>,
        /// Only tickets that nobody looks after.
        unassigned: Query<Option<bool>>,
        priority: Query<Option<TicketPriority>>,
        department_id: Query<Option<Uuid>>,
        support_subject_id: Query<Option<Uuid>>,
        /// Tickets are never excluded: that state has none.
        active: Query<Option<ActiveFilter>>,
        /// Only open tickets with changes that the current user has not seen: own ones and, for staff, those of clients
        /// and partners that are addressed to nobody of the staff and have no owner.
        unread: Query<Option<bool>>,
        /// Only open tickets without activity for this number of days; the longest waiting first.
        #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
        idle_days: Query<Option<i32>>,
    ) -> ApiResult<Json<SupportTicketPage>> {
        let scope = TicketScope::of(&ctx, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = TicketFilter {
            tab: status.0.or(tipo.0).and_then(|parameter| parameter.0),
            only: support_ticket_status.0,
            shipment_id: shipment_id.0,
            client_id: client_id.0,
            assignee_id: assignee_id.0,
            unassigned: unassigned.0.unwrap_or_default(),
            priority: priority.0,
            department_id: department_id.0,
            subject_id: support_subject_id.0,
            active: active.0,
            unread: unread.0.unwrap_or_default(),
            idle_since: idle_days.0.map(|days| ctx.now() - TimeDelta::days(days.into())),
        };
        let mut tx = ctx.begin().await?;
        let (rows, counted, total_per_status) = list::page(&mut tx, &scope, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows
            .into_iter()
            .map(|row| SupportTicketSummary::of(row, &scope, ctx.now(), &ctx.grants))
            .collect();
        let meta = SupportTicketPageMeta { page: asked.paging.meta(counted), total_per_status };
        Ok(Json(SupportTicketPage { data, meta }))
    }

    /// Show a ticket with its recipients and messages
    #[oai(path = "/support_tickets/:id", method = "get", operation_id = "support_ticket_show")]
    async fn support_ticket_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &scope, *id).await
    }

    /// Open a ticket
    ///
    /// The users and departments of its subject become recipients. If nobody of the staff is among the recipients, all
    /// staff who can list the ticket are notified until it has an owner or is closed. Returns 409 `key_used` if a message has
    /// this id and another text.
    #[oai(path = "/support-tickets", method = "post", operation_id = "support_ticket_create")]
    async fn support_ticket_create(
        &self,
        ctx: Ctx,
        body: Body<SupportTicketInput>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::Create)?;
        let key = body.key.unwrap_or_else(Uuid::now_v7);
        let mut tx = ctx.begin().await?;
        if let Some(sent) = store::find_sent(&mut tx, key, ctx.user.id).await? {
            return if sent.is(key, body.body.trim(), &body.files) && !sent.internal {
                answer(tx, &ctx, &scope, key).await
            } else {
                Err(ApiError::refused(MessageCode::KeyUsed))
            };
        }
        let number = create(&mut tx, &ctx, &scope, key, &body).await?;
        audit::record(&mut tx, &ctx, "support_ticket.create", Some(key), json!({ "number": number })).await?;
        files::send(&mut tx, key, key, &body.files, ctx.user.id).await?;
        drafts::delete(&mut tx, ctx.user.id, None).await?;
        store::see(&mut tx, &scope, key, ctx.now()).await?;
        answer(tx, &ctx, &scope, key).await
    }

    /// Search recipients: users, clients, partners, providers, subsidiaries and departments
    ///
    /// Only those that a message reaches: with users, or with an e-mail address. Users from outside find people of their
    /// own client or partner, and departments.
    #[oai(
        path = "/backoffice/support-ticket-address",
        method = "post",
        operation_id = "support_address_search"
    )]
    async fn support_address_search(
        &self,
        ctx: Ctx,
        body: Body<AddressSearch>,
    ) -> ApiResult<Json<Items<AddressOption>>> {
        let scope = TicketScope::of(&ctx, Action::Create)?;
        let words = Words::parse(body.search.as_deref());
        let mut tx = ctx.begin().await?;
        let asked = AskedAddress { words: &words, kind: body.address_type, id: body.id };
        let data = address::search(&mut tx, &scope, &asked).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// List the users of a recipient, or the contacts of a provider; at most 200
    #[oai(
        path = "/backoffice/support-ticket-address-options",
        method = "post",
        operation_id = "support_address_users"
    )]
    async fn support_address_users(
        &self,
        ctx: Ctx,
        body: Body<AddressUsers>,
    ) -> ApiResult<Json<Items<AddressUser>>> {
        let scope = TicketScope::of(&ctx, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let data = address::users(&mut tx, &scope, body.address_type, body.id).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}

pub(super) async fn create(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &TicketScope,
    key: Uuid,
    input: &SupportTicketInput,
) -> ApiResult<i32> {
    let mut errors = FieldErrors::default();
    let text = required("body", &input.body, &mut errors);
    let chosen = TicketChoices {
        subject_id: Some(input.support_subject_id),
        department_id: input.department_id,
        service_id: input.service_id,
        shipment_id: input.shipment_id,
    };
    let CheckedChoices { route, client_id } = choices::check(tx, ctx, scope, chosen, &mut errors).await?;
    errors.into_result()?;
    recipients::check(tx, scope, &input.recipients).await?;
    let route = route.unwrap_or_default();
    let ticket = NewTicket {
        id: key,
        priority: input.priority.unwrap_or(TicketPriority::Normal),
        subject_id: input.support_subject_id,
        department_id: input.department_id.or(route.1.first().copied()),
        service_id: input.service_id,
        shipment_id: input.shipment_id,
        client_id: ctx.user.client_id,
        partner_id: ctx.user.partner_id,
        created_by: ctx.user.id,
    };
    let message = NewMessage {
        id: key,
        ticket_id: key,
        author_id: Some(ctx.user.id),
        by_staff: scope.is_staff,
        body: &text,
        at: ctx.now(),
    };
    let number = store::insert(tx, &ticket, &message).await?;
    let mut all = input.recipients.clone();
    all.extend(RecipientInput::of_route(route));
    if let Some(client_id) = client_id.filter(|_| scope.is_staff && input.include_client) {
        all.push(RecipientInput::all_of(AddressType::Client, client_id));
    }
    if let Some(id) = input.department_id {
        all.push(RecipientInput::all_of(AddressType::Department, id));
    }
    recipients::insert(tx, ticket.id, &all, ctx.user.id, ctx.now()).await?;
    notify_readers(tx, ctx, ticket.id, number, TicketEvent::Created(message.id)).await?;
    live_events::announce_change(tx, ticket.id).await?;
    Ok(number)
}

/// Tells everybody of the ticket but the current user. 429 for a user from outside who causes too many e-mails.
pub(super) async fn notify_readers(
    tx: &mut TenantTx,
    ctx: &Ctx,
    ticket_id: Uuid,
    number: i32,
    what: TicketEvent<'_>,
) -> ApiResult<()> {
    if ctx.is_outside() {
        let user = ctx.user.id.to_string();
        ctx.state().limits.check(&ctx.tenant().id, TICKET_MAILS_PER_USER, &user).await?;
    }
    let (author, author_name) = (Some(ctx.user.id), ctx.user.name.as_str());
    let news = TicketNews { ticket_id, number, author, author_email: None, author_name, what };
    outgoing::notify_readers(tx, ctx.state(), ctx.now(), &news).await
}

/// Commits, and answers with the ticket as it is now.
pub async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    scope: &TicketScope,
    id: Uuid,
) -> ApiResult<Json<Item<SupportTicket>>> {
    let row = store::find(&mut tx, scope, id).await?;
    let addresses = recipients::list(&mut tx, scope, id).await?;
    let can_accept = after_accept(row.support_ticket_status, TicketRole::of(scope, &row)).is_some()
        && ctx.grants.allow(Resource::SupportTicket, Action::Reply);
    let mails = by_email::of_messages(&mut tx, scope, id, can_accept).await?;
    let messages = store::messages(&mut tx, scope, id, mails).await?;
    let replies = ctx.state().config.reply_address.is_some();
    let by_email = by_email::of_ticket(&mut tx, scope, id, replies, &ctx.grants).await?;
    tx.commit().await?;
    let attachments = messages.iter().flat_map(|message| message.files.iter().cloned()).collect();
    let (department_id, department) = (row.department_id, row.department());
    let (service_id, client_id) = (row.service_id, row.client_id.filter(|_| scope.is_staff));
    let (first_response_at, closed_at) = (row.first_response_at, row.closed_at);
    let language = scope.is_staff.then(|| row.created_by_language.clone());
    let summary = SupportTicketSummary::of(row, scope, ctx.now(), &ctx.grants);
    let data = SupportTicket {
        summary,
        department_id,
        department,
        service_id,
        client_id,
        first_response_at,
        closed_at,
        language,
        addresses,
        attachments,
        messages,
        by_email,
    };
    Ok(Json(Item { data }))
}
