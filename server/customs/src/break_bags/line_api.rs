//! `/break-bags/{id}/lines`: the parcels of a break-bag, their damages, and how differences are settled.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::Action;
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::comparison::{ComparedParcel, DifferenceResolution, count_parcels};
use super::model::{BreakBag, BreakBagDamage, BreakBagLine, BreakBagLinePage, LineResolution, LineRow};
use super::store::{self, BREAK_BAG_LINES, BREAK_BAGS, Doer};
use super::{RESOURCE, UnknownOver, build_filter};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::tracking_events::{self, NewEvent, Source};
use server_core::audit;
use server_core::files::document::{self, SavedDocument};
use server_core::follower::follow;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::{optional, require};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;
use trade::wire_name;

const SORTS: Sorts = &[("code", "l.code"), ("scanned_at", "l.scanned_at"), ("bag_number", "l.bag_number")];
/// Code of the event of a shipment whose parcel is damaged.
const DAMAGED: &str = "DAMAGED";

wire_name! {
    /// Parcels that people look for together.
    BreakBagLineFilter {
        /// Expected and not scanned: awaited, or short.
        Missing = "missing",
        Found = "found",
        Over = "over",
        Damaged = "damaged",
        /// Somebody has to decide about them; while it is unpacked, those that are missing are none of them.
        Open = "open",
    }
}

pub struct BreakBagLineApi;

