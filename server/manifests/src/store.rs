//! SQL of manifests.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{HouseAnswer, ManifestTotalsByStage};
use super::other_manifests::is_known_without_waybill;
use super::snapshot::{ManifestHead, ManifestLine, ManifestPurpose, ManifestSnapshot};
use super::version_model::{ManifestDifference, ManifestFile, VersionRow};
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const MANIFESTS: Records = Records {
    table: "manifests",
    resource: Resource::Manifest,
    id: "m.id = ",
    listing: Listing {
        columns: concat!(
            "m.id, m.number, m.status, m.kind, m.revision, m.purpose, m.subsidiary_id, m.partner_id, m.partner_name,
             m.provider_id, m.provider_name, coalesce(w.origin_airport, m.origin_airport) as origin_airport,
             coalesce(w.destination_airport, m.destination_airport) as destination_airport, m.mawb_id, m.mawb_number, w.flights,
             w.departs_on, m.bag_ids, m.shipment_ids,
             m.house_count, m.piece_count, m.weight_g, m.closed_at, m.sent_at, m.accepted_count, m.rejected_count,
             m.is_known, case when m.status in (20, 25) and m.purpose <> 'deletion' and m.mawb_id is not null then exists (
                 select from manifest_versions v where v.manifest_id = m.id and v.revision = m.revision and (
                     exists (select b ->> 'id' from jsonb_array_elements(v.head -> 'bags') b
                             except ",
            customs::bags_on_waybill!("m.mawb_id"),
            ") or exists (",
            customs::bags_on_waybill!("m.mawb_id"),
            " except select b ->> 'id' from jsonb_array_elements(v.head -> 'bags') b)
                     or exists (select l.shipment_id from manifest_lines l
                                where l.manifest_id = m.id and l.revision = m.revision and l.line -> 'bags' = '[]'
                                except ",
            customs::shipments_on_waybill!("m.mawb_id"),
            ") or exists (",
            customs::shipments_on_waybill!("m.mawb_id"),
            " except select l.shipment_id from manifest_lines l
                                where l.manifest_id = m.id and l.revision = m.revision))
             ) when m.status in (30, 40, 45) and m.purpose <> 'deletion' and m.mawb_id is not null
             then coalesce(m.piece_count <> (",
            customs::pieces_on_waybill!("m.mawb_id"),
            "), false) else false end as is_waybill_changed, coalesce(w.status >= 50, ",
            customs::has_departed_bag!("m.bag_ids"),
            ") as has_departed, coalesce(w.status = 0 and m.purpose <> 'deletion', false) as is_waybill_void, m.note, m.reason,
             m.created_at, m.updated_at, m.version",
        ),
        from: concat!("manifests m ", customs::join_waybill!("m.mawb_id")),
        order: "m.id desc",
    },
};

macro_rules! version_columns {
    () => {
        "select revision, purpose, hash, (head -> 'totals' ->> 'houses')::int4 as houses,
                (head -> 'totals' ->> 'pieces')::int4 as pieces, (head -> 'totals' ->> 'weight_g')::int8 as weight_g, closed_at,
                closed_by, voided_at, sent_at, gateway, message_id, receipt, reason, difference, files,
                array(select b ->> 'number' from jsonb_array_elements(head -> 'bags') b order by 1) as bags
         from manifest_versions where manifest_id = $1 "
    };
}

pub const NEXT_NUMBER: &str = "select nextval('manifest_numbers')";
pub const OF_SHIPMENT: &str = "m.id in (select manifest_id from manifest_lines where shipment_id = ";
/// Pieces of these shipments that were accepted on other manifests, in the version that their readers have: also while that is
/// amended, and when others of its houses were rejected. Those without an answer count once the waybill is void: its parcels can
/// come onto another one, and the readers still have the manifest.
pub const ACCEPTED: &str = concat!(
    "select l.shipment_id, sum((l.line ->> 'pieces')::int4)::int8 as pieces from manifest_lines l
    join manifests m on m.id = l.manifest_id and m.status <> 0 and m.id <> $2 ",
    customs::join_waybill!("m.mawb_id"),
    "
    join manifest_versions v on v.manifest_id = l.manifest_id and v.revision = l.revision and v.purpose <> 'deletion'
    where l.shipment_id = any($1)
      and l.revision = (
          select max(sent.revision) from manifest_versions sent
          where sent.manifest_id = l.manifest_id and sent.sent_at is not null
      )
      and coalesce((
          select a.answer from manifest_answers a
          where a.manifest_id = l.manifest_id and a.revision = l.revision and a.house = l.house
          order by a.seq desc limit 1
      ), case when ",
    is_known_without_waybill!(),
    " then 'accepted' end) = 'accepted'
    group by l.shipment_id"
);
pub const INSERT_VERSION: &str = "
    insert into manifest_versions (manifest_id, revision, purpose, head, hash, closed_at, closed_by, reason, difference)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
pub const INSERT_LINES: &str = "
    insert into manifest_lines (manifest_id, revision, seq, shipment_id, house, line)
    select $1, $2, seq, shipment_id, line ->> 'house', line from unnest($3::int4[], $4::uuid[], $5::jsonb[]) new(seq, shipment_id, line)";
pub const VERSIONS: &str = concat!(version_columns!(), "order by revision desc limit 100");
pub const VERSION: &str = concat!(version_columns!(), "and revision = $2");
/// The version that readers outside have.
pub const LAST_SENT: &str =
    concat!(version_columns!(), "and sent_at is not null and revision < $2 order by revision desc limit 1");
pub const HEAD: &str = "select head from manifest_versions where manifest_id = $1 and revision = $2";
pub const LINES: &str = "
    select shipment_id, line from manifest_lines where manifest_id = $1 and revision = $2 order by seq";
pub const VOID: &str = "update manifest_versions set voided_at = $3 where manifest_id = $1 and revision = $2 and sent_at is null";
pub const ADD_FILE: &str = "
    update manifest_versions set files = files || $3 where manifest_id = $1 and revision = $2 and voided_at is null";
pub const SEND: &str = "
    update manifest_versions set sent_at = $3, sent_by = $4, gateway = $5, message_id = $6, receipt = $7
    where manifest_id = $1 and revision = $2";

/// A page of the lines of a version, with the newest answer about each. $3 is a part of the number of the house or of a name,
/// $4 the number of a bag, $5 an answer.
pub const HOUSES: &str = "
    select l.seq, l.shipment_id, l.line, a.answer, a.reason as answer_reason, a.recorded_at as answered_at,
           coalesce(a.file_key is not null and (
               select v.files <> '[]' from manifest_versions v where v.manifest_id = l.manifest_id and v.revision = l.revision
           ), false) as has_answer_file
    from manifest_lines l
    left join lateral (
        select answer, reason, recorded_at, file_key from manifest_answers
        where manifest_id = l.manifest_id and revision = l.revision and house = l.house
        order by seq desc limit 1
    ) a on true
    where l.manifest_id = $1 and l.revision = $2
      and ($3::text is null or position($3 in upper(l.house)) > 0 or position($3 in upper(l.line -> 'consignee' ->> 'name')) > 0)
      and ($4::text is null or l.line -> 'bags' ? $4) and ($5::text is null or a.answer = $5)
    order by l.seq limit $6 offset $7";
/// The file with the newest answer about a line, unless it was deleted with those of its version.
pub const ANSWER_FILE: &str = "
    select a.file_key from manifest_lines l
    join manifest_versions v on v.manifest_id = l.manifest_id and v.revision = l.revision and v.files <> '[]'
    join lateral (
        select file_key from manifest_answers
        where manifest_id = l.manifest_id and revision = l.revision and house = l.house
        order by seq desc limit 1
    ) a on true
    where l.manifest_id = $1 and l.revision = $2 and l.seq = $3 and a.file_key is not null";
pub const HOUSE_COUNT: &str = "
    select count(*) from manifest_lines l
    left join lateral (
        select answer from manifest_answers
        where manifest_id = l.manifest_id and revision = l.revision and house = l.house
        order by seq desc limit 1
    ) a on true
    where l.manifest_id = $1 and l.revision = $2
      and ($3::text is null or position($3 in upper(l.house)) > 0 or position($3 in upper(l.line -> 'consignee' ->> 'name')) > 0)
      and ($4::text is null or l.line -> 'bags' ? $4) and ($5::text is null or a.answer = $5)";
/// Those among these numbers that the version does not have.
pub const UNKNOWN_HOUSES: &str = "
    select asked.house from unnest($3::text[]) asked(house)
    where not exists (
        select from manifest_lines where manifest_id = $1 and revision = $2 and house = asked.house
    ) order by asked.house limit 1";
pub const INSERT_ANSWERS: &str = "
    insert into manifest_answers (manifest_id, revision, house, recorded_at, answer, reason, recorded_by, file_key)
    select $1, $2, house, $6, answer, reason, $7, $8 from unnest($3::text[], $4::text[], $5::text[]) new(house, answer, reason)";
/// One answer for each house but those that are named.
pub const ANSWER_OTHERS: &str = "
    with others as materialized (
        select manifest_id, revision, house from manifest_lines
        where manifest_id = $1 and revision = $2 and not (house = any($3))
    )
    insert into manifest_answers (manifest_id, revision, house, recorded_at, answer, recorded_by)
    select manifest_id, revision, house, $5, $4, $6 from others";
pub const COUNT_ANSWERS: &str = "
    select count(*) filter (where answer = 'accepted')::int4 as accepted,
           count(*) filter (where answer = 'rejected')::int4 as rejected
    from (select distinct on (house) answer from manifest_answers where manifest_id = $1 and revision = $2
          order by house, seq desc) newest";

/// A line with the shipment that it is about.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StoredLine {
    pub shipment_id: Uuid,
    pub line: Json<ManifestLine>,
}

/// A line with the newest answer about it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AnsweredLine {
    pub seq: i32,
    pub shipment_id: Uuid,
    pub line: Json<ManifestLine>,
    pub answer: Option<HouseAnswer>,
    pub answer_reason: Option<String>,
    pub answered_at: Option<DateTime<Utc>>,
    pub has_answer_file: bool,
}

/// Pieces of a shipment that customs have accepted.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct AcceptedPieces {
    pub shipment_id: Uuid,
    pub pieces: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct AnswerCounts {
    pub accepted: i32,
    pub rejected: i32,
}

/// A version of a manifest.
#[derive(Clone, Copy, Debug)]
pub struct VersionKey {
    pub manifest_id: Uuid,
    pub revision: i16,
}

/// The columns of a version that is closed.
pub struct NewVersion<'a> {
    pub purpose: ManifestPurpose,
    pub head: &'a ManifestHead,
    pub hash: &'a [u8],
    pub closed_at: DateTime<Utc>,
    pub closed_by: Option<Uuid>,
    pub reason: Option<&'a str>,
    pub difference: Option<&'a ManifestDifference>,
}

/// The lines of a version that somebody looks for.
#[derive(Clone, Debug, Default)]
pub struct HouseFilter {
    /// In capitals.
    pub search: Option<String>,
    pub bag: Option<String>,
    pub answer: Option<HouseAnswer>,
}

/// The next number of an airport.
pub async fn take_number(tx: &mut TenantTx, airport: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{airport}-M-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// Pieces of these shipments on other manifests that were accepted; those without are absent.
pub async fn list_accepted_pieces(
    tx: &mut TenantTx,
    manifest_id: Uuid,
    shipment_ids: &[Uuid],
) -> ApiResult<Vec<AcceptedPieces>> {
    Ok(sqlx::query_as(ACCEPTED).bind(shipment_ids).bind(manifest_id).fetch_all(&mut **tx).await?)
}

pub async fn insert_version(tx: &mut TenantTx, key: VersionKey, new: &NewVersion<'_>) -> ApiResult<()> {
    sqlx::query(INSERT_VERSION)
        .bind(key.manifest_id)
        .bind(key.revision)
        .bind(new.purpose.as_str())
        .bind(Json(new.head))
        .bind(new.hash)
        .bind(new.closed_at)
        .bind(new.closed_by)
        .bind(new.reason)
        .bind(new.difference.map(Json))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Lines with their shipments, in the order of their numbers.
pub async fn insert_lines(tx: &mut TenantTx, key: VersionKey, lines: &[StoredLine]) -> ApiResult<()> {
    let seqs: Vec<i32> = lines.iter().map(|line| line.line.seq).collect();
    let shipments: Vec<Uuid> = lines.iter().map(|line| line.shipment_id).collect();
    let texts: Vec<Json<&ManifestLine>> = lines.iter().map(|line| Json(&line.line.0)).collect();
    let insert = sqlx::query(INSERT_LINES).bind(key.manifest_id).bind(key.revision).bind(seqs);
    insert.bind(shipments).bind(texts).execute(&mut **tx).await?;
    Ok(())
}

/// Newest first.
pub async fn list_versions(tx: &mut TenantTx, manifest_id: Uuid) -> ApiResult<Vec<VersionRow>> {
    Ok(sqlx::query_as(VERSIONS).bind(manifest_id).fetch_all(&mut **tx).await?)
}

pub async fn find_version(tx: &mut TenantTx, key: VersionKey) -> ApiResult<Option<VersionRow>> {
    let find = sqlx::query_as(VERSION).bind(key.manifest_id).bind(key.revision);
    Ok(find.fetch_optional(&mut **tx).await?)
}

/// The version before this one that was sent last.
pub async fn find_last_sent(tx: &mut TenantTx, key: VersionKey) -> ApiResult<Option<VersionRow>> {
    let find = sqlx::query_as(LAST_SENT).bind(key.manifest_id).bind(key.revision);
    Ok(find.fetch_optional(&mut **tx).await?)
}

pub async fn load_head(tx: &mut TenantTx, key: VersionKey) -> ApiResult<ManifestHead> {
    let load = sqlx::query_scalar(HEAD).bind(key.manifest_id).bind(key.revision);
    let head: Json<ManifestHead> = load.fetch_one(&mut **tx).await?;
    Ok(head.0)
}

pub async fn load_lines(tx: &mut TenantTx, key: VersionKey) -> ApiResult<Vec<StoredLine>> {
    let load = sqlx::query_as(LINES).bind(key.manifest_id).bind(key.revision);
    Ok(load.fetch_all(&mut **tx).await?)
}

/// A closed version as it was.
pub async fn load_snapshot(tx: &mut TenantTx, key: VersionKey) -> ApiResult<ManifestSnapshot> {
    let head = load_head(tx, key).await?;
    let lines = load_lines(tx, key).await?.into_iter().map(|line| line.line.0).collect();
    Ok(ManifestSnapshot { head, lines })
}

/// A version that was never sent is void.
pub async fn void_version(tx: &mut TenantTx, key: VersionKey, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(VOID).bind(key.manifest_id).bind(key.revision).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Adds a file of a version, unless it is void.
pub async fn add_file(tx: &mut TenantTx, key: VersionKey, file: &ManifestFile) -> ApiResult<bool> {
    let add = sqlx::query(ADD_FILE).bind(key.manifest_id).bind(key.revision).bind(Json([file]));
    Ok(add.execute(&mut **tx).await?.rows_affected() > 0)
}

/// Who sent a version, when, and how.
#[derive(Clone, Copy, Debug)]
pub struct Dispatch<'a> {
    pub at: DateTime<Utc>,
    pub by: Uuid,
    pub gateway: &'a str,
    pub message_id: &'a str,
    /// The answer of the gateway.
    pub receipt: Option<&'a str>,
}

pub async fn mark_sent(tx: &mut TenantTx, key: VersionKey, sent: Dispatch<'_>) -> ApiResult<()> {
    let mark = sqlx::query(SEND).bind(key.manifest_id).bind(key.revision).bind(sent.at).bind(sent.by);
    let mark = mark.bind(sent.gateway).bind(sent.message_id).bind(sent.receipt);
    mark.execute(&mut **tx).await?;
    Ok(())
}

/// A page of the lines of a version, and the number of all that match.
pub async fn list_houses(
    tx: &mut TenantTx,
    key: VersionKey,
    filter: &HouseFilter,
    limit: i64,
    offset: i64,
) -> ApiResult<(Vec<AnsweredLine>, i64)> {
    let answer = filter.answer.map(HouseAnswer::as_str);
    let page = sqlx::query_as(HOUSES).bind(key.manifest_id).bind(key.revision).bind(&filter.search);
    let page = page.bind(&filter.bag).bind(answer).bind(limit).bind(offset);
    let rows = page.fetch_all(&mut **tx).await?;
    let count = sqlx::query_scalar(HOUSE_COUNT).bind(key.manifest_id).bind(key.revision);
    let count = count.bind(&filter.search).bind(&filter.bag).bind(answer).fetch_one(&mut **tx).await?;
    Ok((rows, count))
}

/// The name of the file with the newest answer about a line of the version.
pub async fn find_answer_file(tx: &mut TenantTx, key: VersionKey, seq: i32) -> ApiResult<Option<String>> {
    let find = sqlx::query_scalar(ANSWER_FILE).bind(key.manifest_id).bind(key.revision).bind(seq);
    Ok(find.fetch_optional(&mut **tx).await?)
}

/// One of these numbers that the version does not have.
pub async fn find_unknown_house(
    tx: &mut TenantTx,
    key: VersionKey,
    houses: &[String],
) -> ApiResult<Option<String>> {
    let find = sqlx::query_scalar(UNKNOWN_HOUSES).bind(key.manifest_id).bind(key.revision).bind(houses);
    Ok(find.fetch_optional(&mut **tx).await?)
}

/// Numbers of manifests by stage. Planned like the page before it.
pub async fn count_by_stage(tx: &mut TenantTx, filter: &Where) -> ApiResult<ManifestTotalsByStage> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where m.status in (10, 15)) as open, count(*) filter (where m.status = 20) as closed,
                count(*) filter (where m.status in (25, 30)) as sent, count(*) filter (where m.status = 40) as accepted,
                count(*) filter (where m.status = 45) as rejected, count(*) filter (where m.status = 0) as cancelled
         from manifests m",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
