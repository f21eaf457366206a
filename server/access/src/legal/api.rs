//! The versions for the staff, and the consent of a user.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::email::AskForConsent;
use super::model::{
    ConsentInput, LegalConsent, LegalTextInput, LegalTextVersion, LegalVersion, check_accepted,
};
use super::store::{self, NewVersion};
use crate::ctx::Ctx;
use crate::users;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::list::Items;
use server_core::process;
use server_core::settings::{self, LegalTextInForce};
use server_core::tags::Tag;

pub struct LegalApi;

#[OpenApi]
impl LegalApi {
    /// List the versions of terms and privacy notice, newest first; at most 200
    #[oai(
        path = "/tenant_settings/legal_texts",
        method = "get",
        operation_id = "tenant_setting_legal_text_list",
        tag = "Tag::Company"
    )]
    async fn tenant_setting_legal_text_list(&self, ctx: Ctx) -> ApiResult<Json<Items<LegalTextVersion>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let rows = store::list(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data: rows.into_iter().map(LegalVersion::view).collect() }))
    }

    /// Publish the next version of the terms or of the privacy notice
    ///
    /// It is in force at once; earlier versions stay readable. Without texts, the kind is no longer in force and nothing is
    /// asked for. Users of clients whose consent it asks for get an e-mail.
    #[oai(
        path = "/tenant_settings/legal_texts",
        method = "post",
        operation_id = "tenant_setting_legal_text_create",
        tag = "Tag::Company"
    )]
    async fn tenant_setting_legal_text_create(
        &self,
        ctx: Ctx,
        body: Body<LegalTextInput>,
    ) -> ApiResult<Json<Items<LegalTextVersion>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let settings_now = ctx.settings();
        let texts = body.check(&settings_now)?;
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let mut legal = settings::load(&mut tx).await?.legal;
        let new =
            NewVersion { kind: body.kind, texts: &texts, asks: body.asks, by: ctx.user.id, at: ctx.now() };
        let version = store::insert(&mut tx, &new).await?;
        legal.retain(|text| text.kind != body.kind);
        if !texts.is_empty() {
            legal.push(LegalTextInForce { kind: body.kind, version, asks: body.asks });
        }
        settings::put_legal(&mut tx, &legal).await?;
        if body.asks && !texts.is_empty() {
            process::enqueue_quietly(&mut tx, AskForConsent { kind: body.kind, version }).await?;
        }
        let languages: Vec<&String> = texts.keys().collect();
        let changes =
            json!({ "kind": body.kind, "version": version, "languages": languages, "asks": body.asks });
        audit::record(&mut tx, &ctx, "tenant_setting.publish", None, changes).await?;
        let rows = store::list(&mut tx).await?;
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Items { data: rows.into_iter().map(LegalVersion::view).collect() }))
    }

    /// Accept the terms and the privacy notice in force
    ///
    /// Returns 422 at the fields of texts that must be accepted and were not, or in an older version.
    #[oai(
        path = "/account-consents",
        method = "post",
        operation_id = "account_consent_accept",
        tag = "Tag::MyAccount"
    )]
    async fn account_consent_accept(&self, ctx: Ctx, body: Body<ConsentInput>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let settings = ctx.settings();
        let mut errors = FieldErrors::default();
        let texts = check_accepted(&settings, body.accepted_terms, body.accepted_privacy, &mut errors);
        errors.into_result()?;
        let mut tx = ctx.begin().await?;
        store::accept(&mut tx, &ctx.visit, ctx.user.id, &texts).await?;
        let changes = json!({ "texts": texts });
        audit::record(&mut tx, &ctx, "account.accept_legal", Some(ctx.user.id), changes).await?;
        tx.commit().await?;
        Ok(())
    }

    /// List the versions of terms and privacy notice that a user accepted, the latest first; at most 100
    #[oai(path = "/users/:id/consents", method = "get", operation_id = "user_consents", tag = "Tag::Users")]
    async fn user_consents(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<LegalConsent>>> {
        ctx.require(Resource::User, Action::Show)?;
        let mut tx = ctx.begin().await?;
        users::store::find(&mut tx, *id).await?;
        let data = store::list_of_user(&mut tx, *id).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}
