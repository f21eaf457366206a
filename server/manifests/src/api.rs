//! `/manifests`: the list, one manifest, new ones, changes, and what it lacks.

use std::collections::HashMap;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::checks::{ManifestProblemKind, Problem, ProblemCounts, find_problems};
use super::contents::{Contents, load_contents, load_facts, load_lines};
use super::freezing::{ClosedBy, build_head, find_withdrawn};
use super::input::{self, build_filter};
use super::model::{
    Manifest, ManifestCheck, ManifestInput, ManifestPage, ManifestPageMeta, ManifestProblem,
    ManifestProblemCount, ManifestStage, ManifestUpdate,
};
use super::other_manifests;
use super::snapshot::ManifestTotals;
use super::state::{ManifestStatus, ManifestStep};
use super::store::{self, MANIFESTS};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "m.created_at"),
    ("number", "m.number"),
    ("house_count", "m.house_count"),
    ("closed_at", "m.closed_at"),
    ("sent_at", "m.sent_at"),
];
/// Problems that an answer shows.
const SHOWN: usize = 500;

pub struct ManifestApi;

#[OpenApi(prefix_path = "/manifests", tag = "Tag::Consolidation")]
impl ManifestApi {
    /// List manifests
    ///
    /// Sort by `created_at`, `number`, `house_count`, `closed_at` or `sent_at`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "manifest_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn manifest_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the waybill, the partner, the provider or the destination.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<ManifestStatus>>,
        /// Manifests of several states.
        stage: Query<Option<ManifestStage>>,
        partner_id: Query<Option<Uuid>>,
        provider_id: Query<Option<Uuid>>,
        /// The manifests of this waybill: one, and cancelled and withdrawn ones.
        mawb_id: Query<Option<Uuid>>,
        /// The manifests that have, in a closed version, a house of this shipment.
        shipment_id: Query<Option<Uuid>>,
        /// The manifests that have this bag: itself, on their waybill, or in their closed version. Cancelled and withdrawn ones are left
        /// out.
        bag_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<ManifestPage>> {
        let scope = ctx.scope(Resource::Manifest, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = build_filter(&scope, Where::stored_words(&asked.words, "m.search_key"))
            .and("m.partner_id = ", partner_id.0)
            .and("m.provider_id = ", provider_id.0)
            .and("m.mawb_id = ", mawb_id.0)
            .and_inside(store::OF_SHIPMENT, shipment_id.0);
        let of_stage = stage.0.map(|stage| stage.statuses().into_iter().map(ManifestStatus::code).collect());
        let mut tx = ctx.begin().await?;
        let of_bag = match bag_id.0 {
            Some(bag_id) => Some(other_manifests::list_of_bag(&mut tx, bag_id).await?),
            None => None,
        };
        let filter = filter.among("m.id", of_bag);
        let tab = filter.clone().by("m.status", status.0).among("m.status", of_stage);
        let (rows, page) = MANIFESTS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_stage(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Manifest| row.seen_by(&ctx.grants)).collect();
        Ok(Json(ManifestPage { data, meta: ManifestPageMeta { page, totals } }))
    }

    /// Show a manifest
    #[oai(path = "/:id", method = "get", operation_id = "manifest_show")]
    async fn manifest_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Manifest>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, manifest))
    }

    /// Create a manifest
    ///
    /// For a partner or a provider, of bags and of shipments without a bag. While it is open, its houses are those of the
    /// bags and shipments as they are now.
    #[oai(path = "/", method = "post", operation_id = "manifest_create")]
    async fn manifest_create(&self, ctx: Ctx, body: Body<ManifestInput>) -> ApiResult<Json<Item<Manifest>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let new = input::check_new(&mut tx, &ctx, &scope, body.0).await?;
        let id = MANIFESTS.insert(&mut tx, ctx.now(), &new).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "manifest.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::Manifest.name(), &[id]);
        let manifest: Manifest = MANIFESTS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, manifest))
    }

    /// Update a manifest
    ///
    /// While it is open, unless it is a withdrawal, which has what was sent.
    #[oai(path = "/:id", method = "patch", operation_id = "manifest_update")]
    async fn manifest_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ManifestUpdate>,
    ) -> ApiResult<Json<Item<Manifest>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Update)?;
        let filter = build_filter(&scope, Where::all());
        let mut change: Change<Manifest> =
            Change::begin(ctx.begin().await?, &ctx, &MANIFESTS, filter, *id).await?;
        change.allow(change.before.verdict(ManifestStep::Update), None)?;
        let before = ManifestInput::of(&change.before);
        let sent: ManifestInput = body.change(&before, change.before.version)?;
        let columns = input::check_change(&mut change.tx, &ctx, &scope, &change.before, sent).await?;
        change.write(&columns).await?;
        let facts = audit::difference(&before, &columns.input);
        change.record(Action::Update, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Check a manifest
    ///
    /// Lists the faults of its houses that keep it from being closed, and the texts that messages write instead of its own. None for
    /// one that is withdrawn: it goes as it was sent.
    #[oai(path = "/:id/check", method = "get", operation_id = "manifest_check")]
    async fn manifest_check(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ManifestCheck>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        if let Some(key) = find_withdrawn(&mut tx, &manifest).await? {
            let totals = store::load_head(&mut tx, key).await?.totals;
            tx.commit().await?;
            return Ok(Json(Item { data: to_check(&totals, &ProblemCounts::default(), Vec::new()) }));
        }
        let contents = load_contents(&mut tx, &manifest).await?;
        let lines = load_lines(&mut tx, &contents.houses, 1).await?;
        let facts = load_facts(&mut tx, &scope, manifest.id, &contents).await?;
        let by = ClosedBy { user_id: ctx.user.id, at: ctx.now() };
        let head = build_head(&mut tx, &manifest, by, &contents, &lines).await?;
        tx.commit().await?;
        let problems = find_problems(&head, &lines, &facts);
        let counts = ProblemCounts::of(&problems);
        let houses: Vec<&str> = lines.iter().map(|line| line.house.as_str()).collect();
        let shown = list_problems(problems, &houses, &contents);
        Ok(Json(Item { data: to_check(&head.totals, &counts, shown) }))
    }
}

