//! The value of the goods of a line from what was paid for all of them.

use rust_decimal::{Decimal, RoundingStrategy};

use super::model::OrderItem;
use server_core::http::amounts::UNIT_DECIMALS;
use trade::money::round_to_coins;

/// The goods of a line, worth together what was paid for them. Where no value of one unit makes that sum, the last unit stands
/// alone with the rest.
pub fn share_total(item: OrderItem, total: Decimal, currency: Option<&str>) -> Vec<OrderItem> {
    let quantity = item.quantity;
    if quantity <= Decimal::ZERO {
        return vec![item];
    }
    let total = round_to_coins(total, currency);
    let Some(exact) = total.checked_div(quantity) else { return vec![item] };
    let near = exact.round_dp(UNIT_DECIMALS).normalize();
    let worth = |value: Decimal, quantity: Decimal| {
        value.checked_mul(quantity).map(|sum| round_to_coins(sum, currency))
    };
    let with = |quantity: Decimal, value: Decimal| OrderItem {
        quantity,
        unit_value: Some(value.normalize()),
        ..item.clone()
    };
    let others = quantity - Decimal::ONE;
    if worth(near, quantity) == Some(total) || others <= Decimal::ZERO {
        return vec![with(quantity, near)];
    }
    let below = exact.round_dp_with_strategy(UNIT_DECIMALS, RoundingStrategy::ToZero);
    match worth(below, others) {
        Some(sum) => vec![with(others, below), with(Decimal::ONE, total - sum)],
        None => vec![with(quantity, near)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(quantity: i64, total: &str, currency: &str) -> Vec<OrderItem> {
        let item = OrderItem {
            description: "Caneca".into(),
            sku: None,
            quantity: quantity.into(),
            unit_value: None,
            unit_weight_g: None,
            hs_code: None,
            origin_country: None,
        };
        share_total(item, total.parse().unwrap(), Some(currency))
    }

    fn shown(quantity: i64, total: &str) -> Vec<String> {
        let lines = share(quantity, total, "BRL").into_iter();
        lines.map(|one| format!("{} × {}", one.quantity, one.unit_value.unwrap_or_default())).collect()
    }

    #[test]
    fn one_value_stands_for_all_units_where_it_makes_the_sum() {
        assert_eq!(shown(3, "50.00"), ["3 × 16.6667"]);
        assert_eq!(shown(2, "12.50"), ["2 × 6.25"]);
        assert_eq!(shown(1, "0.01"), ["1 × 0.01"]);
        assert_eq!(shown(0, "0.01"), ["0 × 0"]);
    }

    #[test]
    fn the_last_unit_has_the_rest() {
        assert_eq!(shown(300, "10.00"), ["299 × 0.0333", "1 × 0.04"]);
        assert_eq!(shown(1_000, "0.06"), ["999 × 0", "1 × 0.06"]);
    }

    #[test]
    fn the_lines_are_worth_what_was_paid_in_any_currency() {
        for currency in ["BRL", "JPY", "KWD"] {
            for quantity in [1, 2, 3, 7, 300, 999, 70_000] {
                for total in ["0.01", "1", "9.99", "100", "123456.78"] {
                    let lines = share(quantity, total, currency).into_iter();
                    let worth = |one: OrderItem| one.quantity * one.unit_value.unwrap_or_default();
                    let sum: Decimal = lines.map(|one| round_to_coins(worth(one), Some(currency))).sum();
                    let paid = round_to_coins(total.parse().unwrap(), Some(currency));
                    assert_eq!(sum, paid, "{quantity} × {total} {currency}");
                }
            }
        }
    }
}
