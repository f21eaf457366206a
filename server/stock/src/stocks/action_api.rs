//! `/stocks`: goods come in, move, are taken out and corrected by hand.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::hand;
use super::model::{StockAdjustment, StockMove, StockMovementAnswer, StockReceipt, StockRemoval};
use super::receipt;
use super::store;
use crate::movement_kind::MovementKind;
use crate::movements::posting::Posting;
use crate::stock_places::StockPlaceKind;
use crate::target_places;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct StockActionApi;

#[OpenApi(prefix_path = "/stocks", tag = "Tag::Stock")]
impl StockActionApi {
    /// Receive goods
    ///
    /// Goods of a lot that came before join it. Goods that have expired go to quarantine. The same `key` again changes
    /// nothing, and has the first answer.
    #[oai(path = "/receive", method = "post", operation_id = "stock_receive")]
    async fn stock_receive(
        &self,
        ctx: Ctx,
        body: Body<StockReceipt>,
    ) -> ApiResult<Json<Item<StockMovementAnswer>>> {
        let scope = ctx.scope(Resource::Stock, Action::Receive)?;
        let mut tx = ctx.begin().await?;
        let again = hand::answer_again(&mut tx, &ctx, &scope, body.key, MovementKind::Receipt).await?;
        let data = match again {
            Some(answer) => answer,
            None => {
                let posting = receipt::check(&mut tx, &ctx, &scope, &body).await?;
                hand::post(&mut tx, &ctx, &scope, Action::Receive, posting).await?
            }
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Move goods to another place
    ///
    /// Returns 409 `stock_not_enough` with what is free. The same `key` again changes nothing, and has the first answer.
    #[oai(path = "/:id/move", method = "post", operation_id = "stock_move")]
    async fn stock_move(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<StockMove>,
    ) -> ApiResult<Json<Item<StockMovementAnswer>>> {
        let scope = ctx.scope(Resource::Stock, Action::Move)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let stock = store::find(&mut tx, &scope, *id).await?;
        let again = hand::answer_again(&mut tx, &ctx, &scope, body.key, MovementKind::Move).await?;
        if let Some(data) = again {
            return Ok(Json(Item { data }));
        }
        let mut errors = FieldErrors::default();
        let occurred_at = hand::check_time(body.occurred_at, ctx.now(), &mut errors);
        match target_places::lock(&mut tx, &scope, body.to_place_id).await? {
            Err(code) => errors.push("to_place_id", code),
            Ok(place) if place.id == stock.place_id => {
                errors.push("to_place_id", MessageCode::StockSamePlace);
            }
            Ok(place) if stock.facts(today).is_expired && place.kind != StockPlaceKind::Quarantine => {
                errors.push("to_place_id", MessageCode::StockExpiredToQuarantine);
            }
            Ok(_) => {}
        }
        errors.into_result()?;
        let posting = Posting {
            from_place_id: Some(stock.place_id),
            to_place_id: Some(body.to_place_id),
            reason: optional(body.reason.as_ref()),
            occurred_at,
            ..hand::start(&ctx, body.key, MovementKind::Move, stock.lot_id, body.quantity)
        };
        let data = hand::post(&mut tx, &ctx, &scope, Action::Move, posting).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Take goods out for good
    ///
    /// Returns 409 `stock_not_enough` with what is free. The same `key` again changes nothing, and has the first answer.
    #[oai(path = "/:id/remove", method = "post", operation_id = "stock_remove")]
    async fn stock_remove(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<StockRemoval>,
    ) -> ApiResult<Json<Item<StockMovementAnswer>>> {
        let scope = ctx.scope(Resource::Stock, Action::Remove)?;
        let mut tx = ctx.begin().await?;
        let stock = store::find(&mut tx, &scope, *id).await?;
        let again = hand::answer_again(&mut tx, &ctx, &scope, body.key, MovementKind::Remove).await?;
        if let Some(data) = again {
            return Ok(Json(Item { data }));
        }
        let mut errors = FieldErrors::default();
        let reason = required("reason", &body.reason, &mut errors);
        let occurred_at = hand::check_time(body.occurred_at, ctx.now(), &mut errors);
        errors.into_result()?;
        let posting = Posting {
            from_place_id: Some(stock.place_id),
            removal: Some(body.removal),
            reason: Some(reason),
            occurred_at,
            ..hand::start(&ctx, body.key, MovementKind::Remove, stock.lot_id, body.quantity)
        };
        let data = hand::post(&mut tx, &ctx, &scope, Action::Remove, posting).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Correct what is there
    ///
    /// By a difference, so that what others move meanwhile stays. Returns 409 `stock_not_enough` for more than is free, and
    /// `stock_place_deleted` for units that are added in a place that is deleted. The same `key` again changes nothing, and has the
    /// first answer.
    #[oai(path = "/:id/adjust", method = "post", operation_id = "stock_adjust")]
    async fn stock_adjust(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<StockAdjustment>,
    ) -> ApiResult<Json<Item<StockMovementAnswer>>> {
        let scope = ctx.scope(Resource::Stock, Action::Adjust)?;
        let mut tx = ctx.begin().await?;
        let stock = store::find(&mut tx, &scope, *id).await?;
        let again = hand::answer_again(&mut tx, &ctx, &scope, body.key, MovementKind::Adjust).await?;
        if let Some(data) = again {
            return Ok(Json(Item { data }));
        }
        let mut errors = FieldErrors::default();
        let reason = required("reason", &body.reason, &mut errors);
        let occurred_at = hand::check_time(body.occurred_at, ctx.now(), &mut errors);
        if body.difference == 0 {
            errors.push("difference", MessageCode::Required);
        }
        errors.into_result()?;
        let place = Some(stock.place_id);
        let adds = body.difference > 0;
        let posting = Posting {
            from_place_id: place.filter(|_| !adds),
            to_place_id: place.filter(|_| adds),
            reason: Some(reason),
            occurred_at,
            ..hand::start(&ctx, body.key, MovementKind::Adjust, stock.lot_id, body.difference.abs())
        };
        let data = hand::post(&mut tx, &ctx, &scope, Action::Adjust, posting).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}
