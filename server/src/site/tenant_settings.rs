//! What the company decides about itself, on a screen.

use chrono_tz::Tz;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};

use super::settings::{self, Settings};
use crate::access::login::is_email;
use crate::account::{SizeUnit, WeightUnit};
use crate::audit;
use crate::freight::identifiers::Phone;
use crate::http::body::Patch;
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::list::Item;
use crate::http::messages::{Language, MessageCode};
use crate::parties::party::{optional, required};
use crate::tags::Tag;

/// The company as its administrators set it up.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct TenantSettingInput {
    /// Name people know the company by.
    #[oai(validator(max_length = 120))]
    pub name: String,
    /// Languages offered.
    pub languages: Vec<Language>,
    /// One of them.
    pub default_language: Language,
    /// IANA name: whose days the company's days are.
    #[oai(validator(max_length = 60))]
    pub time_zone: String,
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    /// `#rrggbb`. The palette is worked out from it so that text on it can always be read.
    #[oai(validator(max_length = 7))]
    pub brand_color: String,
    /// Shown on the public pages.
    #[oai(validator(max_length = 254))]
    pub contact_email: Option<String>,
    /// Shown on the public pages.
    #[oai(validator(max_length = 40))]
    pub contact_phone: Option<String>,
}

/// What is sent to change it.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct TenantSettingUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    input: TenantSettingInput,
    /// As it was read; 409 `stale_version` when somebody changed something since.
    #[oai(validator(max_length = 64))]
    revision: String,
}

/// The company's settings.
#[derive(Object)]
pub struct TenantSetting {
    #[oai(flatten)]
    pub input: TenantSettingInput,
    /// Another one after every change.
    pub revision: String,
    pub can: TenantSettingCan,
}

/// What the user may do with them.
#[derive(Object)]
pub struct TenantSettingCan {
    pub update: bool,
}

impl TenantSetting {
    fn of(settings: &Settings, grants: &Grants) -> Self {
        Self {
            input: TenantSettingInput::of(settings),
            revision: settings.revision.clone(),
            can: TenantSettingCan { update: grants.allow(Resource::TenantSetting, Action::Update) },
        }
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
        }
    }

    /// As it is stored; what is wrong is told at its field.
    fn checked(mut self) -> ApiResult<Self> {
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
        if !is_color(&self.brand_color) {
            errors.push("brand_color", MessageCode::Invalid);
        }
        self.contact_email = optional(self.contact_email.as_ref());
        if self.contact_email.as_deref().is_some_and(|email| !is_email(email)) {
            errors.push("contact_email", MessageCode::InvalidEmail);
        }
        if let Some(typed) = optional(self.contact_phone.as_ref()) {
            match Phone::parse(&typed) {
                Ok(phone) => self.contact_phone = Some(phone.into()),
                Err(wrong) => errors.push("contact_phone", wrong.code()),
            }
        } else {
            self.contact_phone = None;
        }
        errors.into_result()?;
        Ok(self)
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
            ..settings
        }
    }
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

pub struct TenantSettingApi;

#[OpenApi(prefix_path = "/tenant_settings", tag = "Tag::Company")]
impl TenantSettingApi {
    /// The company's settings
    #[oai(path = "/", method = "get", operation_id = "tenant_setting_show")]
    async fn tenant_setting_show(&self, ctx: Ctx) -> ApiResult<Json<Item<TenantSetting>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Item { data: TenantSetting::of(&settings, &ctx.grants) }))
    }

    /// Change the company's settings
    ///
    /// Fields that are left out stay as they are. Open pages of the company follow within seconds.
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
        if asked.revision != before.revision {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let input = asked.input.checked()?;
        let changes = audit::difference(&current, &input);
        if settings::save(&mut tx, &input.onto(before)).await? {
            audit::record(&mut tx, &ctx, "tenant_setting.update", None, changes).await?;
        }
        let after = settings::load(&mut tx).await?;
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Item { data: TenantSetting::of(&after, &ctx.grants) }))
    }
}