fn to_check(
    totals: &ManifestTotals,
    counts: &ProblemCounts,
    problems: Vec<ManifestProblem>,
) -> ManifestCheck {
    let to_count = |one: &(ManifestProblemKind, i32)| ManifestProblemCount { kind: one.0, count: one.1 };
    ManifestCheck {
        houses: totals.houses,
        pieces: totals.pieces,
        weight_g: totals.weight_g,
        blocking: counts.blocking,
        notes: counts.notes,
        counts: counts.by_kind.iter().map(to_count).collect(),
        problems,
    }
}

/// The first problems, those that must be put right before the others. Long numbers are last: most companies have no others.
fn list_problems(mut problems: Vec<Problem>, houses: &[&str], contents: &Contents) -> Vec<ManifestProblem> {
    let is_long = |problem: &Problem| problem.kind == ManifestProblemKind::HouseLong;
    problems.sort_by_key(|problem| (!problem.kind.is_blocking(), is_long(problem)));
    problems.truncate(SHOWN);
    let ids: HashMap<&str, Uuid> =
        contents.houses.iter().map(|house| (house.house.as_str(), house.shipment_id)).collect();
    let show = |problem: Problem| {
        let index = problem.seq.and_then(|seq| usize::try_from(seq - 1).ok());
        let house = index.and_then(|index| houses.get(index).copied());
        ManifestProblem {
            kind: problem.kind,
            is_blocking: problem.kind.is_blocking(),
            seq: problem.seq,
            house: house.map(str::to_owned),
            shipment_id: house.and_then(|house| ids.get(house).copied()),
            field: problem.field,
            text: problem.text,
            written: problem.written,
        }
    };
    problems.into_iter().map(show).collect()
}

/// The manifest with the permissions of the user.
pub fn to_answer(ctx: &Ctx, manifest: Manifest) -> Json<Item<Manifest>> {
    Json(Item { data: manifest.seen_by(&ctx.grants) })
}
