use std::collections::HashSet;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::csv_file;
use super::model::{ExchangeRate, ExchangeRateFile, ExchangeRateImport, ExchangeRateInput};
use super::store::{self, NewExchangeRate};
use access::ctx::Ctx;
use server_core::audit;
use server_core::fx::SDR;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const RESOURCE: &str = "exchange_rate";
const SORTS: Sorts = &[("valid_from", "valid_from"), ("created_at", "created_at"), ("rate", "rate")];

pub struct ExchangeRateApi;

#[OpenApi(prefix_path = "/exchange-rates", tag = "Tag::Money")]
impl ExchangeRateApi {
    /// List the exchange rates
    ///
    /// The latest day comes first. If a day has several entries, the latest one comes first and applies.
    #[oai(path = "/", method = "get", operation_id = "exchange_rate_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn exchange_rate_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `valid_from`, `created_at` or `rate`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// ISO 4217.
        #[oai(validator(max_length = 3))]
        from_currency: Query<Option<String>>,
        /// ISO 4217.
        #[oai(validator(max_length = 3))]
        to_currency: Query<Option<String>>,
        /// Words in the source.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Page<ExchangeRate>>> {
        ctx.require(Resource::ExchangeRate, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, "coalesce(source, '')")
            .and("from_currency = ", from_currency.0)
            .and("to_currency = ", to_currency.0);
        let mut tx = ctx.begin().await?;
        let (data, total) = store::list_page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Add an exchange rate
    ///
    /// It replaces an earlier rate of the same currencies and day. The earlier rate stays in the list.
    #[oai(path = "/", method = "post", operation_id = "exchange_rate_create")]
    async fn exchange_rate_create(
        &self,
        ctx: Ctx,
        body: Body<ExchangeRateInput>,
    ) -> ApiResult<Json<Item<ExchangeRate>>> {
        ctx.require(Resource::ExchangeRate, Action::Create)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let mut errors = FieldErrors::default();
        let input = body.0.check("", today, &mut errors);
        check_codes(&mut tx, &[(String::new(), &input)], &mut errors).await?;
        errors.into_result()?;
        let id = Uuid::now_v7();
        store::insert(&mut tx, &[NewExchangeRate { id, rate: input.clone() }], ctx.user.id, ctx.now())
            .await?;
        let changes = audit::difference(&json!({}), &input);
        audit::record(&mut tx, &ctx, "exchange_rate.create", Some(id), changes).await?;
        live::records_changed(&mut tx, &Audience::Staff, RESOURCE, &[id]);
        tx.commit().await?;
        let created_by_name = Some(ctx.user.name.clone());
        let data = ExchangeRate { id, input, replaced: false, created_by_name, created_at: ctx.now() };
        Ok(Json(Item { data }))
    }

    /// Import exchange rates
    ///
    /// Imports all lines, or none if a line is not valid. Errors are at `lines.<number>.<field>`. Rates that apply
    /// already are not added again.
    #[oai(path = "/import", method = "post", operation_id = "exchange_rate_import")]
    async fn exchange_rate_import(
        &self,
        ctx: Ctx,
        body: Body<ExchangeRateFile>,
    ) -> ApiResult<Json<Item<ExchangeRateImport>>> {
        ctx.require(Resource::ExchangeRate, Action::Import)?;
        let mut errors = FieldErrors::default();
        let today = ctx.settings().today(ctx.now());
        let lines: Vec<(String, ExchangeRateInput)> = csv_file::read_rates(&body.csv, &mut errors)
            .into_iter()
            .map(|(line, rate)| (format!("lines.{line}."), rate))
            .map(|(at, rate)| (at.clone(), rate.check(&at, today, &mut errors)))
            .collect();
        if lines.is_empty() && errors.is_empty() {
            return Err(ApiError::invalid_field("csv", MessageCode::ImportEmpty));
        }
        refuse_repeated(&lines, &mut errors);
        let mut tx = ctx.begin().await?;
        let asked: Vec<_> = lines.iter().map(|(at, rate)| (at.clone(), rate)).collect();
        check_codes(&mut tx, &asked, &mut errors).await?;
        errors.into_result()?;
        let rates: Vec<_> = lines.into_iter().map(|(_, rate)| rate).collect();
        let present = store::load_present(&mut tx, &rates).await?;
        let all = rates.len();
        let is_new = |rate: &ExchangeRateInput| present.get(&store::RateKey::of(rate)) != Some(&rate.rate);
        let new: Vec<_> = rates.into_iter().filter(is_new).map(NewExchangeRate::new).collect();
        if !new.is_empty() {
            store::insert(&mut tx, &new, ctx.user.id, ctx.now()).await?;
            let changes = json!({ "added": new.len() });
            audit::record(&mut tx, &ctx, "exchange_rate.import", None, changes).await?;
            live::records_changed(&mut tx, &Audience::Staff, RESOURCE, &[]);
        }
        tx.commit().await?;
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let data = ExchangeRateImport { added: count(new.len()), unchanged: count(all - new.len()) };
        Ok(Json(Item { data }))
    }
}

/// Reports codes that are no currencies, each at its field with the given beginning.
async fn check_codes(
    tx: &mut TenantTx,
    rates: &[(String, &ExchangeRateInput)],
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let codes: HashSet<&String> =
        rates.iter().flat_map(|(_, it)| [&it.from_currency, &it.to_currency]).collect();
    let codes: Vec<String> = codes.into_iter().filter(|code| *code != SDR).cloned().collect();
    let unknown = store::find_unknown_codes(tx, &codes).await?;
    for (at, rate) in rates {
        for (field, code) in [("from_currency", &rate.from_currency), ("to_currency", &rate.to_currency)] {
            if unknown.contains(code) {
                errors.push(format!("{at}{field}"), MessageCode::UnknownOption);
            }
        }
    }
    Ok(())
}

/// Two rates of the same currencies and day in one file leave open which applies.
fn refuse_repeated(lines: &[(String, ExchangeRateInput)], errors: &mut FieldErrors) {
    let mut seen = HashSet::new();
    for (at, rate) in lines {
        if !seen.insert(store::RateKey::of(rate)) {
            errors.push(format!("{at}valid_from"), MessageCode::Taken);
        }
    }
}
