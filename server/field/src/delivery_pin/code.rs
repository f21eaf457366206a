//! The PIN of a delivery: five digits that follow from the server's secret, and a check digit. Pure.

use subtle::ConstantTimeEq;
use uuid::Uuid;

use server_core::secret::sign;

/// Digits before the check digit.
const RANGE: u64 = 100_000;

/// The PIN of a delivery of this tenant, six digits. `turn` counts how often it was replaced: each turn has another one.
pub fn calculate(server_secret: &str, tenant: &str, delivery_id: Uuid, turn: i16) -> String {
    let turn_of_delivery = [&delivery_id.as_bytes()[..], &turn.to_be_bytes()].concat();
    let bytes = sign(server_secret, "pin of a delivery", &[tenant.as_bytes(), &turn_of_delivery]);
    let number = bytes.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte)) % RANGE;
    let digits = format!("{number:05}");
    format!("{digits}{}", find_check_digit(&digits))
}

/// Whether it was said, however it was grouped.
pub fn matches(said: &str, pin: &str) -> bool {
    let digits: String = said.chars().filter(char::is_ascii_digit).collect();
    bool::from(digits.as_bytes().ct_eq(pin.as_bytes()))
}

/// By Luhn: every wrong digit and nearly every swap of two is found without knowing the PIN.
fn find_check_digit(digits: &str) -> u32 {
    let value = |(at, digit): (usize, u32)| match at % 2 {
        0 if digit > 4 => 2 * digit - 9,
        0 => 2 * digit,
        _ => digit,
    };
    let sum: u32 = digits.chars().rev().filter_map(|digit| digit.to_digit(10)).enumerate().map(value).sum();
    (10 - sum % 10) % 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_has_six_digits_of_which_the_last_follows_from_the_others() {
        assert_eq!(find_check_digit("12345"), 5);
        assert_eq!(find_check_digit("00000"), 0);
        for turn in 0..50 {
            let pin = calculate("key", "t_one", Uuid::from_u128(7), turn);
            assert_eq!(pin.len(), 6);
            assert_eq!(find_check_digit(&pin[..5]).to_string(), pin[5..]);
        }
    }

    #[test]
    fn a_pin_is_of_one_delivery_one_tenant_and_one_turn() {
        let id = Uuid::from_u128(7);
        let pin = calculate("key", "t_one", id, 0);
        assert_eq!(calculate("key", "t_one", id, 0), pin);
        let others = [
            calculate("key", "t_two", id, 0),
            calculate("other", "t_one", id, 0),
            calculate("key", "t_one", Uuid::from_u128(8), 0),
            calculate("key", "t_one", id, 1),
        ];
        assert!(others.iter().all(|other| *other != pin), "{pin} {others:?}");
    }

    #[test]
    fn a_pin_is_the_same_in_groups() {
        assert!(matches(" 123 455", "123455"));
        for wrong in ["123456", "12345", "", "１２３４５５"] {
            assert!(!matches(wrong, "123455"), "{wrong}");
        }
    }
}
