//! Decimals of amounts in their currency.

use rust_decimal::Decimal;

use crate::wire_name;

pub use super::countries::decimals_of;

wire_name! {
    /// Kind of an account at a bank of the United States.
    BankAccountType { Checking = "checking", Savings = "savings" }
}

/// Decimals of amounts without a currency.
const USUAL_DECIMALS: u32 = 2;
/// A number with more decimals than this is calculated, not written by a person.
const MAX_WRITTEN_DECIMALS: u32 = 4;

/// The amount with as many decimals as its currency has. More are kept.
pub fn in_currency(amount: Decimal, currency: Option<&str>) -> Decimal {
    let mut amount = amount.normalize();
    let decimals = currency.map_or(USUAL_DECIMALS, decimals_of);
    if amount.scale() < decimals {
        amount.rescale(decimals);
    }
    amount
}

/// Whether an amount is finer than the smallest coin of its currency.
pub fn has_too_many_decimals(amount: Decimal, decimals: u32) -> bool {
    amount.normalize().scale() > decimals
}

/// Whether a person wrote all these decimals. A spreadsheet that divides writes more, and means a rounded amount.
pub fn is_written(amount: Decimal) -> bool {
    amount.normalize().scale() <= MAX_WRITTEN_DECIMALS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn an_amount_has_the_decimals_of_its_currency() {
        for (text, currency, shown) in [
            ("1500.0000", Some("JPY"), "1500"),
            ("12.3450", Some("KWD"), "12.345"),
            ("12.5", Some("USD"), "12.50"),
            ("12.5", None, "12.50"),
            ("12.3456", Some("USD"), "12.3456"),
        ] {
            assert_eq!(in_currency(amount(text), currency).to_string(), shown);
        }
        assert!(has_too_many_decimals(amount("1500.55"), 0) && !has_too_many_decimals(amount("1500.00"), 0));
        assert!(is_written(amount("33.3333")) && !is_written(amount("33.33333")));
    }
}
