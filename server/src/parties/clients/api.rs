//! `/clients`: the records of the back office.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::ClientOption;
use crate::access::ctx::Ctx;
use crate::access::sessions;
use crate::address::Address;
use crate::address::place::Place;
use crate::address_columns;
use crate::http::body::{Body, Patch};
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::fields::{check_age, optional, optional_email, required};
use crate::http::list::{Item, Items, Page, Words};
use crate::http::messages::MessageCode;
use crate::http::standing::{Standing, SwitchCan};
use crate::parties::client_groups;
use crate::record::{Asked, Sorts, Table, Where};
use crate::tags::Tag;
use crate::trade::party::{BRAZIL, DocumentType, PersonType};

/// A client: a person or a company that ships with the company.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "Client")]
pub struct ClientRecord {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ClientInput,
    /// Users of an inactive client cannot sign in, and it cannot be chosen for new shipments. Existing shipments are
    /// kept.
    pub active: bool,
    /// Title of its group.
    pub group_title: Option<String>,
    /// Number of its users.
    pub user_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ClientInput {
    /// The company's code for the client, unique. The next free number when a new client has none.
    #[oai(validator(max_length = 40))]
    pub code: Option<String>,
    pub person_type: PersonType,
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// Only of a company.
    #[oai(validator(max_length = 200))]
    pub trading_name: Option<String>,
    /// The person responsible for a company.
    #[oai(validator(max_length = 200))]
    pub responsible: Option<String>,
    pub document_type: DocumentType,
    /// In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// State registration of a Brazilian company.
    #[oai(validator(max_length = 20))]
    pub ie: Option<String>,
    /// Only of a natural person, who must be at least 18 years old.
    pub birthday: Option<NaiveDate>,
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    /// The group of the client; an inactive one can stay.
    pub group_id: Option<Uuid>,
    /// The client's number in the company's warehouses abroad, unique. It is part of the address there, by which
    /// arriving parcels are assigned to the client.
    #[oai(validator(max_length = 20))]
    pub suite_code: Option<String>,
    /// For the staff; clients do not see it.
    #[oai(validator(max_length = 2000))]
    pub notes: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
}

/// The fields of a client to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct ClientUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ClientInput,
    /// Version that was read; 409 `stale_version` if the client has changed since.
    pub version: i32,
}

impl ClientInput {
    /// Normalizes and checks the input; returns all errors at once. Fields that do not apply to this kind of client are
    /// dropped. `place` is none if the country does not exist.
    fn check(self, place: Option<&Place>, today: NaiveDate) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let is_company = self.person_type == PersonType::Company;
        let is_brazilian = self.address.country_id == BRAZIL;
        let document_type = if is_company { DocumentType::TaxId } else { self.document_type };
        let of_company = |text: &Option<String>| optional(text.as_ref()).filter(|_| is_company);
        if let Some(birthday) = self.birthday.filter(|_| !is_company) {
            check_age(birthday, today, &mut errors);
        }
        let checked = Self {
            code: optional(self.code.as_ref()),
            name: required("name", &self.name, &mut errors),
            trading_name: of_company(&self.trading_name),
            responsible: of_company(&self.responsible),
            document_type,
            document: self.address.document(
                self.document.as_ref(),
                (self.person_type, document_type),
                &mut errors,
            ),
            ie: of_company(&self.ie).filter(|_| is_brazilian),
            birthday: self.birthday.filter(|_| !is_company),
            email: optional_email(self.email.as_ref(), &mut errors),
            phone: self.address.phone(self.phone.as_ref(), &mut errors),
            group_id: self.group_id,
            suite_code: optional(self.suite_code.as_ref()),
            notes: optional(self.notes.as_ref()),
            address: self.address.check(place, &mut errors),
            person_type: self.person_type,
        };
        errors.into_result()?;
        Ok(checked)
    }
}

