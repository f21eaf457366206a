//! API types of layouts, and the conversion of their problems.

use chrono::{DateTime, Utc};
use poem_openapi::Object;

use super::store::{Newest, VersionRow};
use crate::documents::form::DocumentForm;
use paper::data::Field;

/// A document, and whether its layout is the company's or the product's.
#[derive(Object)]
pub struct DocumentLayoutSummary {
    pub form: DocumentForm,
    /// True for a layout of the company.
    pub is_own: bool,
    /// Number of the newest version; 0 if nothing was ever saved.
    pub version: i32,
    pub changed_at: Option<DateTime<Utc>>,
    pub changed_by_name: Option<String>,
}

/// The layout of a document.
#[derive(Object)]
pub struct DocumentLayout {
    #[oai(flatten)]
    pub summary: DocumentLayoutSummary,
    /// The TOML file in force.
    pub layout: String,
    /// The product's TOML file.
    pub built_in: String,
    /// Fields for texts, codes and conditions.
    pub fields: Vec<LayoutField>,
    pub tables: Vec<LayoutTable>,
    /// The last fifty versions, newest first.
    pub versions: Vec<DocumentLayoutVersion>,
    pub can: DocumentLayoutCan,
}

/// A field that a layout can use.
#[derive(Object)]
pub struct LayoutField {
    pub name: String,
    pub sample: String,
    /// Characters of the longest text.
    pub longest: u32,
}

/// A table that a layout can use.
#[derive(Object)]
pub struct LayoutTable {
    pub name: String,
    pub columns: Vec<LayoutField>,
}

/// A saved version.
#[derive(Object)]
pub struct DocumentLayoutVersion {
    pub version: i32,
    /// False for a version that restored the product's layout.
    pub is_own: bool,
    pub created_at: DateTime<Utc>,
    pub created_by_name: Option<String>,
}

/// The text of a saved version.
#[derive(Object)]
pub struct DocumentLayoutText {
    pub version: i32,
    /// A TOML file.
    pub layout: String,
}

/// Permissions of the user on the layouts.
#[derive(Object)]
pub struct DocumentLayoutCan {
    pub update: bool,
}

/// The layout to save.
#[derive(Object)]
pub struct DocumentLayoutUpdate {
    /// A TOML file; null restores the product's layout.
    #[oai(validator(min_length = 1, max_length = 40000))]
    pub layout: Option<String>,
    /// The `version` that was read. Returns 409 `stale_version` when a newer one exists.
    #[oai(validator(minimum(value = "0"), maximum(value = "2000000000")))]
    pub version: i32,
}

/// A layout to preview, saved or not.
#[derive(Object)]
pub struct DocumentLayoutDraft {
    /// A TOML file.
    #[oai(validator(min_length = 1, max_length = 40000))]
    pub layout: String,
    /// Tracking code of the shipment to show; null for a sample.
    #[oai(validator(max_length = 40))]
    pub tracking_code: Option<String>,
}

impl DocumentLayoutSummary {
    pub fn of(form: DocumentForm, newest: Option<&Newest>) -> Self {
        Self {
            form,
            is_own: newest.is_some_and(|one| one.is_own),
            version: newest.map_or(0, |one| one.version),
            changed_at: newest.map(|one| one.created_at),
            changed_by_name: newest.and_then(|one| one.created_by_name.clone()),
        }
    }
}

impl From<VersionRow> for DocumentLayoutVersion {
    fn from(row: VersionRow) -> Self {
        let VersionRow { version, is_own, created_at, created_by_name } = row;
        Self { version, is_own, created_at, created_by_name }
    }
}

impl LayoutField {
    pub fn of(field: &Field) -> Self {
        let longest = u32::try_from(field.longest.max(field.sample.chars().count())).unwrap_or(u32::MAX);
        Self { name: field.path.to_owned(), sample: field.sample.to_owned(), longest }
    }
}

/// The names of a form.
pub fn names(form: DocumentForm) -> (Vec<LayoutField>, Vec<LayoutTable>) {
    let vocabulary = form.vocabulary();
    let table = |table: &paper::data::TableFields| LayoutTable {
        name: table.path.to_owned(),
        columns: table.columns.iter().map(LayoutField::of).collect(),
    };
    (vocabulary.texts().map(LayoutField::of).collect(), vocabulary.tables.iter().map(table).collect())
}
