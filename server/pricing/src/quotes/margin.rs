//! The company's minimum margin: below it, a price is for those who may see costs to decide.

use rust_decimal::Decimal;

use super::offer::QuoteOffer;
use crate::prices::seen::sees_costs;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::settings::Settings;

/// Whether the margin of an offer with its costs is below the minimum, both in per cent of the price. Without known costs it is
/// not.
fn is_below(offer: &QuoteOffer, minimum: Option<i16>) -> bool {
    let margin = offer.costs.as_ref().and_then(|costs| costs.margin_pct);
    margin.zip(minimum).is_some_and(|(margin, minimum)| margin < Decimal::from(minimum))
}

/// The code against an offer with its costs that this reader of prices may not agree to; none if it is above the minimum.
pub fn refuse_margin(settings: &Settings, offer: &QuoteOffer, is_outside: bool) -> Option<MessageCode> {
    is_below(offer, settings.min_margin_pct).then(|| refusal_of(is_outside))
}

/// People from outside read nothing of margins.
const fn refusal_of(is_outside: bool) -> MessageCode {
    if is_outside { MessageCode::PriceNeedsApproval } else { MessageCode::PriceBelowMargin }
}

/// Whether the user may agree to the price of an offer with its costs.
pub fn may_agree(ctx: &Ctx, settings: &Settings, offer: &QuoteOffer) -> bool {
    sees_costs(ctx) || !is_below(offer, settings.min_margin_pct)
}

/// Returns 409 when the user may not agree to the price.
pub fn require_margin(ctx: &Ctx, settings: &Settings, offer: &QuoteOffer) -> ApiResult<()> {
    if may_agree(ctx, settings, offer) {
        return Ok(());
    }
    Err(ApiError::refused_field("service_id", refusal_of(ctx.is_outside()), Params::new()))
}
