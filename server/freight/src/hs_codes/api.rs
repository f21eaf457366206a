//! `/hs_codes`.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::store::{self, HsCode, Sought};
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::tags::Tag;

pub struct HsCodeApi;

#[OpenApi(prefix_path = "/hs_codes", tag = "Tag::Shipments")]
impl HsCodeApi {
    /// List tariff codes to choose from
    ///
    /// Items of the client's earlier shipments that match, with what was declared of one unit, newest first and at most 5,
    /// then at most 20 codes of the Harmonized System (2022) by words or by their first digits. When nothing has all words,
    /// the codes with most of them. Without `search`, only the earlier items. The names are in English, and in Portuguese
    /// where they are known; everyday words are also found in Spanish and Chinese.
    #[oai(path = "/select", method = "get", operation_id = "hs_code_select")]
    async fn hs_code_select(
        &self,
        ctx: Ctx,
        /// Words of the goods, or first digits of the code.
        #[oai(validator(max_length = 100))]
        search: Query<Option<String>>,
        /// Client whose earlier items are listed. Ignored for users of a client or a partner.
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Items<HsCode>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Create)?;
        let may_choose = ctx.grants.allow(Resource::Client, Action::Select);
        let client_id = scope.client_of(client_id.0.filter(|_| may_choose), None);
        let sought = Sought::parse(search.as_deref().unwrap_or_default());
        let mut tx = ctx.begin().await?;
        let mut data: Vec<HsCode> =
            store::earlier_query(&scope, client_id, &sought).build_query_as().fetch_all(&mut *tx).await?;
        data.extend(store::find(&mut tx, &sought).await?);
        if data.is_empty() {
            data = store::find_in_part(&mut tx, &sought).await?;
        }
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}
