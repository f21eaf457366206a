//! `/tax_rules`: list, change, try.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;

use super::assess::{TaxAssessment, TaxDeclaration};
use super::change::{end_before, save};
use super::model::{
    OwnRule, StoredRule, TaxRuleCreate, TaxRuleRecord, TaxRuleUpdate, check_among, check_terms,
};
use super::store::{self, ALL, OWN, SEARCHED, SORTS};
use crate::taxes::{Declaration, FxRate, TaxBook, assess, settle};
use access::ctx::Ctx;
use server_core::fx::Rates;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Where};
use server_core::tags::Tag;

/// The id of a rule that is not stored yet.
const NEW: &str = "new";

pub struct TaxRuleApi;

#[OpenApi(prefix_path = "/tax_rules", tag = "Tag::Taxes")]
impl TaxRuleApi {
    /// List tax rules
    ///
    /// The rules that the product ships, and the company's own.
    #[oai(path = "/", method = "get", operation_id = "tax_rule_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn tax_rule_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `country`, `tax`, `seq`, `valid_from` or `valid_to`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the id, the tax, the legal reference, the source or the note.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Country of destination. Rules of its groups are included.
        #[oai(validator(max_length = 12))]
        country: Query<Option<String>>,
        /// Only rules in force on this day.
        on: Query<Option<NaiveDate>>,
        /// True: only rules that the company added or changed. False: only shipped ones.
        own: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<TaxRuleRecord>>> {
        ctx.require(Resource::TaxRule, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let mut tx = ctx.begin().await?;
        let places = match &country.0 {
            Some(country) => Some(store::places_of(&country.to_uppercase(), &store::groups(&mut tx).await?)),
            None => None,
        };
        let filter = store::at_places(Where::words(&asked.words, SEARCHED), places)
            .and("enabled = ", on.0.map(|_| true))
            .and("valid_from <= ", on.0)
            .and("coalesce(valid_to, 'infinity') >= ", on.0)
            .and("(own_id is not null) = ", own.0);
        let (rows, total) = ALL.list::<StoredRule>(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| row.seen_by(&ctx.grants)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Assess a declaration
    ///
    /// Returns the taxes that are due, each with an explanation, or all reasons why they cannot be calculated. Nothing
    /// is stored. The company's exchange rates are used where the request has none.
    #[oai(path = "/assess", method = "post", operation_id = "tax_rule_assess")]
    async fn tax_rule_assess(
        &self,
        ctx: Ctx,
        body: Body<TaxDeclaration>,
    ) -> ApiResult<Json<Item<TaxAssessment>>> {
        ctx.require(Resource::TaxRule, Action::Assess)?;
        let (mut declaration, terms) = body.0.check(ctx.settings().today(ctx.now()))?;
        let mut tx = ctx.begin().await?;
        let book = store::book_of(&mut tx, &declaration.country).await?;
        let others = currencies(&book, &declaration);
        let codes: Vec<&str> = others.iter().copied().chain([declaration.currency.as_str()]).collect();
        let rates = Rates::load(&mut tx, &codes, declaration.date).await?;
        tx.commit().await?;
        for to in others {
            if let Some(rate) = rates.rate(&declaration.currency, to) {
                let from = declaration.currency.clone();
                declaration.fx.0.push(FxRate { from, to: to.to_owned(), rate: rate.factor });
            }
        }
        let assessment = assess(&book, &declaration);
        let unchanged_until = book.unchanged_until(&declaration.country, declaration.date);
        let settlement = settle(&assessment, terms, None);
        let data = TaxAssessment::of(assessment, &settlement, declaration.date, unchanged_until);
        Ok(Json(Item { data }))
    }

    /// Create a tax rule
    ///
    /// If the rule follows another one, the earlier rule ends on the day before. This also needs the permission to
    /// update.
    #[oai(path = "/", method = "post", operation_id = "tax_rule_create")]
    async fn tax_rule_create(
        &self,
        ctx: Ctx,
        body: Body<TaxRuleCreate>,
    ) -> ApiResult<Json<Item<TaxRuleRecord>>> {
        ctx.require(Resource::TaxRule, Action::Create)?;
        let TaxRuleCreate { input, follows } = body.0;
        let terms = check_terms(NEW, input)?;
        let mut tx = ctx.begin().await?;
        if let Some(followed) = &follows {
            ctx.require(Resource::TaxRule, Action::Update)?;
            end_before(&mut tx, &ctx, followed, &terms).await?;
        }
        let id = OWN.create(&mut tx, &ctx, &OwnRule { stands_for: None, terms }).await?;
        answer(tx, &ctx, &id.to_string()).await
    }

    /// Show a tax rule
    #[oai(path = "/:id", method = "get", operation_id = "tax_rule_show")]
    async fn tax_rule_show(
        &self,
        ctx: Ctx,
        #[oai(validator(max_length = 60))] id: Path<String>,
    ) -> ApiResult<Json<Item<TaxRuleRecord>>> {
        ctx.require(Resource::TaxRule, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let rule = store::find(&mut tx, &id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: rule.seen_by(&ctx.grants) }))
    }

    /// Update a tax rule
    ///
    /// A change to a shipped rule is stored as the company's own and replaces the shipped one.
    #[oai(path = "/:id", method = "patch", operation_id = "tax_rule_update")]
    async fn tax_rule_update(
        &self,
        ctx: Ctx,
        #[oai(validator(max_length = 60))] id: Path<String>,
        body: Patch<TaxRuleUpdate>,
    ) -> ApiResult<Json<Item<TaxRuleRecord>>> {
        ctx.require(Resource::TaxRule, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock(&mut tx, &id).await?;
        let terms = check_terms(&id, body.change(&before.terms, before.version)?)?;
        save(&mut tx, &ctx, before, terms).await?;
        answer(tx, &ctx, &id).await
    }

    /// Delete an own tax rule
    ///
    /// A shipped rule that the company changed is restored.
    #[oai(path = "/:id", method = "delete", operation_id = "tax_rule_delete")]
    async fn tax_rule_delete(
        &self,
        ctx: Ctx,
        #[oai(validator(max_length = 60))] id: Path<String>,
    ) -> ApiResult<()> {
        ctx.require(Resource::TaxRule, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock(&mut tx, &id).await?;
        let Some(own_id) = before.own_id else {
            return Err(ApiError::refused(MessageCode::TaxRuleShipped));
        };
        let country = before.terms.country.clone();
        let own = OwnRule { stands_for: before.stands_for, terms: before.terms };
        OWN.delete(&mut tx, &ctx, own_id, &own).await?;
        check_among(&store::book_of(&mut tx, &country).await?, NEW)?;
        tx.commit().await?;
        Ok(())
    }
}

/// Currencies of the rules of the day, other than the declaration's.
fn currencies<'a>(book: &'a TaxBook, declaration: &Declaration) -> Vec<&'a str> {
    let of_day = book.rules().filter(|rule| rule.holds_on(declaration.date));
    let others: BTreeSet<&str> =
        of_day.map(|rule| rule.currency.as_str()).filter(|code| *code != declaration.currency).collect();
    others.into_iter().collect()
}

/// Checks the rule among the others, commits and returns it.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: &str) -> ApiResult<Json<Item<TaxRuleRecord>>> {
    let rule = store::find(&mut tx, id).await?;
    check_among(&store::book_of(&mut tx, &rule.terms.country).await?, &rule.id)?;
    tx.commit().await?;
    Ok(Json(Item { data: rule.seen_by(&ctx.grants) }))
}
