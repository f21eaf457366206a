//! Limits of a service, which hold for every price table.

use rust_decimal::{Decimal, RoundingStrategy};

use super::fx::Fx;
use super::measure::{Length, Size, Weight};
use super::money::Money;
use super::outcome::{Quantity, Refusal, RefusalCode};
use super::request::{Contents, Parcel, Request};

/// Limits of a service. Each compares actual weights and entered sizes; a value equal to its limit is accepted,
/// and so is a parcel without a size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    pub min_parcel_weight: Option<Weight>,
    pub max_parcel_weight: Option<Weight>,
    pub max_shipment_weight: Option<Weight>,
    pub max_side: Option<Length>,
    pub max_sides_sum: Option<Length>,
    pub max_length_and_girth: Option<Length>,
    pub max_pieces: Option<u32>,
    /// Highest declared value of the shipment. Values in other currencies are compared at the rate of the day.
    pub max_value: Option<Money>,
    /// Accepted contents; empty for all.
    pub contents: Vec<Contents>,
}

impl Limits {
    /// All limits that the request exceeds.
    pub fn check(&self, request: &Request, fx: &Fx) -> Vec<Refusal> {
        let mut refused = Vec::new();
        for parcel in &request.parcels {
            self.check_weight(parcel, &mut refused);
            self.check_size(parcel, &mut refused);
        }
        self.check_shipment_weight(request, &mut refused);
        if let Some(limit) = self.max_pieces.filter(|limit| request.pieces() > *limit) {
            let value = Quantity::Pieces(request.pieces());
            refused.push(Refusal::over(RefusalCode::OverPieces, Quantity::Pieces(limit), value));
        }
        if !self.contents.is_empty() && !self.contents.contains(&request.contents) {
            refused.push(Refusal::new(RefusalCode::ContentsNotAccepted));
        }
        refused.extend(self.check_value(request, fx));
        refused
    }

    fn check_weight(&self, parcel: &Parcel, refused: &mut Vec<Refusal>) {
        let Some(weight) = parcel.weight else { return };
        let refuse = |code, limit| Refusal::over(code, Quantity::Weight(limit), Quantity::Weight(weight));
        let over = self.max_parcel_weight.filter(|limit| weight.exceeds(limit));
        let under = self.min_parcel_weight.filter(|limit| limit.exceeds(&weight));
        refused.extend(over.map(|limit| refuse(RefusalCode::OverWeight, limit)));
        refused.extend(under.map(|limit| refuse(RefusalCode::UnderWeight, limit)));
    }

    fn check_size(&self, parcel: &Parcel, refused: &mut Vec<Refusal>) {
        type Measured = fn(&Size) -> Length;
        let limits: [(Option<Length>, Measured, RefusalCode); 3] = [
            (self.max_side, Size::longest, RefusalCode::OverLength),
            (self.max_sides_sum, Size::sum, RefusalCode::OverSidesSum),
            (self.max_length_and_girth, Size::length_and_girth, RefusalCode::OverLengthAndGirth),
        ];
        let Some(size) = &parcel.size else { return };
        for (limit, measured, code) in limits {
            let value = measured(size);
            if let Some(limit) = limit.filter(|limit| value.exceeds(limit)) {
                refused.push(Refusal::over(code, Quantity::Length(limit), Quantity::Length(value)));
            }
        }
    }

    fn check_shipment_weight(&self, request: &Request, refused: &mut Vec<Refusal>) {
        let Some(limit) = self.max_shipment_weight else { return };
        let weight = |parcel: &Parcel| {
            parcel.weight.map_or(Decimal::ZERO, |weight| weight.in_unit(limit.unit))
                * Decimal::from(parcel.pieces)
        };
        let sum = Weight::new(request.parcels.iter().map(weight).sum(), limit.unit);
        if sum.exceeds(&limit) {
            let (limit, value) = (Quantity::Weight(limit), Quantity::Weight(sum));
            refused.push(Refusal::over(RefusalCode::OverShipmentWeight, limit, value));
        }
    }

    fn check_value(&self, request: &Request, fx: &Fx) -> Option<Refusal> {
        let (limit, value) = (self.max_value?, request.declared_value?);
        let Some(converted) = fx.convert(value, limit.currency) else {
            return Some(Refusal::no_rate(value.currency, limit.currency));
        };
        if converted <= limit.amount {
            return None;
        }
        // The sender reads what can be declared, in whole coins of the currency that is declared.
        let most = fx
            .convert(limit, value.currency)
            .map(|most| most.round_dp_with_strategy(value.currency.decimals(), RoundingStrategy::ToZero));
        let limit = most.map_or(limit, |most| Money::exact(most, value.currency));
        Some(Refusal::over(RefusalCode::OverValue, Quantity::Money(limit), Quantity::Money(value)))
    }
}
