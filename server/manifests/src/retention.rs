//! Files of manifests, with the people on them, are deleted when the days of the settings are over. Figures with their hash stay.

use chrono::TimeDelta;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::snapshot::HouseParty;
use super::version_model::ManifestFile;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// Old versions of manifests, at most 10, with the files that they had. One that is being closed or sent waits.
pub const FORGET_VERSIONS: &str = "
    update manifest_versions v set files = '[]', receipt = null, head = jsonb_set(v.head, '{dropped}', '[]')
    from (
        select o.manifest_id, o.revision, o.files from manifest_versions o join manifests m on m.id = o.manifest_id
        where o.files <> '[]' and coalesce(o.sent_at, o.closed_at) < $1 and m.status not in (15, 25)
        order by o.closed_at limit 10
    ) old
    where v.manifest_id = old.manifest_id and v.revision = old.revision
    returning old.manifest_id, old.revision, old.files";
/// The countries of the people stay.
pub const FORGET_PEOPLE: &str = "
    update manifest_lines l
    set line = jsonb_set(
        jsonb_set(l.line, '{shipper}', jsonb_set($3::jsonb, '{country}', l.line -> 'shipper' -> 'country')),
        '{consignee}', jsonb_set($3::jsonb, '{country}', l.line -> 'consignee' -> 'country')
    )
    from unnest($1::uuid[], $2::int2[]) old(manifest_id, revision)
    where l.manifest_id = old.manifest_id and l.revision = old.revision";
/// The files of answers to these versions.
pub const ANSWER_FILES: &str = "
    select distinct a.file_key from manifest_answers a
    join unnest($1::uuid[], $2::int2[]) old(manifest_id, revision)
      on a.manifest_id = old.manifest_id and a.revision = old.revision
    where a.file_key is not null";

/// A version whose files are deleted.
#[derive(sqlx::FromRow)]
struct ForgottenVersion {
    manifest_id: Uuid,
    revision: i16,
    files: Json<Vec<ManifestFile>>,
}

/// Deletes a part of what is older, and returns the names of files to delete after the commit.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let settings = state.settings.get_within(tx).await?;
    let before = state.clock.now() - TimeDelta::days(settings.customs_data_days.into());
    let old: Vec<ForgottenVersion> =
        sqlx::query_as(FORGET_VERSIONS).bind(before).fetch_all(&mut **tx).await?;
    if old.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = old.iter().map(|version| version.manifest_id).collect();
    let revisions: Vec<i16> = old.iter().map(|version| version.revision).collect();
    let nobody = Json(HouseParty::default());
    sqlx::query(FORGET_PEOPLE).bind(&ids).bind(&revisions).bind(nobody).execute(&mut **tx).await?;
    let mut files: Vec<String> =
        sqlx::query_scalar(ANSWER_FILES).bind(&ids).bind(&revisions).fetch_all(&mut **tx).await?;
    files.extend(old.into_iter().flat_map(|version| version.files.0).map(|file| file.key));
    Ok(files)
}
