//! The language of the signed-in user (MENU-7).

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::json;

use access::ctx::Ctx;
use access::sessions;
use access::users::own_user;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{Language, MessageCode};
use server_core::http::visit::Visit;
use server_core::tags::Tag;

/// A language of the product.
#[derive(Object)]
pub struct Locale {
    pub locale: Language,
}

pub struct LocaleApi;

#[OpenApi(tag = "Tag::Site")]
impl LocaleApi {
    /// Show the language of the answers
    ///
    /// The signed-in user's language, otherwise the first offered language of `Accept-Language`, otherwise the
    /// tenant's.
    #[oai(path = "/locale", method = "get", operation_id = "locale_show")]
    async fn locale_show(&self, visit: Visit) -> ApiResult<Json<Item<Locale>>> {
        let user = sessions::current_user(&visit).await?;
        let settings = visit.settings().await?;
        let offered = |language: &Language| settings.languages.contains(language);
        let locale = user
            .map(|user| user.language())
            .or(Some(visit.language).filter(offered))
            .unwrap_or(settings.default_language);
        Ok(Json(Item { data: Locale { locale } }))
    }

    /// Save the signed-in user's language
    ///
    /// It must be a language that the company offers.
    #[oai(path = "/locale", method = "post", operation_id = "locale_update")]
    async fn locale_update(&self, ctx: Ctx, body: Body<Locale>) -> ApiResult<Json<Item<Locale>>> {
        let locale = body.locale;
        ctx.refuse_programs()?;
        let settings = ctx.settings();
        if !settings.languages.contains(&locale) {
            return Err(ApiError::invalid_field("locale", MessageCode::UnknownOption));
        }
        let mut tx = ctx.begin().await?;
        if own_user::set_language(&mut tx, ctx.user.id, locale, ctx.now()).await? {
            let changes = json!({ "language_id": [ctx.user.language, locale] });
            audit::record(&mut tx, &ctx, "account.update", Some(ctx.user.id), changes).await?;
        }
        tx.commit().await?;
        sessions::forget(&ctx.visit).await;
        Ok(Json(Item { data: Locale { locale } }))
    }
}
