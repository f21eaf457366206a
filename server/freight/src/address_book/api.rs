use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::known::{self, Owner};
use super::model::{
    KnownParty, PartySide, SavedAddress, SavedAddressCan, SavedAddressInput, SavedAddressUpdate,
    StoredAddress, merge_parties,
};
use access::ctx::Ctx;
use access::references::{self, still_active};
use access::scope::RowScope;
use server_core::address_columns;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

const MOST_KNOWN: i64 = 8;

pub const ADDRESSES: Table = Table {
    name: "saved_addresses",
    resource: "saved_address",
    columns: concat!(
        "client_id, partner_id, person_type, name, trading_name, responsible, document_type, document, ie, email, \
         phone, ",
        address_columns!()
    ),
    read: &["(select c.name from clients c where c.id = saved_addresses.client_id) as client_name"],
    unique: &[("saved_addresses_once_key", "name")],
    order: "search_text(name), id",
};
const SORTS: Sorts =
    &[("name", "search_text(name)"), ("city", "search_text(city)"), ("updated_at", "updated_at")];
const SEARCHED: &str = "concat_ws(' ', name, trading_name, document, email, city)";

pub struct SavedAddressApi;

#[OpenApi(prefix_path = "/saved_addresses", tag = "Tag::AddressBook")]
impl SavedAddressApi {
    /// List the address book
    ///
    /// Users of a client see only that client's addresses, users of a partner only that partner's.
    #[oai(path = "/", method = "get", operation_id = "saved_address_list")]
    async fn saved_address_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `name`, `city` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the names, the document, the e-mail or the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<SavedAddress>>> {
        let scope = ctx.scope(Resource::SavedAddress, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = within(&scope, Where::words(&asked.words, SEARCHED)).and("client_id = ", client_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = ADDRESSES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List known senders or recipients to choose from
    ///
    /// Entries of the address book by name, then the parties of earlier shipments, newest first; at most 8.
    #[oai(path = "/select", method = "get", operation_id = "saved_address_select")]
    async fn saved_address_select(
        &self,
        ctx: Ctx,
        /// Client whose senders and recipients are listed. Ignored for users of a client or a partner.
        client_id: Query<Option<Uuid>>,
        /// Words in the names or the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// The side of earlier shipments to search: sender or recipient. Default: `to`.
        side: Query<Option<PartySide>>,
    ) -> ApiResult<Json<Items<KnownParty>>> {
        let owner =
            Owner { scope: ctx.scope(Resource::SavedAddress, Action::Select)?, client_id: client_id.0 };
        let shipments = ctx.scope(Resource::Shipment, Action::List).ok();
        let words = Words::parse(search.0.as_deref());
        let mut tx = ctx.begin().await?;
        let saved = known::load_parties(&mut tx, known::saved_query(&owner, &words, MOST_KNOWN)).await?;
        let mut earlier = Vec::new();
        if let Some(scope) = shipments {
            let side = side.0.unwrap_or(PartySide::To);
            let query = known::earlier_query(&Owner { scope, ..owner }, &words, side, MOST_KNOWN);
            earlier = known::load_parties(&mut tx, query).await?;
        }
        tx.commit().await?;
        Ok(Json(Items { data: merge_parties(saved, earlier, MOST_KNOWN.unsigned_abs() as usize) }))
    }

    /// Show an address of the address book
    #[oai(path = "/:id", method = "get", operation_id = "saved_address_show")]
    async fn saved_address_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<SavedAddress>>> {
        let scope = ctx.scope(Resource::SavedAddress, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &scope, *id).await
    }

    /// Save an address
    ///
    /// Returns 422 `taken` at `name` when the same person is saved at the same address already.
    #[oai(path = "/", method = "post", operation_id = "saved_address_create")]
    async fn saved_address_create(
        &self,
        ctx: Ctx,
        body: Body<SavedAddressInput>,
    ) -> ApiResult<Json<Item<SavedAddress>>> {
        let scope = ctx.scope(Resource::SavedAddress, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, &scope, body.0, None).await?;
        let (_, _, partner_id) = scope.parts();
        let id = ADDRESSES.create(&mut tx, &ctx, &StoredAddress { input: &input, partner_id }).await?;
        answer(tx, &ctx, &scope, id).await
    }

    /// Update an address of the address book
    #[oai(path = "/:id", method = "patch", operation_id = "saved_address_update")]
    async fn saved_address_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SavedAddressUpdate>,
    ) -> ApiResult<Json<Item<SavedAddress>>> {
        let scope = ctx.scope(Resource::SavedAddress, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: SavedAddress = ADDRESSES.lock_among(&mut tx, &filter_by_id(&scope, *id)).await?;
        let input: SavedAddressInput = body.change(&before.input, before.version)?;
        let input = check_input(&mut tx, &scope, input, before.input.client_id).await?;
        let stored = |input| StoredAddress { input, partner_id: before.partner_id };
        ADDRESSES.update(&mut tx, &ctx, *id, &stored(&before.input), &stored(&input)).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Delete an address of the address book
    ///
    /// Shipments keep their own copy.
    #[oai(path = "/:id", method = "delete", operation_id = "saved_address_delete")]
    async fn saved_address_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let scope = ctx.scope(Resource::SavedAddress, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: SavedAddress = ADDRESSES.lock_among(&mut tx, &filter_by_id(&scope, *id)).await?;
        ADDRESSES.delete(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Restricts a list to the rows of a scope.
fn within(scope: &RowScope, filter: Where) -> Where {
    let (client_id, _, partner_id) = scope.parts();
    filter.and("client_id = ", client_id).and("partner_id = ", partner_id)
}

fn filter_by_id(scope: &RowScope, id: Uuid) -> Where {
    within(scope, Where::all()).and("id = ", Some(id))
}

/// The input with the owner that the scope allows; `stored_client_id` is the stored client.
async fn check_input(
    tx: &mut TenantTx,
    scope: &RowScope,
    mut input: SavedAddressInput,
    stored_client_id: Option<Uuid>,
) -> ApiResult<SavedAddressInput> {
    let mut errors = FieldErrors::default();
    input.client_id = scope.client_of(input.client_id, stored_client_id);
    if !still_active(tx, references::CLIENT, input.client_id, stored_client_id).await? {
        errors.push("client_id", MessageCode::UnknownClient);
    }
    let place = input.address.place(tx).await?;
    input.check(place.as_ref(), errors)
}

fn seen_by(ctx: &Ctx, address: SavedAddress) -> SavedAddress {
    SavedAddress { can: SavedAddressCan::of(&ctx.grants), ..address }
}

/// Commits and returns the address.
async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<Json<Item<SavedAddress>>> {
    let address = ADDRESSES.find_among(&mut tx, &filter_by_id(scope, id)).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, address) }))
}
