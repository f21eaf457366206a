//! Changes of a confirmed shipment, whose price is calculated again.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::api::ShipmentUpdate;
use super::confirm::priced;
use super::draft::{Before, prepare};
use super::model::{self, Shipment};
use super::said;
use super::store;
use crate::access::ctx::Ctx;
use crate::audit;
use crate::freight::quotes::charges;
use crate::http::body::Patch;
use crate::http::error::ApiResult;
use crate::http::list::Item;
use crate::tags::Tag;

pub struct ShipmentRepriceApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentRepriceApi {
    /// Change a confirmed shipment
    ///
    /// Omitted fields are unchanged; `parcels` and `items` are replaced as a whole. The price is calculated again: new lines stand
    /// beside the frozen ones. 409 with the reasons of a confirmation if the service does not take the changed shipment, 409
    /// `shipment_not_editable` unless it is confirmed and not labelled yet.
    #[oai(path = "/:id/reprice", method = "patch", operation_id = "shipment_reprice")]
    async fn shipment_reprice(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ShipmentUpdate>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Reprice)?;
        let settings = ctx.settings().await?;
        let mut tx = ctx.begin().await?;
        store::lock(&mut tx, &scope, *id).await?;
        let before = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        model::verdict(before.status, &before.missing, Action::Reprice).guard()?;
        let current = before.input();
        let input = body.change((&current, before.version))?;
        let stood = Before::Changed(&current.fields, before.status);
        let (input, derived) = prepare(&mut tx, &ctx, &scope, input, stood).await?;
        said::changed(&mut tx, &[*id]).await?;
        store::update(&mut tx, *id, &input, &derived).await?;
        said::changed(&mut tx, &[*id]).await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        if !audit::changed(&mut tx, &ctx, "shipment.reprice", *id, (&current, &data.input())).await? {
            tx.rollback().await;
            return Ok(Json(Item { data: before }));
        }
        if let Some(price) = priced(&mut tx, &ctx, &settings, (&data, None)).await? {
            let revision = charges::next_revision(&mut tx, *id).await?;
            charges::freeze(&mut tx, (*id, revision), &price, (ctx.user.id, ctx.now())).await?;
        }
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}