const CLIENTS: Table = Table {
    name: "clients",
    resource: "client",
    columns: concat!(
        "code, person_type, name, trading_name, responsible, document_type, document, ie, birthday, email, phone, \
         group_id, suite_code, notes, ",
        address_columns!()
    ),
    read: &[
        "active",
        "(select title from client_groups g where g.id = clients.group_id) as group_title",
        "(select count(*) from users u where u.client_id = clients.id) as user_count",
    ],
    unique: &[("clients_code_key", "code"), ("clients_suite_code_key", "suite_code")],
    order: "search_text(name), id",
};
const SORTS: Sorts = &[
    ("code", "code"),
    ("name", "search_text(name)"),
    ("city", "search_text(city)"),
    ("created_at", "created_at"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "search_key";

/// Whether the state of a client allows an action, for any user.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    CLIENTS.standing(tx, id, action).await
}

pub struct ClientApi;

#[OpenApi(prefix_path = "/clients", tag = "Tag::Parties")]
impl ClientApi {
    /// List clients
    #[oai(path = "/", method = "get", operation_id = "client_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn client_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `name`, `city`, `created_at` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the names, the document, the e-mail, the city or the suite.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<bool>>,
        /// Only clients of this group.
        group_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<ClientRecord>>> {
        ctx.require(Resource::Client, Action::List)?;
        let asked = Asked::read((page.0, per_page.0), sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::stored_words(&asked.words, SEARCHED)
            .and("active = ", active.0)
            .and("group_id = ", group_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = CLIENTS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List clients to choose from, by code or name; at most 50
    ///
    /// All clients of the company, also for staff bound to subsidiaries: a client belongs to no branch, and
    /// every branch can ship for every client. Such staff still see only the shipments of their own branches.
    #[oai(path = "/select", method = "get", operation_id = "client_select")]
    async fn client_select(
        &self,
        ctx: Ctx,
        /// Words of the code or the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<ClientOption>>> {
        ctx.require(Resource::Client, Action::Select)?;
        let mut query = QueryBuilder::new(super::SELECT);
        Words::read(search.0.as_deref()).push(&mut query, "(' ' || search_text(code || ' ' || name))");
        query.push(" order by code limit 50");
        let mut tx = ctx.begin().await?;
        let data = query.build_query_as().fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a client
    #[oai(path = "/:id", method = "get", operation_id = "client_show")]
    async fn client_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a client
    #[oai(path = "/", method = "post", operation_id = "client_create")]
    async fn client_create(&self, ctx: Ctx, body: Body<ClientInput>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Create)?;
        let today = ctx.settings().await?.today(ctx.now());
        let mut tx = ctx.begin().await?;
        let place = body.address.place(&mut tx).await?;
        let mut input = body.0.check(place.as_ref(), today)?;
        if input.code.is_none() {
            input.code = Some(super::next_code(&mut tx).await?);
        }
        check_group(&mut tx, input.group_id, None).await?;
        let id = CLIENTS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a client
    #[oai(path = "/:id", method = "patch", operation_id = "client_update")]
    async fn client_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ClientUpdate>,
    ) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Update)?;
        let today = ctx.settings().await?.today(ctx.now());
        let mut tx = ctx.begin().await?;
        let before: ClientRecord = CLIENTS.lock(&mut tx, *id).await?;
        let input: ClientInput = body.change((&before.input, before.version))?;
        let place = input.address.place(&mut tx).await?;
        let mut input = input.check(place.as_ref(), today)?;
        if input.code.is_none() {
            input.code.clone_from(&before.input.code);
        }
        check_group(&mut tx, input.group_id, before.input.group_id).await?;
        CLIENTS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a client
    #[oai(path = "/:id/activate", method = "post", operation_id = "client_activate")]
    async fn client_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Activate)?;
        switch(&ctx, *id, true).await
    }

    /// Deactivate a client
    ///
    /// All sessions of its users end at once. The users are kept; signing in is 409 `organization_not_active` until the
    /// client is active again. Its shipments are kept; it cannot be chosen for new ones.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "client_deactivate")]
    async fn client_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Deactivate)?;
        switch(&ctx, *id, false).await
    }
}

/// Refuses a group that the client cannot have.
async fn check_group(tx: &mut TenantTx, asked: Option<Uuid>, before: Option<Uuid>) -> ApiResult<()> {
    if client_groups::can_have(tx, asked, before).await? {
        return Ok(());
    }
    Err(ApiError::invalid_field("group_id", MessageCode::UnknownOption))
}

fn seen_by(ctx: &Ctx, client: ClientRecord) -> ClientRecord {
    ClientRecord { can: SwitchCan::of(&ctx.grants, Resource::Client, client.active), ..client }
}

async fn switch(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<ClientRecord>>> {
    let mut tx = ctx.begin().await?;
    let mut ended = Vec::new();
    if CLIENTS.switch(&mut tx, ctx, id, active).await? && !active {
        ended = sessions::close_all_of_client(&mut tx, id).await?;
    }
    let answer = answer(tx, ctx, id).await?;
    sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
    Ok(answer)
}

/// Commits and returns the client.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<ClientRecord>>> {
    let client = CLIENTS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, client) }))
}
