//! Airports: what the company calls them, which it uses, how it reaches the cargo desk, and those that only it has.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenancy::TenantTx;

use super::AirportCan;
use super::own_airports::{self, AirportCreate, AirportPlace};
use super::shared_list::{self, EditedRow};
use super::store::{self, PUT_AIRPORT};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, optional_email};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::record::{Deletion, ListQuery, Listing, LookupChoice, Sorts, Where};
use server_core::tags::Tag;
use trade::identifiers::Phone;
use trade::postcode;

/// The company's own data of an airport.
#[derive(Object, Clone, Debug, Default, PartialEq, Serialize, Deserialize, sqlx::FromRow)]
pub struct AirportInput {
    /// Name that the company gives it, instead of its standard name.
    #[oai(validator(max_length = 120))]
    pub nickname: Option<String>,
    /// Offered before the others.
    pub favourite: bool,
    /// Not offered. Existing records keep it.
    pub hidden: bool,
    /// E-mail address of the cargo desk.
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    /// Phone of the cargo desk.
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    #[oai(validator(max_length = 20))]
    pub postal_code: Option<String>,
    /// Street of the cargo desk.
    #[oai(validator(max_length = 200))]
    pub address_1: Option<String>,
    /// District, terminal or building.
    #[oai(validator(max_length = 200))]
    pub address_2: Option<String>,
    /// City of the cargo desk, which may differ from the city that the airport serves.
    #[oai(validator(max_length = 120))]
    pub contact_city: Option<String>,
    /// State or region of the cargo desk.
    #[oai(validator(max_length = 120))]
    pub state: Option<String>,
    /// The facts of an airport of the company's own; null for a shared one, which never changes.
    #[sqlx(json(nullable))]
    pub place: Option<AirportPlace>,
}

/// The fields of an airport to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct AirportUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: AirportInput,
    /// Version that was read; 409 `stale_version` if the airport has changed since.
    pub version: i32,
}

/// An airport with the company's own data.
#[derive(Object, sqlx::FromRow)]
pub struct AirportRecord {
    /// IATA code, three letters.
    pub id: String,
    /// ICAO code, four letters; null when there is none.
    pub icao: Option<String>,
    /// Standard name.
    pub name: String,
    /// The city that it serves.
    pub city: Option<String>,
    pub country_id: i16,
    pub state_id: Option<i32>,
    /// IANA time zone name.
    pub time_zone: String,
    /// True for an airport that only this company has.
    pub own: bool,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: AirportInput,
    /// True when the company has changed something.
    pub edited: bool,
    /// Time of the last change; null without one.
    pub updated_at: Option<DateTime<Utc>>,
    /// Increases with every change; 0 before the first one. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: AirportCan,
}

macro_rules! edited {
    () => {
        "coalesce(not e.active or e.favourite or num_nonnulls(e.name, e.email, e.phone, e.postal_code, e.address_1, \
            e.address_2, e.contact_city, e.state) > 0, false)"
    };
}

const AIRPORTS: Listing = Listing {
    columns: concat!(
        "a.iata as id, a.icao, a.name, a.city, a.country_id, a.state_id, a.time_zone, a.own, a.place, e.name as nickname, \
         coalesce(e.favourite, false) as favourite, not coalesce(e.active, true) as hidden, e.email, e.phone, \
         e.postal_code, e.address_1, e.address_2, e.contact_city, e.state, e.updated_at, coalesce(e.version, 0) as version, ",
        edited!(),
        " as edited"
    ),
    from: "(
        select iata, icao, name, city, country_id, state_id, time_zone, false as own, null::jsonb as place
        from ref.airports s
        where not exists (select from own_airports o where o.iata = s.iata and o.excluded_at is null)
        union all
        select iata, icao, name, city, country_id, state_id, time_zone, true,
            to_jsonb(o) - array['id', 'iata', 'updated_at', 'excluded_at']
        from own_airports o where excluded_at is null
    ) a left join lookup_edits e on e.lookup = 'airport' and e.code = a.iata",
    order: "coalesce(e.favourite, false) desc, a.iata",
};
const CHOICES: Listing =
    Listing { columns: "a.iata as id, a.iata as code, coalesce(e.name, a.name) as label", ..AIRPORTS };
