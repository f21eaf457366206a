//! Colleagues: the users of a client, whom its own users see, invite and deactivate (PERM-4).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource, UserType};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::deactivation::deactivate;
use super::model::{BorneProfile, UserInput, UserRow};
use super::store;
use crate::account_link;
use crate::ctx::Ctx;
use crate::invitation::SendInvitation;
use crate::profiles;
use crate::sessions;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{read_email, required};
use server_core::http::limit::{INVITATIONS_PER_CLIENT, RECOVERY_PER_ACCOUNT};
use server_core::http::list::{Item, Items};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::process::{self, Owner};
use server_core::tags::Tag;
use trade::units::{SizeUnit, WeightUnit};
use trade::user_type::UserTypeCode;

/// A user of the same client.
#[derive(Object)]
pub struct Colleague {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    /// Profiles of the user; without any, the user has all rights of a client's user.
    pub profiles: Vec<BorneProfile>,
    /// False when a colleague or the company has deactivated the user.
    pub active: bool,
    /// True when the user was invited and has not chosen a password yet.
    pub invited: bool,
    /// When the link of the invitation expires; null when there is no link.
    pub invitation_expires_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub can: ColleagueCan,
}

/// Permissions of the current user on a colleague.
#[derive(Object)]
pub struct ColleagueCan {
    /// Send the invitation again.
    pub invite: bool,
    /// Withdraw the invitation.
    pub delete: bool,
    /// End the access of a colleague who has joined.
    pub deactivate: bool,
}

/// A colleague to invite.
#[derive(Object)]
pub struct ColleagueInput {
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// The address for the invitation and the sign-in; case does not matter.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// Language of e-mails and screens; that of the current user when omitted.
    pub language: Option<Language>,
    /// Profiles among those of `colleague_rights`. Without any, the colleague has all rights of a client's user, which only
    /// a user with all of them can give.
    #[oai(default, validator(max_items = 50))]
    pub profile_ids: Vec<Uuid>,
}

/// The rights that the current user can give a colleague.
#[derive(Object)]
pub struct ColleagueRights {
    pub profiles: Vec<BorneProfile>,
    /// True when the current user can give all rights of a client's user.
    pub all: bool,
}

/// The users of a client, by name.
pub const OF_CLIENT: &str = "select id from users where client_id = $1 and erased_at is null order by name collate \"und-x-icu\", id limit 500";

pub const EXPIRIES: &str = "
    select user_id, max(expires_at) from account_links
    where user_id = any($1) and purpose = 'accept_invitation' group by user_id";

pub struct ColleagueApi;

