//! `/indications`: who has sent whom, the code of a client, and the rule.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Indication, IndicationInvite, IndicationStatus, ReferralCode};
use super::store::{self, INDICATIONS};
use crate::client;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::http::token;
use server_core::mail::TenantLink;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::settings;
use server_core::settings::referral_rules::ReferralRules;
use server_core::tags::Tag;

const SORTS: Sorts = &[("created_at", "n.created_at"), ("referrer_name", "search_text(r.name)")];

pub struct IndicationApi;

#[OpenApi(prefix_path = "/indications", tag = "Tag::Finance")]
impl IndicationApi {
    /// List indications
    ///
    /// Users of a client see whom it has sent. Sort by `created_at` or `referrer_name`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "indication_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn indication_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code or in the name of the client that sent the other.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<IndicationStatus>>,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<Indication>>> {
        let scope = MoneyScope::of(&ctx, Resource::Indication, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, "concat_ws(' ', n.code, r.name)")
            .and("n.status = ", status.0)
            .and("n.referrer_id = ", client_id.0);
        let filter = scope.narrow(filter, "n.referrer_id = ", None);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = INDICATIONS.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let is_outside = ctx.is_outside();
        let data = rows.into_iter().map(|row: Indication| row.seen_by(is_outside)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Show the code of a client
    ///
    /// Makes one when the client has none. Whoever registers with it is sent by this client.
    #[oai(path = "/invite", method = "post", operation_id = "indication_invite")]
    async fn indication_invite(
        &self,
        ctx: Ctx,
        body: Body<IndicationInvite>,
    ) -> ApiResult<Json<Item<ReferralCode>>> {
        let scope = MoneyScope::of(&ctx, Resource::Indication, Action::Invite)?;
        let mut tx = ctx.begin().await?;
        let (client_id, _) = client::lock_active(&mut tx, scope.client_of(body.client_id)).await?;
        let code = match store::find_code(&mut tx, client_id).await? {
            Some(code) => code,
            None => add_code(&mut tx, &ctx, client_id).await?,
        };
        tx.commit().await?;
        let path = format!("/register?referral_code={code}");
        let link = TenantLink::new(&ctx.state().config.public_origin, ctx.tenant(), &path)
            .map_err(ApiError::internal)?;
        Ok(Json(Item { data: ReferralCode { code, link: link.to_string() } }))
    }

    /// Show what clients get for those they send
    #[oai(path = "/rule", method = "get", operation_id = "indication_rule_show")]
    async fn indication_rule_show(&self, ctx: Ctx) -> ApiResult<Json<Item<ReferralRules>>> {
        ctx.require(Resource::Indication, Action::List)?;
        Ok(Json(Item { data: ctx.settings().referral.clone() }))
    }

    /// Change what clients get for those they send
    ///
    /// Clients that have registered before keep the rule of their day.
    #[oai(path = "/rule", method = "put", operation_id = "indication_rule_update")]
    async fn indication_rule_update(
        &self,
        ctx: Ctx,
        body: Body<ReferralRules>,
    ) -> ApiResult<Json<Item<ReferralRules>>> {
        ctx.require(Resource::Indication, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let mut settings = settings::load(&mut tx).await?;
        let mut errors = FieldErrors::default();
        let rule = body.0.check(&settings.currency, &mut errors);
        errors.into_result()?;
        let changes = audit::difference(&settings.referral, &rule);
        settings.referral = rule;
        if settings::save(&mut tx, &settings).await? {
            settings::announce(&mut tx).await?;
            audit::record(&mut tx, &ctx, "indication.update", None, changes).await?;
        }
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Item { data: settings.referral }))
    }
}

/// Letters and digits that people do not mistake for each other.
const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LEN: usize = 8;

/// Gives a client a code of its own. One that is another client's already is next to impossible.
async fn add_code(tx: &mut TenantTx, ctx: &Ctx, client_id: Uuid) -> ApiResult<String> {
    let random = token::hash(&token::generate());
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    let code: String = random.iter().take(CODE_LEN).map(letter).collect();
    if !store::add_code(tx, client_id, &code, ctx.now()).await? {
        return Err(ApiError::refused(MessageCode::Busy));
    }
    let facts = json!({ "code": code, "client_id": client_id });
    audit::record(tx, ctx, "indication.invite", None, facts).await?;
    Ok(code)
}
