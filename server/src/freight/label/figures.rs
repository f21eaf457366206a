//! Numbers in the format of the label's language.

use rust_decimal::Decimal;

use super::Money;
use super::captions::Captions;

/// For example `1.25 kg`.
pub fn weight(grams: i32, captions: &Captions) -> String {
    let kilograms = Decimal::new(i64::from(grams), 3).normalize();
    format!("{} kg", number(&kilograms.to_string(), captions))
}

/// For example `60 × 40 × 7.5 cm`.
pub fn size(millimetres: [i32; 3], captions: &Captions) -> String {
    let sides = millimetres.map(|side| {
        let centimetres = Decimal::new(i64::from(side), 1).normalize();
        number(&centimetres.to_string(), captions)
    });
    format!("{} cm", sides.join(" × "))
}

/// For example `USD 1,234.50`.
pub fn money(money: &Money, captions: &Captions) -> String {
    format!("{} {}", money.currency, number(&format!("{:.2}", money.amount), captions))
}

fn number(plain: &str, captions: &Captions) -> String {
    let (whole, fraction) = plain.split_once('.').map_or((plain, None), |(whole, rest)| (whole, Some(rest)));
    let mut shown = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = whole.len() - index;
        if index > 0 && left.is_multiple_of(3) && !shown.ends_with('-') {
            shown.push(captions.group_mark);
        }
        shown.push(digit);
    }
    if let Some(fraction) = fraction {
        shown.push(captions.decimal_mark);
        shown.push_str(fraction);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::messages::Language;

    #[test]
    fn figures_follow_the_language() {
        let (en, pt) = (Captions::of(Language::En), Captions::of(Language::PtBr));
        assert_eq!(weight(1_250, en), "1.25 kg");
        assert_eq!(weight(1_250_000, pt), "1.250 kg");
        assert_eq!(weight(5, pt), "0,005 kg");
        assert_eq!(size([600, 400, 75], en), "60 × 40 × 7.5 cm");
        let value = Money { amount: Decimal::new(123_456_789, 2), currency: "USD".to_owned() };
        assert_eq!(money(&value, en), "USD 1,234,567.89");
        assert_eq!(money(&value, pt), "USD 1.234.567,89");
    }
}
