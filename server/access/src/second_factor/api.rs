//! `/account-second-factor`: the second factor of the current user.

use chrono::{DateTime, Utc};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;

use super::check::{Check, seal};
use super::email::TellSecondFactorOff;
use super::setup::SecondFactorSetup;
use super::totp::Secret;
use super::{recovery_codes, store};
use crate::ctx::Ctx;
use crate::current_password::check_current;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::security_log::SecurityEvent;
use server_core::process::{self, Owner};
use server_core::tags::Tag;

pub struct SecondFactorApi;

/// The state of the second factor.
#[derive(Object)]
pub struct SecondFactor {
    /// When it was enabled; null when it is disabled.
    pub enabled_at: Option<DateTime<Utc>>,
    /// Number of unused recovery codes. Each replaces one code of the app.
    pub recovery_codes_left: i64,
    pub can: SecondFactorCan,
}

/// Permissions of the user.
#[derive(Object)]
pub struct SecondFactorCan {
    /// False while an administrator acts as this user.
    pub update: bool,
}

/// The start of the setup.
#[derive(Object)]
pub struct SecondFactorBeginning {
    #[oai(validator(max_length = 1024))]
    current_password: String,
}

/// The proof that the app has the secret.
#[derive(Object)]
pub struct SecondFactorConfirmation {
    /// The six digits from the app.
    #[oai(validator(max_length = 40))]
    code: String,
}

/// Password and code of the current user.
#[derive(Object)]
pub struct SecondFactorProof {
    #[oai(validator(max_length = 1024))]
    current_password: String,
    /// The six digits from the app, or a recovery code.
    #[oai(validator(max_length = 40))]
    code: String,
}

/// Recovery codes. They are shown only once.
#[derive(Object)]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

#[OpenApi(prefix_path = "/account-second-factor", tag = "Tag::SecondFactor")]
impl SecondFactorApi {
    /// Show the second factor
    #[oai(path = "/", method = "get", operation_id = "account_second_factor_show")]
    async fn account_second_factor_show(&self, ctx: Ctx) -> ApiResult<Json<Item<SecondFactor>>> {
        ctx.require(Resource::Account, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let (enabled_at, recovery_codes_left) = store::show(&mut tx, ctx.user.id).await?;
        tx.commit().await?;
        let update = ctx.grants.allow(Resource::Account, Action::Update) && ctx.user.acting.is_none();
        let can = SecondFactorCan { update };
        Ok(Json(Item { data: SecondFactor { enabled_at, recovery_codes_left, can } }))
    }

    /// Start the setup of the second factor
    ///
    /// Creates a new secret for the app on every call. Sign-in requires no code until `account_second_factor_enable`
    /// has accepted one. Returns 409 `second_factor_on` when it is already enabled.
    #[oai(path = "/", method = "post", operation_id = "account_second_factor_begin")]
    async fn account_second_factor_begin(
        &self,
        ctx: Ctx,
        body: Body<SecondFactorBeginning>,
    ) -> ApiResult<Json<Item<SecondFactorSetup>>> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        check_password(&ctx, &body.current_password).await?;
        let settings = ctx.settings();
        let secret: Secret = rand::random();
        let setup = SecondFactorSetup::of(&secret, &settings.name, &ctx.user.email)?;
        let mut tx = ctx.begin().await?;
        let sealed = seal(ctx.state(), &tx, &ctx.user.id).close(&secret);
        if !store::begin(&mut tx, ctx.user.id, &sealed, ctx.now()).await? {
            return Err(ApiError::refused(MessageCode::SecondFactorOn));
        }
        audit::record(&mut tx, &ctx, "second_factor.begin", Some(ctx.user.id), json!({})).await?;
        tx.commit().await?;
        Ok(Json(Item { data: setup }))
    }

    /// Enable the second factor
    ///
    /// Requires a code from the app. Returns the recovery codes, which are not shown again. Returns 422 `wrong_code` at
    /// `code` for a wrong code, 429 after five of them, and 409 `second_factor_not_on` when the setup was not started.
    #[oai(path = "/enable", method = "post", operation_id = "account_second_factor_enable")]
    async fn account_second_factor_enable(
        &self,
        ctx: Ctx,
        body: Body<SecondFactorConfirmation>,
    ) -> ApiResult<Json<Item<RecoveryCodes>>> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut tx = prove(&ctx, true, &body.code).await?;
        store::enable(&mut tx, ctx.user.id, ctx.now()).await?;
        let codes = fresh_codes(&mut tx, &ctx).await?;
        audit::record(&mut tx, &ctx, "second_factor.enable", Some(ctx.user.id), json!({})).await?;
        tx.commit().await?;
        SecurityEvent::SecondFactorEnabled.write(&ctx.tenant().id, &ctx.visit.request_id);
        Ok(codes)
    }

    /// Create new recovery codes
    ///
    /// The previous codes stop working.
    #[oai(path = "/recovery_codes", method = "post", operation_id = "account_second_factor_renew_codes")]
    async fn account_second_factor_renew_codes(
        &self,
        ctx: Ctx,
        body: Body<SecondFactorProof>,
    ) -> ApiResult<Json<Item<RecoveryCodes>>> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        check_password(&ctx, &body.current_password).await?;
        let mut tx = prove(&ctx, false, &body.code).await?;
        let codes = fresh_codes(&mut tx, &ctx).await?;
        audit::record(&mut tx, &ctx, "second_factor.renew_codes", Some(ctx.user.id), json!({})).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Disable the second factor
    ///
    /// Sends an e-mail to the user.
    #[oai(path = "/disable", method = "post", operation_id = "account_second_factor_disable")]
    async fn account_second_factor_disable(&self, ctx: Ctx, body: Body<SecondFactorProof>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        check_password(&ctx, &body.current_password).await?;
        let mut tx = prove(&ctx, false, &body.code).await?;
        store::delete(&mut tx, ctx.user.id).await?;
        let task = TellSecondFactorOff { user_id: ctx.user.id, by: None };
        process::enqueue(&mut tx, Owner::NOBODY, task).await?;
        audit::record(&mut tx, &ctx, "second_factor.disable", Some(ctx.user.id), json!({})).await?;
        tx.commit().await?;
        SecurityEvent::SecondFactorDisabled.write(&ctx.tenant().id, &ctx.visit.request_id);
        Ok(())
    }
}

/// Checked before the code: an attacker without the password cannot use up codes.
async fn check_password(ctx: &Ctx, sent: &str) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    check_current(ctx, sent, &mut errors).await?;
    errors.into_result()
}

async fn prove(ctx: &Ctx, is_setup: bool, code: &str) -> ApiResult<TenantTx> {
    let check = Check { state: ctx.state(), user_id: ctx.user.id, is_setup, now: ctx.now() };
    let (tx, _) = check.prove(ctx.begin().await?, code).await?;
    Ok(tx)
}

async fn fresh_codes(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Json<Item<RecoveryCodes>>> {
    let recovery_codes = recovery_codes::generate();
    let hashes: Vec<Vec<u8>> =
        recovery_codes.iter().filter_map(|code| recovery_codes::hash(ctx.user.id, code)).collect();
    store::put_recovery_codes(tx, ctx.user.id, &hashes).await?;
    Ok(Json(Item { data: RecoveryCodes { recovery_codes } }))
}
