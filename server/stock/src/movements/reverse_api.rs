//! `/stock-movements/{id}`: a movement is taken back, goods of a pick come back.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{StockMovement, StockReturn, StockReversal};
use super::posting::Posting;
use super::store;
use crate::lots::LOTS;
use crate::movement_kind::MovementKind;
use crate::stocks::hand;
use crate::stocks::model::StockMovementAnswer;
use crate::target_places;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::tags::Tag;

pub struct StockReverseApi;

#[OpenApi(prefix_path = "/stock-movements", tag = "Tag::Stock")]
impl StockReverseApi {
    /// Take a movement back
    ///
    /// By a movement the other way. Returns 409 `stock_not_enough` when the goods are gone from where they were put, and
    /// `stock_movement_reversed` when it was taken back before, and `stock_place_deleted` when goods would go back into a place that
    /// is deleted. Goods that were picked come back by `stock_return`.
    #[oai(path = "/:id/reverse", method = "post", operation_id = "stock_reverse")]
    async fn stock_reverse(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<StockReversal>,
    ) -> ApiResult<Json<Item<StockMovementAnswer>>> {
        let scope = ctx.scope(Resource::Stock, Action::Reverse)?;
        let mut tx = ctx.begin().await?;
        let movement = lock(&mut tx, &scope, *id).await?;
        let again = hand::answer_again(&mut tx, &ctx, &scope, body.key, MovementKind::Reversal).await?;
        if let Some(data) = again {
            return Ok(Json(Item { data }));
        }
        movement.verdict_of_reversal().guard()?;
        let reason = require("reason", &body.reason)?;
        let posting = Posting {
            from_place_id: movement.to_place_id,
            to_place_id: movement.from_place_id,
            outside: movement.outside,
            of_movement_id: Some(movement.id),
            reason: Some(reason),
            ..hand::start(&ctx, body.key, MovementKind::Reversal, movement.lot_id, movement.quantity)
        };
        let data = hand::post(&mut tx, &ctx, &scope, Action::Reverse, posting).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Record goods that came back
    ///
    /// Goods of a pick, at most so many as were picked. The same `key` again changes nothing, and has the first answer.
    #[oai(path = "/:id/return", method = "post", operation_id = "stock_return")]
    async fn stock_return(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<StockReturn>,
    ) -> ApiResult<Json<Item<StockMovementAnswer>>> {
        let scope = ctx.scope(Resource::Stock, Action::Return)?;
        let mut tx = ctx.begin().await?;
        let movement = lock(&mut tx, &scope, *id).await?;
        let again = hand::answer_again(&mut tx, &ctx, &scope, body.key, MovementKind::Return).await?;
        if let Some(data) = again {
            return Ok(Json(Item { data }));
        }
        let mut errors = FieldErrors::default();
        let occurred_at = hand::check_time(body.occurred_at, ctx.now(), &mut errors);
        if let Err(code) = target_places::lock(&mut tx, &scope, body.place_id).await? {
            errors.push("place_id", code);
        }
        errors.into_result()?;
        if let Verdict::No(code, params) = movement.verdict_of_return(body.quantity) {
            return Err(match code {
                MessageCode::StockReturnTooMuch => ApiError::refused_field("quantity", code, params),
                _ => ApiError::refused(code).with_params(params),
            });
        }
        let posting = Posting {
            to_place_id: Some(body.place_id),
            of_movement_id: Some(movement.id),
            reason: optional(body.reason.as_ref()),
            occurred_at,
            ..hand::start(&ctx, body.key, MovementKind::Return, movement.lot_id, body.quantity)
        };
        let data = hand::post(&mut tx, &ctx, &scope, Action::Return, posting).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// The movement with its lot locked, so that nobody else takes it back meanwhile. A movement with an end in another branch is
/// none of the user.
async fn lock(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<StockMovement> {
    let found = store::find(tx, scope, id).await?;
    LOTS.lock(tx, found.lot_id).await?;
    let movement = store::find(tx, scope, id).await?;
    let (_, branches, _) = scope.parts();
    let is_own = |place: Option<Uuid>, branch: Option<Uuid>| {
        place.is_none() || branches.is_none_or(|own| branch.is_some_and(|id| own.contains(&id)))
    };
    let is_whole = is_own(movement.from_place_id, movement.from_subsidiary_id)
        && is_own(movement.to_place_id, movement.to_subsidiary_id);
    if is_whole { Ok(movement) } else { Err(ApiError::not_found()) }
}
