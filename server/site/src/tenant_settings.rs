//! The company's settings.

use chrono_tz::Tz;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::brand::TenantBrand;
use super::overlay::{billing, locales};
use super::test_email::SendTestEmail;
use super::{theme, ticket_subject};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Patch;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::limit::TEST_EMAILS;
use server_core::http::list::Item;
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::process::{self, Owner};
use server_core::settings::company_details::CompanyDetails;
use server_core::settings::reweigh_rules::ReweighRules;
use server_core::settings::{self, Settings};
use server_core::tags::Tag;
use trade::email::is_email;
use trade::identifiers::Phone;
use trade::regulatory_gateway::RegulatoryGateway;
use trade::units::{SizeUnit, WeightUnit};

/// The settings of the company.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct TenantSettingInput {
    /// Public name of the company.
    #[oai(validator(max_length = 120))]
    pub name: String,
    /// Offered languages.
    pub languages: Vec<Language>,
    /// One of `languages`.
    pub default_language: Language,
    /// IANA name of the time zone for the company's days.
    #[oai(validator(max_length = 60))]
    pub time_zone: String,
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    /// Brand colour, `#rrggbb`. The palette derived from it always has enough contrast for text.
    #[oai(validator(max_length = 7))]
    pub brand_color: String,
    /// Shown on the public pages.
    #[oai(validator(max_length = 254))]
    pub contact_email: Option<String>,
    /// Shown on the public pages.
    #[oai(validator(max_length = 40))]
    pub contact_phone: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    pub details: CompanyDetails,
    /// Minimum length of a new password, in characters. Existing passwords remain valid.
    #[oai(validator(minimum(value = "6"), maximum(value = "64")))]
    pub password_min_length: i16,
    /// True when a new password must contain letters and digits.
    pub password_letters_and_digits: bool,
    /// True when a new password must not be known from data breaches.
    pub password_refuse_breached: bool,
    /// Hours without a request after which a user must sign in again.
    #[oai(validator(minimum(value = "1"), maximum(value = "72")))]
    pub session_idle_hours: i16,
    /// Days for which a device stays signed in when the user asks for it at sign-in.
    #[oai(validator(minimum(value = "1"), maximum(value = "90")))]
    pub session_remembered_days: i16,
    /// Days until an invitation expires.
    #[oai(validator(minimum(value = "1"), maximum(value = "30")))]
    pub invitation_days: i16,
    /// Maximum size of an upload in megabytes, at most `server_max_upload_mb`; null means that limit.
    #[oai(validator(minimum(value = "1")))]
    pub max_upload_mb: Option<i32>,
    /// Maximum number of lines in an import file; null means no limit besides the upload size.
    #[oai(validator(minimum(value = "100"), maximum(value = "1000000")))]
    pub import_max_lines: Option<i32>,
    /// Sender name of e-mails; null means the company's name.
    #[oai(validator(max_length = 120))]
    pub mail_sender_name: Option<String>,
    /// Reply address of e-mails; null means `contact_email`. Without both, replies are not read.
    #[oai(validator(max_length = 254))]
    pub mail_reply_to: Option<String>,
    /// Currencies in which the company bills besides its own, ISO 4217, in their order.
    #[oai(validator(max_items = 20, unique_items))]
    pub chargeable_currencies: Vec<String>,
    /// The connection to the health authority. A change applies to requests that are made from then on.
    pub regulatory_gateway: RegulatoryGateway,
    /// True when an e-mail of a user who may open tickets opens one.
    pub mail_opens_tickets: bool,
    /// Subject of tickets that e-mails open; null means the first active one.
    pub mail_ticket_subject_id: Option<Uuid>,
    /// Days in which a reply by e-mail opens a closed ticket again. A later reply opens a new ticket.
    #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
    pub ticket_reopen_days: i16,
    /// A reply of staff takes a ticket that nobody looks after.
    pub ticket_reply_takes: bool,
    /// Days for which a quote can be confirmed.
    #[oai(validator(minimum(value = "1"), maximum(value = "90")))]
    pub quote_days: i16,
    /// Margin in per cent of the price below which only users who may see costs confirm or send it; null means none.
    #[oai(validator(minimum(value = "0"), maximum(value = "90")))]
    pub min_margin_pct: Option<i16>,
    /// Maximum declared value of a shipment in US dollars, if its service has no limit.
    pub shipment_max_value: Decimal,
    /// Maximum weight of a shipment in grams, if its service has no limit.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub shipment_max_weight_g: i32,
    /// Days after which photos of parcels, and places and documents that drivers record, are deleted.
    #[oai(validator(minimum(value = "30"), maximum(value = "730")))]
    pub field_data_days: i16,
    /// Days after which messages of airlines, and files of manifests with the people on them, are deleted.
    #[oai(validator(minimum(value = "365"), maximum(value = "3650")))]
    pub customs_data_days: i16,
    #[oai(flatten)]
    #[serde(flatten)]
    pub reweigh: ReweighRules,
}

