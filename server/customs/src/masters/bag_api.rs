//! `/masters/{id}/bags`.

use std::collections::HashMap;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::to_answer;
use super::model::{Master, MasterBagIds, MasterBags};
use super::store::{self, MASTERS, MAX_BAGS, TakenBag};
use super::{RESOURCE, build_filter};
use crate::bags::transport::{self, TransportedBag};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};
use server_core::tags::Tag;

pub struct MasterBagApi;

#[OpenApi(prefix_path = "/masters", tag = "Tag::Consolidation")]
impl MasterBagApi {
    /// List the bags of a master
    #[oai(path = "/:id/bags", method = "get", operation_id = "master_bag_list")]
    async fn master_bag_list(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<MasterBags>> {
        let scope = ctx.scope(RESOURCE, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let _: Master = MASTERS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let data = store::list_bags(&mut tx, *id).await?;
        tx.commit().await?;
        Ok(Json(MasterBags { data }))
    }

    /// Add bags to a master
    ///
    /// All or none: bags of the own branches to its country, which no other master or waybill has and which have not left. Returns
    /// 409 at `bag_ids` with the number of the first one that does not come in.
    #[oai(path = "/:id/bags", method = "post", operation_id = "master_bags_add")]
    async fn master_bags_add(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterBagIds>,
    ) -> ApiResult<Json<Item<Master>>> {
        let scope = ctx.scope(RESOURCE, Action::Update)?;
        let mut tx = ctx.begin().await?;
        // Bags are locked before their master, which is looked for first: 404 comes before what is wrong with the form.
        let _: Master = MASTERS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let bags = lock_bags(&mut tx, &scope, &body.bag_ids).await?;
        let mut change = begin(tx, &ctx, &scope, *id).await?;
        let known = store::list_bag_ids(&mut change.tx, *id).await?;
        let new: Vec<&TransportedBag> = bags.iter().filter(|bag| !known.contains(&bag.id)).collect();
        let ids: Vec<Uuid> = new.iter().map(|bag| bag.id).collect();
        let taken = list_taken(&mut change.tx, &ids).await?;
        let find = |bag: &&TransportedBag| find_refusal(bag, &change.before, &taken, &scope);
        if let Some((code, params)) = new.iter().find_map(find) {
            return Err(ApiError::refused_field("bag_ids", code, params));
        }
        let count = i64::try_from(known.len() + ids.len()).unwrap_or(i64::MAX);
        if count > MAX_BAGS {
            let params = Params::from([("max", MAX_BAGS.into())]);
            return Err(ApiError::refused_field("bag_ids", MessageCode::MasterFull, params));
        }
        store::add_bags(&mut change.tx, *id, &ids, ctx.user.id, ctx.now()).await?;
        let numbers: Vec<&str> = new.iter().map(|bag| bag.number.as_str()).collect();
        tell(&mut change, &ids, json!({ "added": numbers })).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Take bags out of a master
    #[oai(path = "/:id/remove_bags", method = "post", operation_id = "master_bags_remove")]
    async fn master_bags_remove(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<MasterBagIds>,
    ) -> ApiResult<Json<Item<Master>>> {
        let scope = ctx.scope(RESOURCE, Action::Update)?;
        let mut tx = ctx.begin().await?;
        // Bags are locked before their master, which is looked for first: 404 comes before what is wrong with the form.
        let _: Master = MASTERS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let bags = lock_bags(&mut tx, &scope, &body.bag_ids).await?;
        let mut change = begin(tx, &ctx, &scope, *id).await?;
        store::remove_bags(&mut change.tx, *id, &body.bag_ids, ctx.now()).await?;
        let numbers: Vec<&str> = bags.iter().map(|bag| bag.number.as_str()).collect();
        tell(&mut change, &body.bag_ids, json!({ "removed": numbers })).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The change of a master, after its bags were locked: in this order by all.
async fn begin(tx: TenantTx, ctx: &Ctx, scope: &RowScope, id: Uuid) -> ApiResult<Change<Master>> {
    let filter = build_filter(scope, Where::all());
    let change: Change<Master> = Change::begin(tx, ctx, &MASTERS, filter, id).await?;
    change.allow(change.before.verdict(Action::Update), None)?;
    Ok(change)
}

/// Locks bags of the user's branches; 422 when one is unknown.
async fn lock_bags(tx: &mut TenantTx, scope: &RowScope, ids: &[Uuid]) -> ApiResult<Vec<TransportedBag>> {
    let bags = transport::lock_bags(tx, ids).await?;
    let is_own = |bag: &TransportedBag| scope.has_branch(bag.subsidiary_id);
    let all_found = ids.iter().all(|id| bags.iter().any(|bag| bag.id == *id && is_own(bag)));
    if all_found { Ok(bags) } else { Err(ApiError::invalid_field("bag_ids", MessageCode::UnknownOption)) }
}

/// The transports that have some of the bags, by bag.
async fn list_taken(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, TakenBag>> {
    Ok(store::list_taken(tx, ids).await?.into_iter().map(|taken| (taken.bag_id, taken)).collect())
}

fn find_refusal(
    bag: &TransportedBag,
    master: &Master,
    taken: &HashMap<Uuid, TakenBag>,
    scope: &RowScope,
) -> Option<(MessageCode, Params)> {
    use crate::bags::state::BagStep;
    if let Some(other) = taken.get(&bag.id) {
        return Some(other.to_refusal(scope, &bag.number));
    }
    let number = ("number", bag.number.clone().into());
    if bag.destination_country_id != master.to_country_id {
        return Some((MessageCode::BagOtherCountry, Params::from([number])));
    }
    let can_leave = bag.verdict(BagStep::Scan).is_yes() || bag.can_be_sent();
    (!can_leave).then(|| (MessageCode::BagNotReady, Params::from([number])))
}

async fn tell(change: &mut Change<Master>, bag_ids: &[Uuid], facts: serde_json::Value) -> ApiResult<()> {
    live::records_changed(&mut change.tx, &Audience::Staff, Resource::Bag.name(), bag_ids);
    change.record(Action::Update, facts, &Audience::Staff).await
}