#[OpenApi(prefix_path = "/colleagues", tag = "Tag::MyAccount")]
impl ColleagueApi {
    /// List the users of the own client, by name; at most 500
    ///
    /// Empty for users who belong to no client.
    #[oai(path = "/", method = "get", operation_id = "colleague_list")]
    async fn colleague_list(&self, ctx: Ctx) -> ApiResult<Json<Items<Colleague>>> {
        ctx.require(Resource::Colleague, Action::List)?;
        let Some(client_id) = ctx.user.client_id else { return Ok(Json(Items { data: Vec::new() })) };
        let mut tx = ctx.begin().await?;
        let ids: Vec<Uuid> = sqlx::query_scalar(OF_CLIENT).bind(client_id).fetch_all(&mut *tx).await?;
        let data = load(&mut tx, &ctx, &ids).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show what the current user can let a colleague do
    #[oai(path = "/rights", method = "get", operation_id = "colleague_rights")]
    async fn colleague_rights(&self, ctx: Ctx) -> ApiResult<Json<Item<ColleagueRights>>> {
        ctx.require(Resource::Colleague, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let data = ColleagueRights::load(&mut tx, &ctx).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Invite a colleague
    ///
    /// Creates a user of the own client and sends an invitation e-mail. The user can sign in after choosing a password
    /// through its link. Returns 409 `too_many_invitations` when the client's users sent too many within a day, and 404
    /// for a user who belongs to no client.
    #[oai(path = "/", method = "post", operation_id = "colleague_create")]
    async fn colleague_create(
        &self,
        ctx: Ctx,
        body: Body<ColleagueInput>,
    ) -> ApiResult<Json<Item<Colleague>>> {
        ctx.require(Resource::Colleague, Action::Create)?;
        ctx.refuse_while_switched()?;
        let client_id = ctx.user.client_id.ok_or_else(ApiError::not_found)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let rights = ColleagueRights::load(&mut tx, &ctx).await?;
        let user = body.0.check(&ctx, client_id, &settings.languages, &rights)?;
        spend_invitation(&ctx, client_id).await?;
        let id = Uuid::now_v7();
        store::insert(&mut tx, id, &user, ctx.now()).await?;
        profiles::set_for_user(&mut tx, &ctx, id, &user.profile_ids).await?;
        send_invitation(&mut tx, &ctx, id).await?;
        let changes = audit::difference(&json!({}), &user.without_lists());
        audit::record(&mut tx, &ctx, "user.create", Some(id), changes).await?;
        let answer = answer(tx, &ctx, client_id, id).await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(answer)
    }

    /// Send the invitation of a colleague again
    ///
    /// Links of earlier e-mails stop working. Returns 409 `user_has_joined` when the colleague has chosen a password, and
    /// `too_many_invitations` when the client's users sent too many within a day.
    #[oai(path = "/:id/invite", method = "post", operation_id = "colleague_invite")]
    async fn colleague_invite(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Colleague>>> {
        ctx.require(Resource::Colleague, Action::Invite)?;
        ctx.refuse_while_switched()?;
        let client_id = ctx.user.client_id.ok_or_else(ApiError::not_found)?;
        let mut tx = ctx.begin().await?;
        let user = lock(&mut tx, &ctx, *id, Action::Invite).await?;
        ctx.state().limits.check(&ctx.tenant().id, RECOVERY_PER_ACCOUNT, &user.email).await?;
        spend_invitation(&ctx, client_id).await?;
        account_link::revoke_all(&mut tx, *id).await?;
        send_invitation(&mut tx, &ctx, *id).await?;
        audit::record(&mut tx, &ctx, "user.invite", Some(*id), json!({})).await?;
        answer(tx, &ctx, client_id, *id).await
    }

    /// Withdraw the invitation of a colleague
    ///
    /// Deletes the user, who never signed in. Returns 409 `user_has_joined` when the colleague has chosen a password.
    #[oai(path = "/:id", method = "delete", operation_id = "colleague_delete")]
    async fn colleague_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::Colleague, Action::Delete)?;
        let client_id = ctx.user.client_id.ok_or_else(ApiError::not_found)?;
        let mut tx = ctx.begin().await?;
        let user = lock(&mut tx, &ctx, *id, Action::Delete).await?;
        store::delete(&mut tx, *id).await?;
        let changes = json!({ "name": [user.name, null], "email": [user.email, null] });
        audit::record(&mut tx, &ctx, "user.delete", Some(*id), changes).await?;
        announce(&mut tx, client_id, *id);
        tx.commit().await?;
        Ok(())
    }

    /// Deactivate a colleague
    ///
    /// Ends all sessions of the user at once, and invalidates e-mailed links and a pending address change. Only the company
    /// activates the user again. Returns 403 for a user with rights that the current user does not have, and 409
    /// `user_not_joined` for one who is only invited.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "colleague_deactivate")]
    async fn colleague_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Colleague>>> {
        ctx.require(Resource::Colleague, Action::Deactivate)?;
        let client_id = ctx.user.client_id.ok_or_else(ApiError::not_found)?;
        let mut tx = ctx.begin().await?;
        lock(&mut tx, &ctx, *id, Action::Deactivate).await?;
        let ended = deactivate(&mut tx, &ctx, *id).await?;
        let answer = answer(tx, &ctx, client_id, *id).await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(answer)
    }
}

impl ColleagueRights {
    async fn load(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Self> {
        let policy = &ctx.state().policy;
        let profiles = profiles::load_assignable(tx, policy, &ctx.grants).await?;
        let profiles =
            profiles.into_iter().map(|profile| BorneProfile { id: profile.id, name: profile.name }).collect();
        Ok(Self { profiles, all: ctx.grants.covers(&policy.grants(UserType::Client)) })
    }

    /// Whether the current user has all rights of a colleague.
    fn covers(&self, user: &UserRow) -> bool {
        let profiles = &user.profiles.0;
        let is_covered = |borne: &BorneProfile| self.profiles.iter().any(|profile| profile.id == borne.id);
        self.all || (!profiles.is_empty() && profiles.iter().all(is_covered))
    }

    fn check(&self, profile_ids: &[Uuid], errors: &mut FieldErrors) {
        let is_known = |id: &Uuid| self.profiles.iter().any(|profile| profile.id == *id);
        if !profile_ids.iter().all(is_known) {
            errors.push("profile_ids", MessageCode::UnknownOption);
        } else if profile_ids.is_empty() && !self.all {
            errors.push("profile_ids", MessageCode::BeyondYourRights);
        }
    }
}

impl ColleagueInput {
    /// The user to create. Time zone and units are those of the current user.
    fn check(
        self,
        ctx: &Ctx,
        client_id: Uuid,
        languages: &[Language],
        rights: &ColleagueRights,
    ) -> ApiResult<UserInput> {
        let mut errors = FieldErrors::default();
        let language = self.language.unwrap_or_else(|| ctx.user.language());
        if !languages.contains(&language) {
            errors.push("language", MessageCode::UnknownOption);
        }
        rights.check(&self.profile_ids, &mut errors);
        let user = UserInput {
            name: required("name", &self.name, &mut errors),
            email: read_email(&self.email, &mut errors),
            user_type: UserTypeCode::Client,
            client_id: Some(client_id),
            partner_id: None,
            language,
            time_zone: ctx.user.time_zone.clone(),
            weight_unit: WeightUnit::from_code(ctx.user.weight_unit).unwrap_or(WeightUnit::Kilograms),
            size_unit: SizeUnit::from_code(ctx.user.size_unit).unwrap_or(SizeUnit::Centimetres),
            profile_ids: self.profile_ids,
            subsidiary_ids: Vec::new(),
        };
        errors.into_result()?;
        Ok(user)
    }
}

/// The message code is the reason for a refusal. Buttons and guards use this value.
fn may(ctx: &Ctx, rights: &ColleagueRights, action: Action, user: &UserRow) -> Result<(), MessageCode> {
    match action {
        _ if !ctx.grants.allow(Resource::Colleague, action) => Err(MessageCode::Forbidden),
        Action::Deactivate => may_deactivate(ctx, rights, user),
        _ if user.has_joined => Err(MessageCode::UserHasJoined),
        Action::Invite if !user.active => Err(MessageCode::UserNotActive),
        _ => Ok(()),
    }
}

/// Nobody ends the access of somebody with more rights.
fn may_deactivate(ctx: &Ctx, rights: &ColleagueRights, user: &UserRow) -> Result<(), MessageCode> {
    match user {
        _ if !rights.covers(user) => Err(MessageCode::Forbidden),
        _ if user.erased_at.is_some() => Err(MessageCode::UserErased),
        _ if user.id == ctx.user.id => Err(MessageCode::NotYourself),
        _ if !user.has_joined => Err(MessageCode::UserNotJoined),
        _ if !user.active => Err(MessageCode::UserNotActive),
        _ => Ok(()),
    }
}

/// A user of the own client, locked until the transaction ends.
async fn lock(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, action: Action) -> ApiResult<UserRow> {
    let (user, _) = store::lock(tx, id).await?;
    if user.client_id.is_none() || user.client_id != ctx.user.client_id {
        return Err(ApiError::not_found());
    }
    let rights = ColleagueRights::load(tx, ctx).await?;
    may(ctx, &rights, action, &user).map_err(|code| match code {
        MessageCode::Forbidden => ApiError::forbidden(),
        code => ApiError::refused(code),
    })?;
    Ok(user)
}

/// These users as colleagues, in the order of their ids.
async fn load(tx: &mut TenantTx, ctx: &Ctx, ids: &[Uuid]) -> ApiResult<Vec<Colleague>> {
    let rights = ColleagueRights::load(tx, ctx).await?;
    let mut rows = store::load(tx, ids).await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    let expiries: Vec<(Uuid, DateTime<Utc>)> =
        sqlx::query_as(EXPIRIES).bind(ids).fetch_all(&mut **tx).await?;
    let expiries: HashMap<Uuid, DateTime<Utc>> = expiries.into_iter().collect();
    let colleague = |row: UserRow| Colleague {
        can: ColleagueCan {
            invite: ctx.user.acting.is_none() && may(ctx, &rights, Action::Invite, &row).is_ok(),
            delete: may(ctx, &rights, Action::Delete, &row).is_ok(),
            deactivate: may(ctx, &rights, Action::Deactivate, &row).is_ok(),
        },
        invitation_expires_at: expiries.get(&row.id).copied().filter(|_| !row.has_joined),
        id: row.id,
        name: row.name,
        email: row.email,
        profiles: row.profiles.0,
        active: row.active,
        invited: !row.has_joined,
        created_at: row.created_at,
    };
    Ok(rows.into_iter().map(colleague).collect())
}

/// Counts an invitation of the client.
async fn spend_invitation(ctx: &Ctx, client_id: Uuid) -> ApiResult<()> {
    let client = client_id.to_string();
    let spent = ctx.state().limits.check(&ctx.tenant().id, INVITATIONS_PER_CLIENT, &client);
    spent.await.map_err(|_| {
        let params = Params::from([("max", INVITATIONS_PER_CLIENT.count.into())]);
        ApiError::refused(MessageCode::TooManyInvitations).with_params(params)
    })
}

async fn send_invitation(tx: &mut TenantTx, ctx: &Ctx, user_id: Uuid) -> ApiResult<()> {
    let invitation = SendInvitation { user_id, invited_by: Some(ctx.user.name.clone()) };
    process::enqueue(tx, Owner::NOBODY, invitation).await?;
    Ok(())
}

/// Open pages of the client's users show the change. Those of staff hear of the user itself.
fn announce(tx: &mut TenantTx, client_id: Uuid, id: Uuid) {
    live::records_changed(tx, &Audience::Parties(vec![client_id]), Resource::Colleague.name(), &[id]);
}

/// Announces, commits and returns the colleague.
async fn answer(mut tx: TenantTx, ctx: &Ctx, client_id: Uuid, id: Uuid) -> ApiResult<Json<Item<Colleague>>> {
    announce(&mut tx, client_id, id);
    let found = load(&mut tx, ctx, &[id]).await?.pop();
    tx.commit().await?;
    Ok(Json(Item { data: found.ok_or_else(ApiError::not_found)? }))
}