/// The settings to change.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct TenantSettingUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    input: TenantSettingInput,
    /// The `revision` that was read. Returns 409 `stale_version` when the settings have changed since.
    #[oai(validator(max_length = 64))]
    revision: String,
}

/// The company's settings.
#[derive(Object)]
pub struct TenantSetting {
    #[oai(flatten)]
    pub input: TenantSettingInput,
    /// Changes with every change of these settings.
    pub revision: String,
    pub brand: TenantBrand,
    /// The server's maximum size of an upload, in megabytes.
    pub server_max_upload_mb: i32,
    /// The server's sender address of e-mails.
    pub mail_sender_address: String,
    /// The address whose e-mails open tickets; null when this installation reads no e-mails.
    pub mail_ticket_address: Option<String>,
    pub can: TenantSettingCan,
}

/// Permissions of the user on the settings.
#[derive(Object)]
pub struct TenantSettingCan {
    pub update: bool,
}

impl TenantSetting {
    fn of(settings: &Settings, ctx: &Ctx) -> ApiResult<Self> {
        let input = TenantSettingInput::of(settings);
        Ok(Self {
            revision: input.revision()?,
            input,
            brand: TenantBrand::of(settings),
            server_max_upload_mb: server_max_upload_mb(ctx),
            mail_sender_address: ctx.state().config.mail_sender.clone(),
            mail_ticket_address: ticket_address(ctx)?,
            can: TenantSettingCan { update: ctx.grants.allow(Resource::TenantSetting, Action::Update) },
        })
    }
}

impl TenantSettingInput {
    fn of(settings: &Settings) -> Self {
        Self {
            name: settings.name.clone(),
            languages: settings.languages.clone(),
            default_language: settings.default_language,
            time_zone: settings.time_zone.clone(),
            weight_unit: WeightUnit::from_code(settings.weight_unit).unwrap_or(WeightUnit::Kilograms),
            size_unit: SizeUnit::from_code(settings.size_unit).unwrap_or(SizeUnit::Centimetres),
            brand_color: settings.brand_color.clone(),
            contact_email: settings.contact_email.clone(),
            contact_phone: settings.contact_phone.clone(),
            details: settings.details.clone(),
            password_min_length: settings.password_min_length,
            password_letters_and_digits: settings.password_letters_and_digits,
            password_refuse_breached: settings.password_refuse_breached,
            session_idle_hours: settings.session_idle_hours,
            session_remembered_days: settings.session_remembered_days,
            invitation_days: settings.invitation_days,
            max_upload_mb: settings.max_upload_mb,
            import_max_lines: settings.import_max_lines,
            mail_sender_name: settings.mail_sender_name.clone(),
            mail_reply_to: settings.mail_reply_to.clone(),
            chargeable_currencies: settings.chargeable_currencies.clone(),
            regulatory_gateway: settings.regulatory_gateway,
            mail_opens_tickets: settings.mail_opens_tickets,
            mail_ticket_subject_id: settings.mail_ticket_subject_id,
            ticket_reopen_days: settings.ticket_reopen_days,
            ticket_reply_takes: settings.ticket_reply_takes,
            quote_days: settings.quote_days,
            min_margin_pct: settings.min_margin_pct,
            shipment_max_value: settings.shipment_max_value,
            shipment_max_weight_g: settings.shipment_max_weight_g,
            field_data_days: settings.field_data_days,
            customs_data_days: settings.customs_data_days,
            reweigh: settings.reweigh.clone(),
        }
    }

