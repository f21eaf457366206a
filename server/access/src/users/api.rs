//! `/users`.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::acting_user::ActingUser;
use super::deactivation::deactivate;
use super::list::{self, SortKey, UserFilter};
use super::model::{FormContext, User, UserInput, UserRow, UserUpdate};
use super::outsiders::{UserMoved, UserParty};
use super::store;
use super::subsidiaries;
use crate::account_link;
use crate::api_tokens;
use crate::ctx::Ctx;
use crate::current_password::check_current;
use crate::email::{self, TellEmailChanged};
use crate::invitation::SendInvitation;
use crate::profiles;
use crate::recovery_email::SendRecovery;
use crate::references::{self, still_active};
use crate::registration_email::SendRegistrationEmail;
use crate::second_factor::{self, TellSecondFactorOff};
use crate::sessions;
use server_core::audit;
use server_core::follower::follow;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::limit::{EVERYBODY, INVITATIONS_PER_COMPANY, RECOVERY_PER_ACCOUNT};
use server_core::http::list::{Item, Items, Page, Paging, parse_sort};
use server_core::http::messages::MessageCode;
use server_core::http::security_log::SecurityEvent;
use server_core::process::{self, Owner};
use server_core::record::{ActiveFilter, Choice};
use server_core::tags::Tag;
use trade::user_type::UserTypeCode;

pub struct UserApi;

