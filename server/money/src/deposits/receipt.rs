//! Receipts of deposits, and the accounts to pay to.

use futures_util::TryStreamExt;
use poem::Body as Bytes;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, Response};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::model::NewDeposit;
use super::store;
use crate::client;
use crate::payment_account::{self, PaymentAccount};
use crate::payment_reference::Payer;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use server_core::files::{FileKey, FileKind, sent};
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::form::SentFile;
use server_core::http::list::Items;
use server_core::tags::Tag;

pub struct DepositReceiptApi;

#[OpenApi(tag = "Tag::Finance")]
impl DepositReceiptApi {
    /// Download the receipt of a deposit
    #[oai(path = "/deposits/:id/receipt", method = "get", operation_id = "deposit_receipt")]
    async fn deposit_receipt(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<Binary<Bytes>>> {
        let scope = MoneyScope::of(&ctx, Resource::Deposit, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let receipt = store::receipt(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        tx.commit().await?;
        scope.check(receipt.client_id)?;
        let key = FileKey::of(&ctx.tenant().id, &receipt.file_key).ok_or_else(ApiError::not_found)?;
        let file = ctx.state().files.get(&key).await.map_err(ApiError::internal)?;
        let file = file.ok_or_else(ApiError::not_found)?;
        let size = file.size;
        Ok(Response::new(Binary(Bytes::from_bytes_stream(file.stream.map_err(std::io::Error::other))))
            .header("content-type", receipt.content_type)
            .header("content-length", size.to_string())
            .header("content-disposition", content_disposition(&receipt.file_name)))
    }

    /// List the accounts that clients can pay into
    ///
    /// Bank accounts of the company's active branches, at most 100. Each has the reference of the client's next payment and,
    /// where banks read one, a code with it.
    #[oai(path = "/clients/:id/deposit_accounts", method = "get", operation_id = "deposit_accounts")]
    async fn deposit_accounts(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Amount of the codes, in the currency of each account. Without it, the payer types the amount.
        amount: Query<Option<Decimal>>,
    ) -> ApiResult<Json<Items<PaymentAccount>>> {
        MoneyScope::of(&ctx, Resource::Deposit, Action::Create)?.check(*id)?;
        let mut tx = ctx.begin().await?;
        client::find(&mut tx, *id).await?;
        let accounts = payment_account::all(&mut tx).await?;
        let reference = payer(&ctx, *id).next_reference(&mut tx).await?;
        tx.commit().await?;
        let data =
            accounts.into_iter().map(|one| one.with_code(amount.0, &reference)).collect::<ApiResult<_>>()?;
        Ok(Json(Items { data }))
    }
}

/// A client that pays to the company.
pub(super) fn payer(ctx: &Ctx, client_id: Uuid) -> Payer<'_> {
    Payer { server_secret: &ctx.state().config.secret, tenant: ctx.tenant().id.as_str(), client_id }
}

/// Stores the receipt of a new deposit, and notes it there.
pub(super) async fn save(
    ctx: &Ctx,
    new: &mut NewDeposit,
    uploaded: SentFile,
    name: Option<&str>,
) -> ApiResult<FileKey> {
    let (file, content_type) = sent::document(uploaded)?;
    let size = file.metadata().map_err(ApiError::internal)?.len();
    let reader = tokio::fs::File::from_std(file);
    let kept = ctx.state().files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await;
    let (key, _) = kept.map_err(ApiError::internal)?;
    new.file_key = Some(key.name().to_owned());
    new.file_name = Some(sent::name(name, &sent::default_name(content_type)));
    new.file_size = Some(i64::try_from(size).unwrap_or(i64::MAX));
    new.content_type = Some(content_type.to_owned());
    Ok(key)
}
