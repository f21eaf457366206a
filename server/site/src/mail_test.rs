//! `/tenant_settings/mail_test`: whether the company's e-mails leave.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;

use super::test_email::SendTestEmail;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::limit::TEST_EMAILS;
use server_core::http::list::Item;
use server_core::mail::MailFailure;
use server_core::process::{self, Owner};
use server_core::tags::Tag;

/// How the mail server answered.
#[derive(Object)]
pub struct MailTest {
    /// Null if it takes e-mails: one to the current user is on its way.
    pub failure: Option<MailFailure>,
}

pub struct MailTestApi;

#[OpenApi(prefix_path = "/tenant_settings", tag = "Tag::Company")]
impl MailTestApi {
    /// Test the mail server
    ///
    /// Connects to it now, and sends a test e-mail to the current user if it takes e-mails. Returns 429 after too many requests.
    #[oai(path = "/mail_test", method = "post", operation_id = "tenant_setting_mail_test")]
    async fn tenant_setting_mail_test(&self, ctx: Ctx) -> ApiResult<Json<Item<MailTest>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        ctx.state().limits.check(&ctx.tenant().id, TEST_EMAILS, &ctx.user.id.to_string()).await?;
        let failure = ctx.state().mailer.find_failure().await;
        if failure.is_none() {
            let mut tx = ctx.begin().await?;
            process::enqueue(&mut tx, Owner::NOBODY, SendTestEmail { user_id: ctx.user.id }).await?;
            audit::record(&mut tx, &ctx, "tenant_setting.send_test_email", None, json!({})).await?;
            tx.commit().await?;
        }
        Ok(Json(Item { data: MailTest { failure } }))
    }
}
