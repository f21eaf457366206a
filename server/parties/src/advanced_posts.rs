//! Advanced posts: places where clients hand in parcels.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::address::Address;
use server_core::address::place::Place;
use server_core::address_columns;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// Input of an advanced post.
#[derive(Object, Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct AdvancedPostInput {
    /// Unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    #[oai(validator(max_length = 80))]
    pub name: String,
    /// Its street is required.
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    /// Opening hours, as text for people.
    #[oai(validator(max_length = 200))]
    pub hours: Option<String>,
    /// Position in lists; equal positions are ordered by code.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub position: i16,
}

/// The fields of an advanced post to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct AdvancedPostUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: AdvancedPostInput,
    /// Version that was read; 409 `stale_version` if the post has changed since.
    pub version: i32,
}

/// A place where clients drop off parcels.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "AdvancedPostRecord")]
pub struct AdvancedPost {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: AdvancedPostInput,
    /// Only active posts are shown to clients.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// An advanced post in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct AdvancedPostOption {
    pub id: Uuid,
    pub code: String,
    /// Name and city of the post.
    pub label: String,
}

impl AdvancedPostInput {
    /// Normalizes and checks the input; returns all errors at once. `place` is none if the country does not exist.
    fn check(self, place: Option<&Place>) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let phone = self.address.phone(self.phone.as_ref(), &mut errors);
        let address = self.address.check(place, &mut errors);
        if address.address_1.is_none() {
            errors.push("address_1", MessageCode::Required);
        }
        let checked = Self {
            code: required("code", &self.code, &mut errors),
            name: required("name", &self.name, &mut errors),
            address,
            phone,
            hours: optional(self.hours.as_ref()),
            position: self.position,
        };
        errors.into_result()?;
        Ok(checked)
    }
}

const POSTS: Table = Table {
    name: "advanced_posts",
    resource: "advanced_post",
    columns: concat!("code, name, phone, hours, position, ", address_columns!()),
    read: &["active", "excluded_at"],
    unique: &[("advanced_posts_code_key", "code")],
    order: "position, code",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("name", "search_text(name)"),
    ("city", "search_text(city)"),
    ("position", "position"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', code, name, city)";

/// Whether the state of an advanced post allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    POSTS.load_record_state(tx, id, action).await
}

pub struct AdvancedPostApi;

#[OpenApi(prefix_path = "/advanced-posts", tag = "Tag::Providers")]
impl AdvancedPostApi {
    /// List advanced posts
    #[oai(path = "/", method = "get", operation_id = "advanced_post_list")]
    async fn advanced_post_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `name`, `city`, `position` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the name or the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<AdvancedPost>>> {
        ctx.require(Resource::AdvancedPost, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = POSTS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List advanced posts to choose from
    ///
    /// Active posts in their order, at most 50.
    #[oai(path = "/select", method = "get", operation_id = "advanced_post_select")]
    async fn advanced_post_select(
        &self,
        ctx: Ctx,
        /// Words in the code, the name or the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<AdvancedPostOption>>> {
        ctx.require(Resource::AdvancedPost, Action::Select)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = POSTS.select(&mut tx, "code, name || ' · ' || city", &filter, 50).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show an advanced post
    #[oai(path = "/:id", method = "get", operation_id = "advanced_post_show")]
    async fn advanced_post_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<AdvancedPost>>> {
        ctx.require(Resource::AdvancedPost, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create an advanced post
    #[oai(path = "/", method = "post", operation_id = "advanced_post_create")]
    async fn advanced_post_create(
        &self,
        ctx: Ctx,
        body: Body<AdvancedPostInput>,
    ) -> ApiResult<Json<Item<AdvancedPost>>> {
        ctx.require(Resource::AdvancedPost, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let place = body.address.place(&mut tx).await?;
        let id = POSTS.create(&mut tx, &ctx, &body.0.check(place.as_ref())?).await?;
        answer(tx, &ctx, id).await
    }

    /// Update an advanced post
    #[oai(path = "/:id", method = "patch", operation_id = "advanced_post_update")]
    async fn advanced_post_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<AdvancedPostUpdate>,
    ) -> ApiResult<Json<Item<AdvancedPost>>> {
        ctx.require(Resource::AdvancedPost, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: AdvancedPost = POSTS.lock(&mut tx, *id).await?;
        let input: AdvancedPostInput = body.change(&before.input, before.version)?;
        let place = input.address.place(&mut tx).await?;
        let input = input.check(place.as_ref())?;
        POSTS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate an advanced post
    #[oai(path = "/:id/activate", method = "post", operation_id = "advanced_post_activate")]
    async fn advanced_post_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<AdvancedPost>>> {
        ctx.require(Resource::AdvancedPost, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        POSTS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate an advanced post
    ///
    /// Clients no longer see it.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "advanced_post_deactivate")]
    async fn advanced_post_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<AdvancedPost>>> {
        ctx.require(Resource::AdvancedPost, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        POSTS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete an advanced post
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "advanced_post_delete")]
    async fn advanced_post_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::AdvancedPost, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: AdvancedPost = POSTS.lock(&mut tx, *id).await?;
        let data = POSTS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore an advanced post that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "advanced_post_restore")]
    async fn advanced_post_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<AdvancedPost>>> {
        ctx.require(Resource::AdvancedPost, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        POSTS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, post: AdvancedPost) -> AdvancedPost {
    AdvancedPost {
        can: SwitchCan::of(&ctx.grants, Resource::AdvancedPost, post.active, post.excluded_at.is_some()),
        ..post
    }
}

/// Commits and returns the advanced post.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<AdvancedPost>>> {
    let post = POSTS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, post) }))
}
