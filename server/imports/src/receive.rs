//! Detects the format of an uploaded file and the meaning of its columns, before anything is stored.

use std::fs::File;

use uuid::Uuid;

use super::day::DateOrder;
use super::format::Format;
use super::guess::{Doubt, Habits, doubts, guess};
use super::kind::ImportKind;
use super::lookups::{self, Lookups, Seller};
use super::mapping::{Mapping, MappingOrigin, Plan};
use super::memory;
use super::model::{header_of, mapping_errors};
use super::process::download_file;
use super::read::{DecimalMark, FileSizeUnit, FileWeightUnit};
use super::store::{self, Content, ImportRow, Owners};
use super::synonyms::COLUMN_WORDS;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::sandbox::permit::Permit;
use server_core::settings::Settings;
use sheets::preview::{Preview, read_preview, read_preview_of_kind};
use sheets::{Kind, SheetError};
use trade::units::{SizeUnit, WeightUnit};

pub fn file_name(sent: Option<&str>) -> String {
    let name = sent.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let name: String = name.chars().filter(|c| !c.is_control()).take(200).collect();
    if name.is_empty() { "import".to_owned() } else { name }
}

/// Reads the format and the first rows. The file is returned, rewound to its start.
pub async fn read_start(file: File, kind: Option<Kind>, permit: Permit) -> ApiResult<(File, Preview)> {
    let looked = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let copy = file.try_clone().map_err(SheetError::from);
        let found = copy.and_then(|copy| match kind {
            Some(kind) => read_preview_of_kind(copy, kind, &COLUMN_WORDS),
            None => read_preview(copy, &COLUMN_WORDS),
        });
        let mut file = file;
        std::io::Seek::rewind(&mut file).map_err(SheetError::from)?;
        found.map(|found| (file, found))
    });
    looked.await.map_err(ApiError::internal)?.map_err(|error| unreadable(&error))
}

fn unreadable(error: &SheetError) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with("file", error.message(), error.params());
    ApiError::invalid(errors)
}

/// Refuses a file with too many lines if their number is already known; otherwise the run refuses it.
pub fn within_lines(seen: &Preview, max: Option<i32>) -> ApiResult<()> {
    let lines = i32::try_from(seen.rows.len()).unwrap_or(i32::MAX);
    let Some(max) = max.filter(|max| lines > *max) else { return Ok(()) };
    let mut errors = FieldErrors::default();
    errors.push_with("file", MessageCode::ImportFileTooLong, Params::from([("max", max.into())]));
    Err(ApiError::invalid(errors))
}

/// What the tenant knows of a file before it is mapped.
pub struct MappingHints {
    kind: ImportKind,
    lookups: Lookups,
    /// The mapping last used for files with these columns.
    remembered: Option<Mapping>,
    habits: Habits,
}

pub async fn load_hints(
    ctx: &Ctx,
    kind: ImportKind,
    owners: Owners,
    seen: &Preview,
) -> ApiResult<MappingHints> {
    let settings = ctx.settings();
    let mut tx = ctx.begin().await?;
    check_client(&mut tx, owners.client_id).await?;
    let profiles = ctx.service_profiles();
    let seller = Seller { profiles: profiles.as_deref(), subsidiary_id: owners.subsidiary_id };
    let lookups = lookups::load(&mut tx, kind, seller).await?;
    let country = lookups::code_of(&mut tx, settings.country_id).await?;
    let remembered = memory::load(&mut tx, &kind.shape(&seen.header.shape()), owners).await?;
    tx.commit().await?;
    let habits = habits(&settings, country);
    Ok(MappingHints { kind, lookups, remembered, habits })
}

async fn check_client(tx: &mut tenancy::TenantTx, client_id: Option<Uuid>) -> ApiResult<()> {
    let Some(client_id) = client_id else { return Ok(()) };
    let known = store::client_code(tx, client_id).await?;
    known.map(|_| ()).ok_or_else(|| ApiError::invalid_field("client_id", MessageCode::UnknownClient))
}

