//! `/account-data`.

use poem_openapi::OpenApi;
use policy::{Action, Resource};
use serde_json::json;

use super::export::ExportPersonalData;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::limit::PERSONAL_EXPORTS;
use server_core::process::{self, StartedTask};
use server_core::tags::Tag;

pub struct PersonalDataApi;

#[OpenApi(tag = "Tag::MyAccount")]
impl PersonalDataApi {
    /// Export the own data
    ///
    /// A background task writes an archive of JSON files: the account with its addresses, and for a user of a client
    /// those of the client's address book, shipments, invoices and tickets that the user can list. An e-mail tells when
    /// it is ready. The file is deleted after seven days. Returns 429 after too many requests.
    #[oai(path = "/account-data", method = "post", operation_id = "account_data_export")]
    async fn account_data_export(&self, ctx: Ctx) -> ApiResult<StartedTask> {
        ctx.require(Resource::Account, Action::Show)?;
        ctx.refuse_while_switched()?;
        ctx.state().limits.check(&ctx.tenant().id, PERSONAL_EXPORTS, &ctx.user.id.to_string()).await?;
        let mut tx = ctx.begin().await?;
        let task = process::enqueue(&mut tx, &ctx, ExportPersonalData::of(&ctx)).await?;
        audit::record(&mut tx, &ctx, "account.export_data", Some(ctx.user.id), json!({})).await?;
        tx.commit().await?;
        Ok(StartedTask::task(task))
    }
}
