//! API of profiles.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    Choice, Draft, ProfileFields, ProfileKind, ProfileOption, ProfileRule, UserProfile, UserProfileCan,
    UserProfileForm, UserProfileInput, UserProfileSummary, UserProfileUpdate, choices, difference, verdict,
};
use super::store::{self, ProfileRow, ProfileWithRules};
use super::{announce_rights_change, select};
use crate::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Where};
use server_core::tags::Tag;

pub struct ProfilesApi;

#[OpenApi(prefix_path = "/user_profiles", tag = "Tag::Permissions")]
impl ProfilesApi {
    /// List the profiles
    #[oai(path = "/", method = "get", operation_id = "user_profile_list")]
    async fn user_profile_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Sort by `name`, `kind`, `bearer_count`, `updated_at`; a minus means descending.
        sort: Query<Option<String>>,
        /// Words in the name or the description.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        kind: Query<Option<ProfileKind>>,
    ) -> ApiResult<Json<Page<UserProfileSummary>>> {
        ctx.require(Resource::UserProfile, Action::List)?;
        let asked =
            ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), store::SORTS)?;
        let filter = Where::words(&asked.words, store::SEARCHED).and("p.kind = ", kind.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = store::list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| summary(row, &ctx)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List the active profiles to choose from
    #[oai(path = "/select", method = "get", operation_id = "user_profile_select")]
    async fn user_profile_select(&self, ctx: Ctx) -> ApiResult<Json<Items<ProfileOption>>> {
        ctx.require(Resource::UserProfile, Action::Select)?;
        let mut tx = ctx.begin().await?;
        let data = select(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show the rules that a profile can have
    ///
    /// With `kind`, the rules for profiles of that kind. Without it, all rules, with the scope that an administrator
    /// has.
    #[oai(path = "/matrix", method = "get", operation_id = "user_profile_matrix")]
    async fn user_profile_matrix(
        &self,
        ctx: Ctx,
        kind: Query<Option<ProfileKind>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        ctx.require(Resource::UserProfile, Action::Show)?;
        Ok(Json(Items { data: choices(&ctx.state().policy, kind.0) }))
    }

    /// Show a profile with its rules
    #[oai(path = "/:id", method = "get", operation_id = "user_profile_show")]
    async fn user_profile_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<UserProfile>>> {
        ctx.require(Resource::UserProfile, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let found = store::find(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        tx.commit().await?;
        Ok(Json(Item { data: view(found, &ctx) }))
    }

    /// Create a profile
    #[oai(path = "/", method = "post", operation_id = "user_profile_create")]
    async fn user_profile_create(
        &self,
        ctx: Ctx,
        body: Body<UserProfileInput>,
    ) -> ApiResult<Json<Item<UserProfile>>> {
        ctx.require(Resource::UserProfile, Action::Create)?;
        let fields = ProfileFields {
            name: &body.name,
            description: &body.description,
            active: body.active,
            bound_to_subsidiaries: body.bound_to_subsidiaries,
        };
        let draft = Draft::validate(&fields, &body.rules, body.kind, &ctx.state().policy)?;
        let id = Uuid::now_v7();
        let mut tx = ctx.begin().await?;
        store::insert(&mut tx, id, body.kind, &draft, ctx.now()).await?;
        let changes = difference(&Default::default(), &draft.describe());
        audit::record(&mut tx, &ctx, "user_profile.create", Some(id), changes).await?;
        let found = store::find(&mut tx, id).await?.ok_or_else(ApiError::not_found)?;
        tx.commit().await?;
        Ok(Json(Item { data: view(found, &ctx) }))
    }

    /// Update a profile
    ///
    /// The change applies to its users from their next request, on every node.
    #[oai(path = "/:id", method = "patch", operation_id = "user_profile_update")]
    async fn user_profile_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<UserProfileUpdate>,
    ) -> ApiResult<Json<Item<UserProfile>>> {
        ctx.require(Resource::UserProfile, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        let form: UserProfileForm = body.change(&form_of(&before).to_json(), before.row.version)?;
        let fields = ProfileFields {
            name: &form.name,
            description: &form.description,
            active: form.active,
            bound_to_subsidiaries: form.bound_to_subsidiaries,
        };
        let draft = Draft::validate(&fields, &form.rules, before.row.kind, &ctx.state().policy)?;
        let changes = difference(&draft_of(&before).describe(), &draft.describe());
        if changes.as_object().is_some_and(|fields| !fields.is_empty()) {
            store::update(&mut tx, *id, &draft, ctx.now()).await?;
            announce_profile(&mut tx, *id);
            announce_rights_change(&mut tx, None).await?;
            audit::record(&mut tx, &ctx, "user_profile.update", Some(*id), changes).await?;
        }
        let found = store::find(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Item { data: view(found, &ctx) }))
    }

    /// Delete a profile without users
    #[oai(path = "/:id", method = "delete", operation_id = "user_profile_delete")]
    async fn user_profile_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::UserProfile, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        verdict(before.row.bearer_count, Action::Delete).guard()?;
        if let Some(name) = store::load_limited_record(&mut tx, *id).await? {
            let params = Params::from([("name", name.into())]);
            return Err(ApiError::refused(MessageCode::ProfileOfRecord).with_params(params));
        }
        store::delete(&mut tx, *id).await?;
        announce_profile(&mut tx, *id);
        let changes = difference(&draft_of(&before).describe(), &Default::default());
        audit::record(&mut tx, &ctx, "user_profile.delete", Some(*id), changes).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Pages with the list of profiles show the change.
fn announce_profile(tx: &mut TenantTx, id: Uuid) {
    live::records_changed(tx, &Audience::Staff, Resource::UserProfile.name(), &[id]);
}

fn summary(row: ProfileRow, ctx: &Ctx) -> UserProfileSummary {
    UserProfileSummary {
        id: row.id,
        can: UserProfileCan::of(row.bearer_count, &ctx.grants),
        name: row.name,
        kind: row.kind,
        description: row.description,
        active: row.active,
        bearer_count: row.bearer_count,
        updated_at: row.updated_at,
    }
}

fn view(ProfileWithRules { row, rules }: ProfileWithRules, ctx: &Ctx) -> UserProfile {
    UserProfile {
        id: row.id,
        can: UserProfileCan::of(row.bearer_count, &ctx.grants),
        name: row.name,
        kind: row.kind,
        description: row.description,
        active: row.active,
        bound_to_subsidiaries: row.bound_to_subsidiaries,
        rules: rules.iter().map(ProfileRule::from).collect(),
        bearer_count: row.bearer_count,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

fn form_of(found: &ProfileWithRules) -> UserProfileForm {
    UserProfileForm {
        name: found.row.name.clone(),
        description: found.row.description.clone(),
        active: found.row.active,
        bound_to_subsidiaries: found.row.bound_to_subsidiaries,
        rules: found.rules.iter().map(ProfileRule::from).collect(),
    }
}

fn draft_of(found: &ProfileWithRules) -> Draft {
    Draft {
        name: found.row.name.clone(),
        description: found.row.description.clone(),
        active: found.row.active,
        bound_to_subsidiaries: found.row.bound_to_subsidiaries,
        rules: found.rules.clone(),
    }
}