const SORTS: Sorts = &[
    ("id", "a.iata"),
    ("name", "search_text(coalesce(e.name, a.name))"),
    ("city", "search_text(a.city)"),
    ("updated_at", "e.updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', a.iata, a.icao, a.name, a.city, e.name)";
const EDITED: &str = concat!(edited!(), " = ");

pub struct AirportApi;

#[OpenApi(prefix_path = "/airports", tag = "Tag::Reference")]
impl AirportApi {
    /// List the airports
    ///
    /// With the company's own data of each. Favourites come first.
    #[oai(path = "/", method = "get", operation_id = "airport_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn airport_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `id`, `name`, `city` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the codes, the names or the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        country_id: Query<Option<i16>>,
        favourite: Query<Option<bool>>,
        hidden: Query<Option<bool>>,
        /// True: only airports that the company has changed.
        edited: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<AirportRecord>>> {
        ctx.require(Resource::Airport, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("a.country_id = ", country_id.0)
            .and("coalesce(e.favourite, false) = ", favourite.0)
            .and("not coalesce(e.active, true) = ", hidden.0)
            .and(EDITED, edited.0);
        shared_list::page::<AirportRecord>(&ctx, &AIRPORTS, &filter, &asked).await
    }

    /// List the airports to choose from; at most 50, favourites first
    #[oai(path = "/select", method = "get", operation_id = "airport_select")]
    async fn airport_select(
        &self,
        ctx: Ctx,
        /// Words in the codes, the names or the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<LookupChoice>>> {
        ctx.require(Resource::Airport, Action::List)?;
        let words = Words::parse(search.0.as_deref());
        let filter = Where::words(&words, SEARCHED).only("coalesce(e.active, true)", true);
        shared_list::choices(&ctx, &CHOICES, &filter, 50).await
    }

    /// Show an airport
    #[oai(path = "/:id", method = "get", operation_id = "airport_show")]
    async fn airport_show(
        &self,
        ctx: Ctx,
        /// IATA code.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<AirportRecord>>> {
        ctx.require(Resource::Airport, Action::Show)?;
        shared_list::answer::<AirportRecord>(ctx.begin().await?, &ctx, &id).await
    }

    /// Add an airport of the company's own
    ///
    /// It is listed with the shared ones. A deleted airport of the company with the same code comes back with these values.
    #[oai(path = "/", method = "post", operation_id = "airport_create")]
    async fn airport_create(
        &self,
        ctx: Ctx,
        body: Body<AirportCreate>,
    ) -> ApiResult<Json<Item<AirportRecord>>> {
        ctx.require(Resource::Airport, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let airport = body.0.check(&mut tx).await?;
        own_airports::add(&mut tx, &airport, ctx.now()).await?;
        let changes = audit::difference(&json!({}), &airport.place);
        shared_list::record(&mut tx, &ctx, Resource::Airport, "create", &airport.iata, changes).await?;
        shared_list::answer::<AirportRecord>(tx, &ctx, &airport.iata).await
    }

    /// Delete an airport of the company's own
    ///
    /// Lists no longer have it; records keep its code. A shared airport can only be hidden.
    #[oai(path = "/:id", method = "delete", operation_id = "airport_delete")]
    async fn airport_delete(
        &self,
        ctx: Ctx,
        /// IATA code.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Airport, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let airport = AirportRecord::find(&mut tx, &id).await?;
        if !airport.own {
            return Err(ApiError::refused(MessageCode::AirportShared));
        }
        own_airports::exclude(&mut tx, &airport.id, ctx.now()).await?;
        let changes = json!({ "name": [airport.name, null] });
        shared_list::record(&mut tx, &ctx, Resource::Airport, "delete", &airport.id, changes).await?;
        tx.commit().await?;
        Ok(Json(Item { data: Deletion { restorable: false } }))
    }

    /// Update an airport
    ///
    /// Lists to choose from follow at once. Existing records keep a hidden airport.
    #[oai(path = "/:id", method = "patch", operation_id = "airport_update")]
    async fn airport_update(
        &self,
        ctx: Ctx,
        /// IATA code.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
        body: Patch<AirportUpdate>,
    ) -> ApiResult<Json<Item<AirportRecord>>> {
        ctx.require(Resource::Airport, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = AirportRecord::find(&mut tx, &id).await?;
        let input: AirportInput = body.change(&before.input, before.version)?;
        let input = input.check(&mut tx, &before).await?;
        change(&mut tx, &ctx, &before, input).await?;
        shared_list::answer::<AirportRecord>(tx, &ctx, &id).await
    }

    /// Restore the defaults of an airport
    ///
    /// The company's own data of the airport is removed.
    #[oai(path = "/:id/restore", method = "post", operation_id = "airport_restore")]
    async fn airport_restore(
        &self,
        ctx: Ctx,
        /// IATA code.
        #[oai(validator(max_length = 12))]
        id: Path<String>,
    ) -> ApiResult<Json<Item<AirportRecord>>> {
        ctx.require(Resource::Airport, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = AirportRecord::find(&mut tx, &id).await?;
        let input = AirportInput { place: before.input.place.clone(), ..AirportInput::default() };
        change(&mut tx, &ctx, &before, input).await?;
        shared_list::answer::<AirportRecord>(tx, &ctx, &id).await
    }
}

/// Stores what differs from before, with its audit entry.
async fn change(tx: &mut TenantTx, ctx: &Ctx, before: &AirportRecord, input: AirportInput) -> ApiResult<()> {
    if input == before.input {
        return Ok(());
    }
    store::save(tx, PUT_AIRPORT, &before.id, before.version, ctx.now(), input.to_columns()).await?;
    let mut changes = audit::difference(&before.input, &input);
    if input.place != before.input.place
        && let Some(place) = &input.place
    {
        own_airports::change(tx, &before.id, place, ctx.now()).await?;
        // The log names the fields of the place, as when it was added.
        let fields = audit::difference(&before.input.place, place);
        changes = merge(changes, fields);
    }
    shared_list::record(tx, ctx, Resource::Airport, "update", &before.id, changes).await
}

/// The changes of the form with those of the place in the place of the whole.
fn merge(mut changes: Value, fields: Value) -> Value {
    if let (Some(all), Value::Object(fields)) = (changes.as_object_mut(), fields) {
        all.remove("place");
        all.extend(fields);
    }
    changes
}

impl AirportInput {
    /// Normalizes the input and returns all errors at once. The place of a shared airport is ignored.
    async fn check(self, tx: &mut TenantTx, airport: &AirportRecord) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let country = Some(airport.country_id);
        let phone = optional(self.phone.as_ref()).and_then(|typed| {
            let read = Phone::parse_national(&typed, country).map(|phone| phone.to_string());
            read.map_err(|wrong| errors.push("phone", wrong.into())).ok()
        });
        let place = match self.place.filter(|_| airport.own).or(airport.input.place.clone()) {
            Some(place) => Some(place.check(tx, "place.", &mut errors).await?),
            None => None,
        };
        let name = place.as_ref().map_or(&airport.name, |place| &place.name);
        let checked = Self {
            nickname: optional(self.nickname.as_ref()).filter(|typed| typed != name),
            favourite: self.favourite && !self.hidden,
            hidden: self.hidden,
            email: optional_email(self.email.as_ref(), &mut errors),
            phone,
            postal_code: optional(self.postal_code.as_ref()),
            address_1: optional(self.address_1.as_ref()),
            address_2: optional(self.address_2.as_ref()),
            contact_city: optional(self.contact_city.as_ref()),
            state: optional(self.state.as_ref()),
            place,
        };
        if checked.postal_code.as_deref().is_some_and(|typed| !postcode::is_possible(country, typed)) {
            errors.push("postal_code", MessageCode::InvalidPostcode);
        }
        errors.into_result()?;
        Ok(checked)
    }

    /// The columns of the edits.
    fn to_columns(&self) -> Value {
        let mut form = json!(self);
        form["name"] = json!(self.nickname);
        form["active"] = json!(!self.hidden);
        form
    }
}

impl EditedRow for AirportRecord {
    type Record = Self;

    async fn find(tx: &mut TenantTx, code: &str) -> ApiResult<Self> {
        let filter = Where::all().and("a.iata = ", Some(code.to_ascii_uppercase()));
        AIRPORTS.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
    }

    fn seen_by(self, grants: &Grants) -> Self {
        let can = AirportCan::of(grants, self.own, self.edited);
        Self { can, ..self }
    }
}
