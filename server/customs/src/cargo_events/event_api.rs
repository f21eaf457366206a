//! `/mawbs/{id}/events`: what happened to a waybill.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::apply::fold_events;
use super::event_store;
use super::model::CargoEvents;
use crate::waybills::transport;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::Tag;

pub struct CargoEventApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl CargoEventApi {
    /// List the events of a waybill
    ///
    /// With where its pieces are after them.
    #[oai(path = "/:id/events", method = "get", operation_id = "mawb_event_list")]
    async fn mawb_event_list(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<CargoEvents>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let waybill = transport::find_waybill(&mut tx, &scope, *id).await?;
        let data = event_store::list(&mut tx, waybill.id).await?;
        tx.commit().await?;
        let progress = fold_events(&waybill, &data).into();
        Ok(Json(Item { data: CargoEvents { data, progress } }))
    }
}