#[OpenApi(prefix_path = "/users", tag = "Tag::Users")]
impl UserApi {
    /// List the users
    ///
    /// Sort by `name`, `email`, `created_at`, `last_login_at`; the default is `name`.
    #[oai(path = "/", method = "get", operation_id = "user_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn user_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus means descending.
        sort: Query<Option<String>>,
        /// Each word must match name, e-mail or the client's name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        user_type: Query<Option<UserTypeCode>>,
        /// `excluded` finds no users: they are deactivated or deleted.
        active: Query<Option<ActiveFilter>>,
        client_id: Query<Option<Uuid>>,
        /// Only users with this profile.
        profile_id: Query<Option<Uuid>>,
        /// Only users who work for this partner.
        partner_id: Query<Option<Uuid>>,
        /// Only users who work at this subsidiary.
        subsidiary_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<User>>> {
        ctx.require(Resource::User, Action::List)?;
        let filter = UserFilter {
            search: search.0,
            user_type: user_type.0,
            active: active.0,
            client_id: client_id.0,
            profile_id: profile_id.0,
            partner_id: partner_id.0,
            subsidiary_id: subsidiary_id.0,
        };
        let paging = Paging::new(page.0, per_page.0)?;
        let sort = parse_sort(sort.as_deref(), SortKey::from_name)?;
        let mut tx = ctx.begin().await?;
        let (rows, meta) = list::list_page(&mut tx, &filter, paging, &sort).await?;
        tx.commit().await?;
        let acting_user = ActingUser::from(&ctx);
        let data = rows.into_iter().map(|row| row.view(&acting_user)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// List the active users to choose from; at most 50
    #[oai(path = "/select", method = "get", operation_id = "user_select")]
    async fn user_select(
        &self,
        ctx: Ctx,
        /// Each word must match name, e-mail or the client's name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        ctx.require(Resource::User, Action::List)?;
        let mut tx = ctx.begin().await?;
        let data = list::select(&mut tx, search.0).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a user
    ///
    /// Sends an invitation e-mail. The user can sign in after choosing a password through its link. Returns 429 after too
    /// many invitations of the company.
    #[oai(path = "/", method = "post", operation_id = "user_create")]
    async fn user_create(&self, ctx: Ctx, body: Body<UserInput>) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, &ctx, body.0, None).await?;
        spend_invitation(&ctx).await?;
        let id = Uuid::now_v7();
        store::insert(&mut tx, id, &input, ctx.now()).await?;
        profiles::set_for_user(&mut tx, &ctx, id, &input.profile_ids).await?;
        subsidiaries::set_for_user(&mut tx, &ctx, id, &input.subsidiary_ids).await?;
        let invitation = SendInvitation { user_id: id, invited_by: Some(ctx.user.name.clone()) };
        process::enqueue(&mut tx, Owner::NOBODY, invitation).await?;
        let changes = audit::difference(&json!({}), &input.without_lists());
        audit::record(&mut tx, &ctx, "user.create", Some(id), changes).await?;
        let answer = answer(tx, &ctx, id).await?;
        // New assignments of profiles raise the policy version, which is cached with the settings.
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(answer)
    }

    /// Show a user
    #[oai(path = "/:id", method = "get", operation_id = "user_show")]
    async fn user_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::Show)?;
        let tx = ctx.begin().await?;
        answer(tx, &ctx, *id).await
    }

    /// Update a user
    ///
    /// Omitted fields are unchanged. A new e-mail address requires `current_password` and must be confirmed before the
    /// user can sign in with it: a confirmation e-mail is sent, the old address is told, and all sessions of the user
    /// end. Users cannot change their own type or e-mail address here. Returns 429 after too many wrong passwords.
    #[oai(path = "/:id", method = "patch", operation_id = "user_update")]
    async fn user_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<UserUpdate>,
    ) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::Update)?;
        let proven = proves_new_email(&ctx, *id, &body).await?;
        let mut tx = ctx.begin().await?;
        let (before, admins) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::Update, &before)?;
        let current = before.input();
        let input = body.change(&current, before.version)?;
        let input = check_input(&mut tx, &ctx, input, Some(&before)).await?;
        let has_new_email = input.email != current.email;
        if has_new_email && !proven {
            return Err(ApiError::invalid_field("current_password", MessageCode::Required));
        }
        if current.is_admin() && !input.is_admin() {
            admins.refuse_last_admin(*id)?;
        }
        let party = UserParty::of(&mut tx, *id).await?;
        if input != current {
            store::update(&mut tx, *id, &input, ctx.now()).await?;
        }
        profiles::set_for_user(&mut tx, &ctx, *id, &input.profile_ids).await?;
        let has_moved = UserParty::of(&mut tx, *id).await? != party;
        if has_moved {
            follow(&mut tx, ctx.state(), UserMoved { user_id: *id, at: ctx.now() }).await?;
        }
        let revoked = if has_moved || has_new_email {
            api_tokens::revoke_all(&mut tx, &ctx, *id).await?
        } else {
            Vec::new()
        };
        subsidiaries::set_for_user(&mut tx, &ctx, *id, &input.subsidiary_ids).await?;
        let mut tokens = sessions::tokens_of(&mut tx, *id).await?;
        if has_new_email {
            tokens.extend(require_confirmation(&mut tx, &ctx, &before, &input).await?);
        }
        if input.rights() != current.rights() {
            sessions::end_switches(&mut tx, *id).await?;
        }
        audit::record_change(
            &mut tx,
            &ctx,
            "user.update",
            *id,
            &current.without_lists(),
            &input.without_lists(),
        )
        .await?;
        let answer = answer(tx, &ctx, *id).await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &tokens).await;
        api_tokens::wait_for_calls(&ctx, &revoked).await?;
        Ok(answer)
    }

    /// Delete a user who never signed in
    ///
    /// Withdraws the invitation. Deactivate a user who has signed in instead, so that their history is kept.
    #[oai(path = "/:id", method = "delete", operation_id = "user_delete")]
    async fn user_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::User, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let (user, admins) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::Delete, &user)?;
        admins.refuse_last_admin(*id)?;
        store::delete(&mut tx, *id).await?;
        let changes = json!({ "name": [user.name, null], "email": [user.email, null] });
        audit::record(&mut tx, &ctx, "user.delete", Some(*id), changes).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Activate a user
    #[oai(path = "/:id/activate", method = "post", operation_id = "user_activate")]
    async fn user_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        let (user, _) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::Activate, &user)?;
        store::set_active(&mut tx, *id, true, ctx.now()).await?;
        let changes = json!({ "active": [false, true] });
        audit::record(&mut tx, &ctx, "user.activate", Some(*id), changes).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a user
    ///
    /// Ends all sessions of the user at once, and invalidates e-mailed links and a pending address change. The last
    /// administrator cannot be deactivated.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "user_deactivate")]
    async fn user_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        let (user, admins) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::Deactivate, &user)?;
        admins.refuse_last_admin(*id)?;
        let ended = deactivate(&mut tx, &ctx, *id).await?;
        let answer = answer(tx, &ctx, *id).await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(answer)
    }

    /// Send the invitation again
    ///
    /// Links of earlier e-mails stop working. Returns 429 after too many requests.
    #[oai(path = "/:id/invite", method = "post", operation_id = "user_invite")]
    async fn user_invite(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::Invite)?;
        let mut tx = ctx.begin().await?;
        let (user, _) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::Invite, &user)?;
        ctx.state().limits.check(&ctx.tenant().id, RECOVERY_PER_ACCOUNT, &user.email).await?;
        spend_invitation(&ctx).await?;
        account_link::revoke_all(&mut tx, *id).await?;
        let invitation = SendInvitation { user_id: *id, invited_by: Some(ctx.user.name.clone()) };
        process::enqueue(&mut tx, Owner::NOBODY, invitation).await?;
        audit::record(&mut tx, &ctx, "user.invite", Some(*id), json!({})).await?;
        answer(tx, &ctx, *id).await
    }

    /// Send a password-reset e-mail to a user
    ///
    /// The old password works until it is replaced. Returns 429 after too many requests.
    #[oai(path = "/:id/reset_password", method = "post", operation_id = "user_reset_password")]
    async fn user_reset_password(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::ResetPassword)?;
        let mut tx = ctx.begin().await?;
        let (user, _) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::ResetPassword, &user)?;
        ctx.state().limits.check(&ctx.tenant().id, RECOVERY_PER_ACCOUNT, &user.email).await?;
        process::enqueue(&mut tx, Owner::NOBODY, SendRecovery { email: user.email }).await?;
        audit::record(&mut tx, &ctx, "user.reset_password", Some(*id), json!({})).await?;
        answer(tx, &ctx, *id).await
    }

    /// Disable a user's second factor
    ///
    /// For a user who lost the app and the recovery codes. Sends an e-mail to the user. Users cannot do this to
    /// themselves here.
    #[oai(path = "/:id/reset_second_factor", method = "post", operation_id = "user_reset_second_factor")]
    async fn user_reset_second_factor(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<User>>> {
        ctx.require(Resource::User, Action::ResetSecondFactor)?;
        let mut tx = ctx.begin().await?;
        let (user, _) = store::lock(&mut tx, *id).await?;
        ActingUser::from(&ctx).guard(Action::ResetSecondFactor, &user)?;
        second_factor::store::delete(&mut tx, *id).await?;
        let task = TellSecondFactorOff { user_id: *id, by: Some(ctx.user.name.clone()) };
        process::enqueue(&mut tx, Owner::NOBODY, task).await?;
        audit::record(&mut tx, &ctx, "user.reset_second_factor", Some(*id), json!({})).await?;
        let answer = answer(tx, &ctx, *id).await?;
        SecurityEvent::SecondFactorDisabled.write(&ctx.tenant().id, &ctx.visit.request_id);
        Ok(answer)
    }
}

