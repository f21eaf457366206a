//! Lines and values of the messages.

use rust_decimal::{Decimal, RoundingStrategy};

use super::text::write_text;
use crate::snapshot::HouseParty;
use trade::money::in_currency;

const NAME: usize = 35;
const STREET: usize = 35;
const PLACE: usize = 17;
const STATE: usize = 9;
const POSTCODE: usize = 9;
const PHONE: usize = 25;

/// A message under way.
#[derive(Default)]
pub struct Message {
    text: String,
}

impl Message {
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push_str("\r\n");
    }

    /// The lines of a party in the form of FWB/16 and FHL/4: by their places, without labels.
    pub fn party(&mut self, role: &str, party: &HouseParty) {
        self.line(role);
        self.line(&format!("/{}", field(&party.name, NAME)));
        self.line(&format!("/{}", field(&party.street, STREET)));
        let state = party.state.as_deref().map(|state| field(state, STATE)).unwrap_or_default();
        let state = if state.is_empty() { String::new() } else { format!("/{state}") };
        self.line(&format!("/{}{state}", field(&party.city, PLACE)));
        let mut last = format!("/{}", field(&party.country, 2));
        let postcode = party.postcode.as_deref().map(|it| field(it, POSTCODE)).unwrap_or_default();
        let phone = party.phone.as_deref().map(digits).unwrap_or_default();
        if !postcode.is_empty() || !phone.is_empty() {
            last = format!("{last}/{postcode}");
        }
        if !phone.is_empty() {
            last = format!("{last}/TE/{}", &phone[..phone.len().min(PHONE)]);
        }
        self.line(&last);
    }

    pub fn finish(self) -> String {
        self.text
    }
}

/// The text of a field; empty if nothing of it is left.
pub fn field(text: &str, max_characters: usize) -> String {
    write_text(text, max_characters).map(|line| line.text).unwrap_or_default()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Kilograms with one decimal, rounded half up, and at least 0.1.
pub fn kilograms(grams: i64) -> String {
    let tenths = ((grams + 50) / 100).max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Cubic metres with two decimals, at least 0.01.
pub fn cubic_metres(cm3: i64) -> String {
    let hundredths = ((cm3 + 5_000) / 10_000).max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// An amount with the decimals of its currency, at most two.
pub fn amount(amount: Decimal, currency: &str) -> String {
    let rounded = amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    in_currency(rounded, Some(currency)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_and_volumes_are_rounded_half_up_and_never_nothing() {
        assert_eq!(
            [0, 49, 50, 14_449, 14_450, 42_000].map(kilograms),
            ["0.1", "0.1", "0.1", "14.4", "14.5", "42.0"]
        );
        assert_eq!([1, 180_000, 4_686_080].map(cubic_metres), ["0.01", "0.18", "4.69"]);
    }

    #[test]
    fn amounts_have_the_decimals_of_their_currency() {
        let of = |text: &str, currency| amount(text.parse().unwrap(), currency);
        assert_eq!(of("49.9", "USD"), "49.90");
        assert_eq!(of("1500", "JPY"), "1500");
        assert_eq!(of("1.005", "USD"), "1.01");
    }
}