/// A file with the proposed meaning of its columns.
pub struct MappedFile {
    pub seen: Preview,
    pub mapping: Mapping,
    pub origin: MappingOrigin,
    pub doubts: Vec<Doubt>,
}

impl MappedFile {
    pub fn content(&self, kind: ImportKind) -> Content<'_> {
        Content {
            format: Format::of(&self.seen.kind),
            shape: kind.shape(&self.seen.header.shape()),
            header: self.seen.header.names(),
            mapping: &self.mapping,
            mapping_origin: self.origin,
            total_lines: self.seen.total_lines(),
            sample: self.seen.to_shown_cells(),
            doubts: &self.doubts,
        }
    }
}

/// The initial mapping. Reads thousands of rows, so it does not run on a thread that serves requests.
pub async fn map_columns(seen: Preview, hints: MappingHints) -> ApiResult<MappedFile> {
    let MappingHints { kind, lookups, remembered, habits } = hints;
    let mapped = tokio::task::spawn_blocking(move || {
        let words = &lookups.words;
        let fits = |mapping: &Mapping| Plan::new(kind, mapping, &seen.header, words).is_ok();
        let (mapping, origin) = match remembered.filter(fits) {
            Some(mapping) => (mapping, MappingOrigin::Remembered),
            None => (guess(kind, &seen.header, &seen.rows, words, &habits), MappingOrigin::Guessed),
        };
        let is_workbook = Format::of(&seen.kind).is_workbook();
        let doubts = doubts(&mapping, &seen.header, &seen.rows, words, is_workbook);
        MappedFile { seen, mapping, origin, doubts }
    });
    mapped.await.map_err(ApiError::internal)
}

fn habits(settings: &Settings, country: String) -> Habits {
    let comma = matches!(settings.default_language, Language::PtBr | Language::Es);
    Habits {
        date_order: if country == "US" { DateOrder::MonthFirst } else { DateOrder::DayFirst },
        decimal_mark: if comma { DecimalMark::Comma } else { DecimalMark::Point },
        currency: settings.currency.clone(),
        country,
        weight_unit: match WeightUnit::from_code(settings.weight_unit) {
            Some(WeightUnit::Pounds) => FileWeightUnit::Lb,
            _ => FileWeightUnit::Kg,
        },
        size_unit: match SizeUnit::from_code(settings.size_unit) {
            Some(SizeUnit::Inches) => FileSizeUnit::In,
            _ => FileSizeUnit::Cm,
        },
    }
}

/// The uploaded file of an import.
pub async fn open_file(ctx: &Ctx, import: &ImportRow) -> ApiResult<File> {
    let file = download_file(&ctx.state().files, &ctx.tenant().id, &import.file_key).await;
    file.map_err(ApiError::internal)?.ok_or_else(|| ApiError::refused(MessageCode::ImportNotOpen))
}

/// Refuses a mapping that does not fit the file; returns the words without a meaning.
pub async fn check_mapping(
    ctx: &Ctx,
    import: &ImportRow,
    mapping: &Mapping,
    client_id: Option<Uuid>,
) -> ApiResult<Vec<Doubt>> {
    let mut tx = ctx.begin().await?;
    check_client(&mut tx, client_id).await?;
    let profiles = ctx.service_profiles();
    let seller = Seller { profiles: profiles.as_deref(), subsidiary_id: import.subsidiary_id };
    let lookups = lookups::load(&mut tx, import.kind, seller).await?;
    tx.commit().await?;
    Plan::new(import.kind, mapping, &header_of(&import.header), &lookups.words)
        .map_err(|problems| ApiError::invalid(mapping_errors(problems)))?;
    let (_, seen) = read_start(
        open_file(ctx, import).await?,
        Some(import.format.kind()),
        ctx.wait_for_read_permit().await?,
    )
    .await?;
    let mapping = mapping.clone();
    let is_workbook = import.format.is_workbook();
    let found = tokio::task::spawn_blocking(move || {
        doubts(&mapping, &seen.header, &seen.rows, &lookups.words, is_workbook)
    });
    found.await.map_err(ApiError::internal)
}