/// Commits and returns the user.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<User>>> {
    let user = store::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: user.view(&ActingUser::from(ctx)) }))
}

/// Checks the form against all rules.
async fn check_input(
    tx: &mut TenantTx,
    ctx: &Ctx,
    input: UserInput,
    before: Option<&UserRow>,
) -> ApiResult<UserInput> {
    let settings = ctx.settings();
    let client = before.and_then(|before| before.client_id);
    let client_is_known = still_active(tx, references::CLIENT, input.client_id, client).await?;
    let partner = before.and_then(|before| before.partner_id);
    let partner_is_known = still_active(tx, references::PARTNER, input.partner_id, partner).await?;
    let profile_kinds = profiles::load_kinds(tx, &input.profile_ids).await?;
    let languages = &settings.languages;
    let context = FormContext { languages, client_is_known, partner_is_known, profile_kinds };
    input.check(&ActingUser::from(ctx), &context, before)
}

/// True when the address changes and the current user's password is right. An unlocked screen is not enough to take over
/// another user's account.
async fn proves_new_email(ctx: &Ctx, id: Uuid, body: &Patch<UserUpdate>) -> ApiResult<bool> {
    let mut tx = ctx.begin().await?;
    let user = store::find(&mut tx, id).await?;
    tx.commit().await?;
    ActingUser::from(ctx).guard(Action::Update, &user)?;
    let asked = body.onto(&user.input())?;
    if id == ctx.user.id || asked.input.email.trim().to_lowercase() == user.email {
        return Ok(false);
    }
    ctx.refuse_while_switched()?;
    let mut errors = FieldErrors::default();
    check_current(ctx, &asked.current_password.unwrap_or_default(), &mut errors).await?;
    errors.into_result()?;
    Ok(true)
}

/// Invalidates what the old address could open, and sends the e-mails. Returns the token hashes of the ended sessions.
async fn require_confirmation(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: &UserRow,
    input: &UserInput,
) -> ApiResult<Vec<Vec<u8>>> {
    account_link::revoke_all(tx, before.id).await?;
    email::delete(tx, before.id).await?;
    let ended = sessions::close_all(tx, before.id).await?;
    if before.has_joined {
        let by = Some(ctx.user.name.clone());
        let notice = TellEmailChanged { user_id: before.id, email: before.email.clone(), by };
        process::enqueue(tx, Owner::NOBODY, notice).await?;
        let task = SendRegistrationEmail { email: input.email.clone(), after_registration: false };
        process::enqueue(tx, Owner::NOBODY, task).await?;
    } else {
        let invitation = SendInvitation { user_id: before.id, invited_by: Some(ctx.user.name.clone()) };
        process::enqueue(tx, Owner::NOBODY, invitation).await?;
    }
    Ok(ended)
}

/// Counts an invitation of the company: each sends an e-mail to somebody who did not ask for it.
async fn spend_invitation(ctx: &Ctx) -> ApiResult<()> {
    ctx.state().limits.check(&ctx.tenant().id, INVITATIONS_PER_COMPANY, EVERYBODY).await
}