    /// Covers only these settings, not flags or logos, which may change without a conflict.
    fn revision(&self) -> ApiResult<String> {
        Ok(settings::revision_of(&serde_json::to_value(self).map_err(ApiError::internal)?))
    }

    /// Normalises the settings and reports errors at their fields.
    fn check(
        mut self,
        max_upload_mb: i32,
        unknown_currencies: &[String],
        country_id: i16,
    ) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.name = required("name", &self.name, &mut errors);
        self.languages.dedup();
        if self.languages.is_empty() {
            errors.push("languages", MessageCode::Required);
        } else if !self.languages.contains(&self.default_language) {
            errors.push("default_language", MessageCode::UnknownOption);
        }
        if self.time_zone.parse::<Tz>().is_err() {
            errors.push("time_zone", MessageCode::UnknownOption);
        }
        self.brand_color = self.brand_color.to_lowercase();
        if !theme::is_color(&self.brand_color) {
            errors.push("brand_color", MessageCode::Invalid);
        }
        self.contact_email = optional(self.contact_email.as_ref());
        if self.contact_email.as_deref().is_some_and(|email| !is_email(email)) {
            errors.push("contact_email", MessageCode::InvalidEmail);
        }
        if let Some(typed) = optional(self.contact_phone.as_ref()) {
            match Phone::parse(&typed) {
                Ok(phone) => self.contact_phone = Some(phone.into()),
                Err(wrong) => errors.push("contact_phone", wrong.into()),
            }
        } else {
            self.contact_phone = None;
        }
        if self.max_upload_mb.is_some_and(|mb| mb > max_upload_mb) {
            let params = Params::from([("max", max_upload_mb.into())]);
            errors.push_with("max_upload_mb", MessageCode::TooLarge, params);
        }
        if self.chargeable_currencies.iter().any(|code| unknown_currencies.contains(code)) {
            errors.push("chargeable_currencies", MessageCode::UnknownOption);
        }
        if self.shipment_max_value <= Decimal::ZERO {
            errors.push("shipment_max_value", MessageCode::MustBePositive);
        }
        self.reweigh.check(&mut errors);
        self.details = self.details.check(country_id, &mut errors);
        self.check_sender(&mut errors);
        errors.into_result()?;
        Ok(self)
    }

    /// The sender name must be one line, the reply address one address.
    fn check_sender(&mut self, errors: &mut FieldErrors) {
        self.mail_sender_name = optional(self.mail_sender_name.as_ref());
        if self.mail_sender_name.as_ref().is_some_and(|name| name.contains(char::is_control)) {
            errors.push("mail_sender_name", MessageCode::Invalid);
        }
        self.mail_reply_to = optional(self.mail_reply_to.as_ref());
        let fits = |address: &str| is_email(address) && address.parse::<lettre::Address>().is_ok();
        if self.mail_reply_to.as_deref().is_some_and(|address| !fits(address)) {
            errors.push("mail_reply_to", MessageCode::InvalidEmail);
        }
    }

    fn onto(self, settings: Settings) -> Settings {
        Settings {
            name: self.name,
            languages: self.languages,
            default_language: self.default_language,
            time_zone: self.time_zone,
            weight_unit: self.weight_unit.code(),
            size_unit: self.size_unit.code(),
            brand_color: self.brand_color,
            contact_email: self.contact_email,
            contact_phone: self.contact_phone,
            details: self.details,
            password_min_length: self.password_min_length,
            password_letters_and_digits: self.password_letters_and_digits,
            password_refuse_breached: self.password_refuse_breached,
            session_idle_hours: self.session_idle_hours,
            session_remembered_days: self.session_remembered_days,
            invitation_days: self.invitation_days,
            max_upload_mb: self.max_upload_mb,
            import_max_lines: self.import_max_lines,
            mail_sender_name: self.mail_sender_name,
            mail_reply_to: self.mail_reply_to,
            chargeable_currencies: self.chargeable_currencies,
            regulatory_gateway: self.regulatory_gateway,
            mail_opens_tickets: self.mail_opens_tickets,
            mail_ticket_subject_id: self.mail_ticket_subject_id,
            ticket_reopen_days: self.ticket_reopen_days,
            ticket_reply_takes: self.ticket_reply_takes,
            quote_days: self.quote_days,
            min_margin_pct: self.min_margin_pct,
            shipment_max_value: self.shipment_max_value,
            shipment_max_weight_g: self.shipment_max_weight_g,
            field_data_days: self.field_data_days,
            customs_data_days: self.customs_data_days,
            reweigh: self.reweigh,
            ..settings
        }
    }
}

