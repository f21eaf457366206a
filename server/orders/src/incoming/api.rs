//! `POST /shop-orders`.

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::intake::{self, IncomingOrder};
use super::model::{ShopOrder, ShopOrderInput};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::Tag;

pub struct ShopOrderApi;

#[OpenApi(tag = "Tag::Integrations")]
impl ShopOrderApi {
    /// Take an order
    ///
    /// It becomes the draft of a shipment. A value that cannot be used is left out, and what the order does not say is guessed:
    /// `problems` names each with its field, and people see them at the draft. The same order again, by its channel and number,
    /// has the shipment of the first time and changes nothing; `is_changed` says that its contents are others. Needs the right
    /// `shipment.create`.
    #[oai(path = "/shop-orders", method = "post", operation_id = "shop_order_create")]
    async fn shop_order_create(
        &self,
        ctx: Ctx,
        body: Body<ShopOrderInput>,
    ) -> ApiResult<Json<Item<ShopOrder>>> {
        let incoming = IncomingOrder { order: body.0, problems: Vec::new(), shop_id: None };
        let (data, tx) = intake::take(&ctx, &incoming).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}
