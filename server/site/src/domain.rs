//! `/domain` and `/config`: public data of the tenant, before the sign-in (TEN-3).

use std::collections::BTreeMap;

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};

use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::http::messages::Language;
use server_core::http::visit::Visit;
use server_core::settings::password_rule::PasswordRule;
use server_core::settings::{
    CLIENT_WEBHOOKS, DASHBOARD_SHORTCUTS, INDICATIONS, PUBLIC_CALCULATOR, PUBLIC_FAQ, PUBLIC_TRACKING,
    RELOAD_ON_LOCALE_CHANGE, TRACKING_EMAILS,
};
use server_core::settings::{LegalTextInForce, SignInProvider};
use server_core::tags::Tag;
use trade::identifiers::Phone;
use trade::units::{SizeUnit, WeightUnit};

/// The public data of a tenant.
#[derive(Object)]
pub struct Domain {
    pub name: String,
    /// Logo for light backgrounds. The URLs of the pictures change with their content.
    pub logo: String,
    /// Logo for dark backgrounds.
    pub logo_dark: String,
    pub favicon: String,
    /// Brand colour, `#rrggbb`. The palette of `/theme.css` is derived from it.
    pub brand_color: String,
    pub languages: Vec<Language>,
    pub default_language: Language,
    /// Flags for visitors who are not signed in.
    pub flags: BTreeMap<String, bool>,
    /// Providers for the sign-in, besides the password.
    pub sign_in_providers: Vec<SignInProvider>,
    /// Terms and privacy notice in force.
    pub legal: Vec<LegalTextInForce>,
    pub contact_email: Option<String>,
    pub contact_phone: Option<String>,
    /// The phone number as people write it.
    pub contact_phone_text: Option<String>,
    /// Changes with every change of settings, flags or profiles. A page that sees a new value reloads domain,
    /// configuration and profile.
    pub revision: String,
}

/// Defaults and limits of the tenant.
#[derive(Object)]
pub struct Config {
    /// `countries.id`; Brazil is 32.
    pub country_id: i16,
    /// ISO 4217.
    pub currency: String,
    /// IANA time zone name.
    pub time_zone: String,
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    /// True when a change of the language reloads the page.
    pub reload_on_locale_change: bool,
    /// True when the dashboard has links to the most used lists.
    pub dashboard_shortcuts: bool,
    /// Maximum size of an upload, in bytes.
    pub max_upload_bytes: i64,
    pub password_rule: PasswordRule,
}

pub struct SiteApi;

#[OpenApi(tag = "Tag::Site")]
impl SiteApi {
    /// Show the tenant of this domain
    ///
    /// Name, logo, theme, languages and public flags.
    #[oai(path = "/domain", method = "get", operation_id = "domain_show")]
    async fn domain_show(&self, visit: Visit) -> ApiResult<Json<Item<Domain>>> {
        let settings = visit.settings().await?;
        let flags =
            [CLIENT_WEBHOOKS, INDICATIONS, PUBLIC_CALCULATOR, PUBLIC_FAQ, PUBLIC_TRACKING, TRACKING_EMAILS];
        let flags = flags.map(|name| (name.to_owned(), settings.flag(name)));
        let flags = BTreeMap::from(flags);
        let data = Domain {
            name: settings.name.clone(),
            logo: settings.brand_url("logo"),
            logo_dark: settings.brand_url("logo_dark"),
            favicon: settings.brand_url("favicon"),
            brand_color: settings.brand_color.clone(),
            languages: settings.languages.clone(),
            default_language: settings.default_language,
            flags,
            sign_in_providers: settings.sign_in_providers.clone(),
            legal: settings.legal.clone(),
            contact_email: settings.contact_email.clone(),
            contact_phone: settings.contact_phone.clone(),
            contact_phone_text: settings.contact_phone.as_deref().map(Phone::format_stored),
            revision: settings.revision.clone(),
        };
        Ok(Json(Item { data }))
    }

    /// Show the configuration
    ///
    /// The defaults of the product, with the tenant's settings applied.
    #[oai(path = "/config", method = "get", operation_id = "config_show")]
    async fn config_show(&self, visit: Visit) -> ApiResult<Json<Item<Config>>> {
        let settings = visit.settings().await?;
        let data = Config {
            country_id: settings.country_id,
            currency: settings.currency.clone(),
            time_zone: settings.time_zone.clone(),
            weight_unit: WeightUnit::from_code(settings.weight_unit).unwrap_or(WeightUnit::Kilograms),
            size_unit: SizeUnit::from_code(settings.size_unit).unwrap_or(SizeUnit::Centimetres),
            reload_on_locale_change: settings.flag(RELOAD_ON_LOCALE_CHANGE),
            dashboard_shortcuts: settings.flag(DASHBOARD_SHORTCUTS),
            max_upload_bytes: i64::try_from(settings.max_upload(visit.state.config.max_upload))
                .unwrap_or(i64::MAX),
            password_rule: settings.password_rule(),
        };
        Ok(Json(Item { data }))
    }
}