fn ticket_address(ctx: &Ctx) -> ApiResult<Option<String>> {
    let addresses = ctx.state().config.reply_address.as_ref();
    let address = addresses.map(|all| all.to_open(ctx.tenant().id.as_str())).transpose();
    Ok(address.map_err(ApiError::internal)?.map(|address| address.to_string()))
}

fn server_max_upload_mb(ctx: &Ctx) -> i32 {
    i32::try_from(ctx.state().config.max_upload / (1024 * 1024)).unwrap_or(i32::MAX)
}

/// Those of these codes that are no currencies, or that the company does not use.
pub const NOT_USED: &str = "
    select asked.code from unnest($1::text[]) asked (code)
    where not exists (select from ref.currencies c where c.code = asked.code)
       or exists (select from lookup_edits e where e.lookup = 'currency' and e.code = asked.code and not e.active)";

pub struct TenantSettingApi;

#[OpenApi(prefix_path = "/tenant_settings", tag = "Tag::Company")]
impl TenantSettingApi {
    /// Show the company's settings
    #[oai(path = "/", method = "get", operation_id = "tenant_setting_show")]
    async fn tenant_setting_show(&self, ctx: Ctx) -> ApiResult<Json<Item<TenantSetting>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Item { data: TenantSetting::of(&settings, &ctx)? }))
    }

    /// Update the company's settings
    ///
    /// Omitted fields are unchanged. Open pages apply the change within seconds.
    #[oai(path = "/", method = "patch", operation_id = "tenant_setting_update")]
    async fn tenant_setting_update(
        &self,
        ctx: Ctx,
        body: Patch<TenantSettingUpdate>,
    ) -> ApiResult<Json<Item<TenantSetting>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let before = settings::load(&mut tx).await?;
        let current = TenantSettingInput::of(&before);
        let asked: TenantSettingUpdate = body.onto(&current)?;
        if asked.revision != current.revision()? {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let codes = &asked.input.chargeable_currencies;
        let unknown: Vec<String> = sqlx::query_scalar(NOT_USED).bind(codes).fetch_all(&mut *tx).await?;
        let input = asked.input.check(server_max_upload_mb(&ctx), &unknown, before.country_id)?;
        billing::keep_used(&mut tx, &before, &input.chargeable_currencies, ctx.now()).await?;
        ticket_subject::check(&mut tx, current.mail_ticket_subject_id, input.mail_ticket_subject_id).await?;
        let changes = audit::difference(&current, &input);
        let chosen = input.onto(before.clone());
        locales::touch_changed(&mut tx, &before, &chosen, ctx.now()).await?;
        if settings::save(&mut tx, &chosen).await? {
            audit::record(&mut tx, &ctx, "tenant_setting.update", None, changes).await?;
        }
        let after = settings::load(&mut tx).await?;
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Item { data: TenantSetting::of(&after, &ctx)? }))
    }

    /// Send a test e-mail to the current user
    ///
    /// It shows how the company's e-mails arrive. Returns 429 after too many requests.
    #[oai(path = "/test_email", method = "post", operation_id = "tenant_setting_test_email")]
    async fn tenant_setting_test_email(&self, ctx: Ctx) -> ApiResult<()> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        ctx.state().limits.check(&ctx.tenant().id, TEST_EMAILS, &ctx.user.id.to_string()).await?;
        let mut tx = ctx.begin().await?;
        process::enqueue(&mut tx, Owner::NOBODY, SendTestEmail { user_id: ctx.user.id }).await?;
        audit::record(&mut tx, &ctx, "tenant_setting.send_test_email", None, json!({})).await?;
        tx.commit().await?;
        Ok(())
    }
}
