//! A movement as a user sees it: without what lies in other branches, and with what the user can do.

use policy::Resource;
use uuid::Uuid;

use super::model::{StockMovement, StockMovementCan};
use super::posting::PURCHASE;
use crate::movement_kind::MovementKind;
use access::ctx::Ctx;
use access::scope::RowScope;
use policy::Action;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;

impl StockMovement {
    /// Whether it can be taken back.
    pub fn verdict_of_reversal(&self) -> Verdict {
        if self.reversed_by.is_some() {
            return Verdict::no(MessageCode::StockMovementReversed);
        }
        match self.kind {
            // The purchase knows how much of it has come.
            MovementKind::Receipt if self.source_type == PURCHASE => {
                Verdict::no(MessageCode::StockMovementOfPurchase)
            }
            // Goods that were picked come back by a return.
            MovementKind::Reversal | MovementKind::Pick => Verdict::no(MessageCode::StockMovementFinal),
            MovementKind::Return if self.is_settled => Verdict::no(MessageCode::StockMovementFinal),
            _ => Verdict::Yes,
        }
    }

    /// Whether it can have a photo: goods that were taken out, and once.
    pub fn verdict_of_photo(&self) -> Verdict {
        let is_open = self.kind == MovementKind::Remove && !self.has_photo;
        if is_open { Verdict::Yes } else { Verdict::no(MessageCode::StockPhotoRefused) }
    }

    /// Whether so much of it can come back.
    pub fn verdict_of_return(&self, quantity: i32) -> Verdict {
        if self.kind != MovementKind::Pick {
            return Verdict::no(MessageCode::StockMovementFinal);
        }
        let most = self.quantity - self.returned;
        if most == 0 {
            return Verdict::no(MessageCode::StockAllReturned);
        }
        if quantity > most {
            return Verdict::No(MessageCode::StockReturnTooMuch, Params::from([("max", most.into())]));
        }
        Verdict::Yes
    }
}

/// The movement with the permissions of a user, without the ends in branches that the user does not reach.
pub fn to_view(ctx: &Ctx, scope: &RowScope, movement: StockMovement) -> StockMovement {
    let may = |action| ctx.grants.allow(Resource::Stock, action);
    let (_, branches, _) = scope.parts();
    let is_own = |branch: Option<Uuid>| branches.is_none_or(|own| branch.is_some_and(|id| own.contains(&id)));
    let (from, to) = (is_own(movement.from_subsidiary_id), is_own(movement.to_subsidiary_id));
    let can = StockMovementCan {
        reverse: may(Action::Reverse) && movement.verdict_of_reversal().is_yes(),
        return_goods: may(Action::Return) && movement.verdict_of_return(1).is_yes(),
        add_photo: may(Action::Remove) && movement.verdict_of_photo().is_yes(),
    };
    StockMovement {
        from_place_id: movement.from_place_id.filter(|_| from),
        from_place: movement.from_place.clone().filter(|_| from),
        from_after: movement.from_after.filter(|_| from),
        to_place_id: movement.to_place_id.filter(|_| to),
        to_place: movement.to_place.clone().filter(|_| to),
        to_after: movement.to_after.filter(|_| to),
        actor_id: movement.actor_id.filter(|_| !ctx.is_outside()),
        actor_name: movement.actor_name.clone().filter(|_| !ctx.is_outside()),
        can,
        ..movement
    }
}
