//! A package on the wire, and what it must be.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store::PackageRow;
use crate::http::error::{ApiResult, FieldErrors};
use crate::http::messages::{Language, MessageCode};
use crate::http::standing::Word;
use crate::parties::party::required;
use crate::wire_name;

wire_name! {
    /// What kind of packaging it is.
    PackageType { Envelope = "envelope", Box = "box", Bag = "bag", Pallet = "pallet", Tube = "tube" }
}

/// A name in the languages it was given in; empty where it was not.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageTitle {
    #[oai(default, validator(max_length = 80))]
    #[serde(default)]
    pub pt: String,
    #[oai(default, validator(max_length = 80))]
    #[serde(default)]
    pub en: String,
    #[oai(default, validator(max_length = 80))]
    #[serde(default)]
    pub es: String,
    #[oai(default, validator(max_length = 80))]
    #[serde(default)]
    pub zh: String,
}

/// A package as it is filled in.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct PackageInput {
    /// Short name, of which the company has one each.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// In the company's default language at least.
    pub title_locale: PackageTitle,
    pub package_type: PackageType,
    /// Inner length in millimetres.
    #[oai(validator(minimum(value = "1"), maximum(value = "20000")))]
    pub length_mm: Option<i32>,
    /// Inner width in millimetres.
    #[oai(validator(minimum(value = "1"), maximum(value = "20000")))]
    pub width_mm: Option<i32>,
    /// Inner height in millimetres.
    #[oai(validator(minimum(value = "1"), maximum(value = "20000")))]
    pub height_mm: Option<i32>,
    /// Weight of the empty packaging in grams.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000")))]
    pub tare_g: i32,
    /// Heaviest content in grams; null where there is no limit.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000000")))]
    pub max_weight_g: Option<i32>,
}

/// What is sent to change a package. Fields that are left out stay as they are.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct PackageUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PackageInput,
    /// The version you read; 409 `stale_version` when somebody changed it since.
    pub version: i32,
}

/// Packaging that the company offers.
#[derive(Object)]
pub struct Package {
    pub id: Uuid,
    #[oai(flatten)]
    pub input: PackageInput,
    /// Whether it is offered where a parcel is packed.
    pub active: bool,
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub can: PackageCan,
}

/// What the user may do with a package now.
#[derive(Object)]
pub struct PackageCan {
    pub update: bool,
    pub activate: bool,
    pub deactivate: bool,
}

impl PackageCan {
    pub fn of(grants: &Grants, active: bool) -> Self {
        let may =
            |action| grants.allow(Resource::Package, action) && Word::of_switch(active, action).is_yes();
        Self {
            update: may(Action::Update),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
        }
    }
}

impl Package {
    pub fn of(row: PackageRow, grants: &Grants) -> Self {
        Self {
            id: row.id,
            can: PackageCan::of(grants, row.active),
            active: row.active,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
            input: row.into_input(),
        }
    }
}

impl PackageInput {
    /// As it is stored; what is wrong is told at its field.
    pub fn checked(mut self, spoken: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.code = required("code", &self.code, &mut errors);
        let title = &mut self.title_locale;
        for text in [&mut title.pt, &mut title.en, &mut title.es, &mut title.zh] {
            *text = text.trim().to_owned();
        }
        let (field, text) = match spoken {
            Language::PtBr => ("title_locale.pt", &title.pt),
            Language::En => ("title_locale.en", &title.en),
            Language::Es => ("title_locale.es", &title.es),
            Language::ZhCn => ("title_locale.zh", &title.zh),
        };
        if text.is_empty() {
            errors.push(field, MessageCode::Required);
        }
        errors.into_result()?;
        Ok(self)
    }
}
