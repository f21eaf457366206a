//! The statement of a wallet on paper.

use chrono_tz::Tz;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Response;
use policy::{Action, Resource};
use uuid::Uuid;

use super::statement::{self, StatementMonth};
use super::statement_pdf::{self, StatementPaper};
use crate::client;
use crate::invoices::{IssueContext, load_client};
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use access::references;
use freight::shipments::labels::PrintingCache;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::http::pdf::PdfAnswer;
use server_core::tags::Tag;

pub struct WalletStatementApi;

#[OpenApi(tag = "Tag::Finance")]
impl WalletStatementApi {
    /// Show the statement of a month as a PDF
    ///
    /// The balance at its beginning, all entries with the balance after each, and the balance at its end. Days are those of
    /// the company's time zone; the language is that of the client. Returns 409 `too_many_records` for a month of more than
    /// 5,000 entries.
    #[oai(path = "/clients/:id/wallet/statement", method = "get", operation_id = "wallet_statement")]
    async fn wallet_statement(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// The month, `2026-11`; the present one if omitted.
        #[oai(validator(max_length = 7))]
        month: Query<Option<String>>,
        /// ISO 4217; that of the client if omitted.
        #[oai(validator(max_length = 3))]
        currency: Query<Option<String>>,
    ) -> ApiResult<Response<PdfAnswer>> {
        MoneyScope::of(&ctx, Resource::Wallet, Action::Show)?.check(*id)?;
        let settings = ctx.settings();
        let today = settings.today(ctx.now());
        let month = match month.0.as_deref() {
            Some(text) => StatementMonth::parse(text)
                .ok_or_else(|| ApiError::invalid_field("month", MessageCode::NotADate))?,
            None => StatementMonth::of(today),
        };
        let state = ctx.state();
        let mut tx = ctx.begin().await?;
        let found = client::find(&mut tx, *id).await?;
        let own = found.currency.unwrap_or_else(|| settings.currency.clone());
        let currency = optional(currency.0.as_ref()).map_or(own, |code| code.to_uppercase());
        if !references::is_currency(&mut tx, &currency).await? {
            return Err(ApiError::invalid_field("currency", MessageCode::UnknownOption));
        }
        let zone: Tz = settings.time_zone.parse().unwrap_or(Tz::UTC);
        let statement = statement::load(&mut tx, *id, &currency, month, zone).await?;
        let language = found.language.unwrap_or(settings.default_language);
        let holder = load_client(&mut tx, *id, language.locale_key()).await?;
        let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let paper = StatementPaper {
            issuer: IssueContext { settings: &settings, at: ctx.now() }.company(),
            holder,
            holder_code: found.code.clone(),
            footer: settings.details.document_footer.clone(),
            language,
            zone,
            issued_on: today,
        };
        let content = statement_pdf::draw(&statement, &paper, stationery).await?;
        let name = format!("{}-{}-{}.pdf", found.code, currency, month.text());
        Ok(PdfAnswer::inline(&name, content))
    }
}