#[OpenApi(prefix_path = "/break-bags", tag = "Tag::Consolidation")]
impl BreakBagLineApi {
    /// List the parcels of a break-bag
    ///
    /// Sort by `code`, `scanned_at` or `bag_number`. Default: by `code`. While a `blind` one is unpacked, those that were scanned.
    #[oai(path = "/:id/lines", method = "get", operation_id = "break_bag_line_list")]
    async fn break_bag_line_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        only: Query<Option<BreakBagLineFilter>>,
    ) -> ApiResult<Json<BreakBagLinePage>> {
        let scope = ctx.scope(RESOURCE, Action::Show)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let mut tx = ctx.begin().await?;
        let found: BreakBag = BREAK_BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let is_complete = found.status.is_complete();
        let filter = filter_lines(only.0, is_complete)
            .only("(not l.is_expected or l.scanned_at is not null)", found.hides_expected())
            .by("l.break_bag_id", Some(*id));
        let (rows, meta) = BREAK_BAG_LINES.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: LineRow| row.to_line(is_complete)).collect();
        Ok(Json(BreakBagLinePage { data, meta }))
    }

    /// Say that a parcel is damaged
    ///
    /// With a photo, a note, or both. The first time, the event DAMAGED of its shipment is recorded, and somebody has to decide about
    /// the parcel anew.
    #[oai(path = "/:id/lines/:line_id/damage", method = "post", operation_id = "break_bag_damage")]
    async fn break_bag_damage(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        line_id: Path<Uuid>,
        form: FormPatch<BreakBagDamage>,
    ) -> ApiResult<Json<Item<BreakBagLine>>> {
        let scope = ctx.scope(RESOURCE, Action::Scan)?;
        let mut tx = ctx.begin().await?;
        let found: BreakBag = BREAK_BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        found.verdict(Action::Scan).guard()?;
        // Nothing is locked while the file is stored.
        tx.commit().await?;
        let FormPatch { fields, file } = form;
        let sent: BreakBagDamage = fields.onto(&json!({}))?;
        let note = optional(sent.note.as_ref());
        if note.is_none() && file.is_none() {
            return Err(ApiError::invalid_field("note", MessageCode::Required));
        }
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let photo = SavedDocument::save_if_sent(files, tenant, file, None).await?;
        let seen = SeenDamage { note, photo };
        let written = damage(&ctx, &scope, *id, *line_id, &seen).await;
        let data = SavedDocument::delete_unless_written(files, seen.photo.as_ref(), written).await?;
        Ok(Json(Item { data }))
    }

    /// Show the photo of a damaged parcel
    #[oai(path = "/:id/lines/:line_id/photo", method = "get", operation_id = "break_bag_photo_show")]
    async fn break_bag_photo_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        line_id: Path<Uuid>,
    ) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(RESOURCE, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let _: BreakBag = BREAK_BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let photo = store::find_photo(&mut tx, *id, *line_id).await?;
        tx.commit().await?;
        let (file_key, content_type) = photo.ok_or_else(ApiError::not_found)?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }

    /// Settle a difference
    ///
    /// Settles a parcel that is over, short or damaged, in one of its `ways_to_settle`, also after the closing. Another decision
    /// replaces the one before.
    /// With `register`, receiving keeps a parcel that nobody knows as unidentified; it needs the right to scan there.
    #[oai(path = "/:id/lines/:line_id/resolve", method = "post", operation_id = "break_bag_resolve")]
    async fn break_bag_resolve(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        line_id: Path<Uuid>,
        body: Body<LineResolution>,
    ) -> ApiResult<Json<Item<BreakBagLine>>> {
        let scope = ctx.scope(RESOURCE, Action::Resolve)?;
        let ctx = Arc::new(ctx);
        let mut tx = ctx.begin().await?;
        if body.register {
            register(&mut tx, &ctx, &scope, *id, *line_id, body.resolution).await?;
        }
        let locked = lock_line(&mut tx, &scope, *id, *line_id, Action::Resolve).await?;
        let note = require("note", &body.note)?;
        let is_complete = locked.break_bag.status.is_complete();
        if !locked.line.to_compared().ways_to_settle(is_complete).contains(&body.resolution) {
            return Err(ApiError::invalid_field("resolution", MessageCode::UnknownOption));
        }
        let doer = Doer { by: ctx.user.id, at: ctx.now() };
        let (resolution, is_registered) = (body.resolution.as_str(), body.register);
        store::resolve(&mut tx, *line_id, resolution, &note, is_registered, doer).await?;
        let mut facts = json!({
            "code": locked.line.code, "parcel_number": locked.line.seq, "resolution": body.resolution, "note": note,
        });
        if is_registered {
            facts["registered"] = true.into();
        }
        let data = finish(&mut tx, &ctx, &locked, Action::Resolve, facts).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// A damage as somebody saw it.
struct SeenDamage {
    note: Option<String>,
    photo: Option<SavedDocument>,
}

/// A line, with its break-bag that is locked.
struct LockedLine {
    break_bag: BreakBag,
    line: LineRow,
}

async fn lock_line(
    tx: &mut TenantTx,
    scope: &RowScope,
    id: Uuid,
    line_id: Uuid,
    action: Action,
) -> ApiResult<LockedLine> {
    BREAK_BAGS.lock(tx, id).await?;
    let break_bag: BreakBag = BREAK_BAGS.find(tx, &build_filter(scope, Where::all()), id).await?;
    break_bag.verdict(action).guard()?;
    let line = store::find_line(tx, id, line_id).await?.ok_or_else(ApiError::not_found)?;
    Ok(LockedLine { break_bag, line })
}

/// Lets receiving keep a parcel that nobody knows. A shipment that has its code meanwhile is locked before the break-bag.
async fn register(
    tx: &mut TenantTx,
    ctx: &Arc<Ctx>,
    scope: &RowScope,
    id: Uuid,
    line_id: Uuid,
    resolution: DifferenceResolution,
) -> ApiResult<()> {
    let _: BreakBag = BREAK_BAGS.find(tx, &build_filter(scope, Where::all()), id).await?;
    let line = store::find_line(tx, id, line_id).await?.ok_or_else(ApiError::not_found)?;
    if line.shipment_id.is_some() || resolution != DifferenceResolution::Accepted {
        return Err(ApiError::invalid_field("register", MessageCode::Invalid));
    }
    if line.is_registered {
        return Ok(());
    }
    let over = UnknownOver { ctx: Arc::clone(ctx), line_id, code: line.code };
    follow(tx, ctx.state(), over).await
}

/// Counts the changed line, writes the audit entry, tells open pages, and returns the line as it is now.
async fn finish(
    tx: &mut TenantTx,
    ctx: &Ctx,
    locked: &LockedLine,
    action: Action,
    facts: Value,
) -> ApiResult<BreakBagLine> {
    let LockedLine { break_bag, line } = locked;
    let is_complete = break_bag.status.is_complete();
    let after = store::find_line(tx, break_bag.id, line.id).await?.ok_or_else(ApiError::not_found)?;
    let counts = |parcel: ComparedParcel| count_parcels([&parcel], is_complete);
    let (before, now) = (counts(line.to_compared()), counts(after.to_compared()));
    store::add_counts(tx, break_bag.id, before, now, ctx.now()).await?;
    live::records_changed(tx, &Audience::Staff, RESOURCE.name(), &[break_bag.id]);
    audit::record(tx, ctx, &format!("{RESOURCE}.{action}"), Some(break_bag.id), facts).await?;
    Ok(after.to_line(is_complete))
}

/// Writes a damage. The shipment is locked before the break-bag.
async fn damage(
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    line_id: Uuid,
    seen: &SeenDamage,
) -> ApiResult<BreakBagLine> {
    let mut tx = ctx.begin().await?;
    let found = store::find_line(&mut tx, id, line_id).await?.ok_or_else(ApiError::not_found)?;
    let shipment_ids: Vec<Uuid> = found.shipment_id.into_iter().collect();
    let shipments = tracking_events::lock_many(&mut tx, &RowScope::All, &shipment_ids).await?;
    let locked = lock_line(&mut tx, scope, id, line_id, Action::Scan).await?;
    store::set_damage(&mut tx, line_id, seen.note.as_deref(), seen.photo.as_ref()).await?;
    if !locked.line.is_damaged {
        let parcel = locked.line.seq.zip(locked.line.parcel_count);
        let number = parcel.filter(|(_, count)| *count > 1).map(|(seq, count)| format!("{seq}/{count}"));
        let note = number.into_iter().chain(seen.note.clone()).collect::<Vec<_>>().join(" · ");
        let note = Some(note).filter(|note| !note.is_empty());
        let location = locked.break_bag.place.clone();
        let time_zone = locked.break_bag.time_zone.clone();
        let event = NewEvent { note, location, time_zone, ..NewEvent::now(DAMAGED, Source::User, ctx) };
        tracking_events::record_for_many(&mut tx, &shipments, &event).await?;
    }
    let facts = json!({
        "code": locked.line.code, "parcel_number": locked.line.seq, "damage": seen.note, "photo": seen.photo.is_some(),
    });
    let data = finish(&mut tx, ctx, &locked, Action::Scan, facts).await?;
    tx.commit().await?;
    Ok(data)
}

fn filter_lines(only: Option<BreakBagLineFilter>, is_complete: bool) -> Where {
    let is_only = |filter| only == Some(filter);
    Where::all()
        .only("l.is_expected and l.scanned_at is null", is_only(BreakBagLineFilter::Missing))
        .only("l.is_expected and l.scanned_at is not null", is_only(BreakBagLineFilter::Found))
        .only("not l.is_expected", is_only(BreakBagLineFilter::Over))
        .only("l.is_damaged", is_only(BreakBagLineFilter::Damaged))
        .only(
            "l.resolution is null and (not l.is_expected or l.is_damaged or l.scanned_at is null)",
            is_only(BreakBagLineFilter::Open) && is_complete,
        )
        .only(
            "l.resolution is null and (not l.is_expected or l.is_damaged)",
            is_only(BreakBagLineFilter::Open) && !is_complete,
        )
}
