//! `/stock-movements`: the list.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::model::StockMovement;
use super::movement_view::to_view;
use super::store::{self, MOVEMENTS, MovementFilter};
use crate::movement_kind::MovementKind;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::Page;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[("posted_at", "m.position"), ("quantity", "m.quantity")];

pub struct StockMovementApi;

#[OpenApi(prefix_path = "/stock-movements", tag = "Tag::Stock")]
impl StockMovementApi {
    /// List movements of goods
    ///
    /// Sort by `posted_at` or `quantity`. Default: the newest first.
    #[oai(path = "/", method = "get", operation_id = "stock_movement_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn stock_movement_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Those of a lot in a place.
        stock_id: Query<Option<Uuid>>,
        item_id: Query<Option<Uuid>>,
        lot_id: Query<Option<Uuid>>,
        place_id: Query<Option<Uuid>>,
        /// Picks for a list.
        pick_list_id: Query<Option<Uuid>>,
        kind: Query<Option<MovementKind>>,
    ) -> ApiResult<Json<Page<StockMovement>>> {
        let scope = ctx.scope(Resource::Stock, Action::Show)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let filter = MovementFilter {
            stock_id: stock_id.0,
            item_id: item_id.0,
            lot_id: lot_id.0,
            place_id: place_id.0,
            pick_list_id: pick_list_id.0,
            kind: kind.0,
        };
        let filter = filter.narrow(store::build_filter(&scope, Where::all()));
        let mut tx = ctx.begin().await?;
        let (rows, meta) = MOVEMENTS.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| to_view(&ctx, &scope, row)).collect();
        Ok(Json(Page { data, meta }))
    }
}
