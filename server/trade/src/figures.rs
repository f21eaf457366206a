//! Numbers and dates as a language and a company write them.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use crate::language::Language;
use crate::money::in_currency;
use crate::units::{GRAMS_PER_POUND, MM_PER_INCH, SizeUnit, WeightUnit};

/// How the company writes weights, sizes and dates.
#[derive(Debug, Clone, Copy)]
pub struct Habits {
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    /// November 21 is 11/21.
    pub month_first: bool,
}

#[derive(Debug, Clone)]
pub struct Money {
    pub amount: Decimal,
    pub currency: String,
}

/// For example `1.25 kg` or `2.76 lb`.
pub fn weight(grams: i32, unit: WeightUnit, language: Language) -> String {
    match unit {
        WeightUnit::Kilograms => {
            let kilograms = Decimal::new(i64::from(grams), 3).normalize();
            format!("{} kg", number(&kilograms.to_string(), language))
        }
        WeightUnit::Pounds => {
            format!("{} lb", format_rounded(f64::from(grams) / GRAMS_PER_POUND, 2, language))
        }
    }
}

/// For example `105 cm` or `41.34 in`.
pub fn length(millimetres: f64, unit: SizeUnit, language: Language) -> String {
    match unit {
        SizeUnit::Centimetres => format!("{} cm", format_rounded(millimetres / 10.0, 2, language)),
        SizeUnit::Inches => format!("{} in", format_rounded(millimetres / MM_PER_INCH, 2, language)),
    }
}

/// For example `60 × 40 × 7.5 cm` or `12 × 8 × 4 in`.
pub fn size(millimetres: [f64; 3], unit: SizeUnit, language: Language) -> String {
    let (per_unit, digits, name) = match unit {
        SizeUnit::Centimetres => (10.0, 2, "cm"),
        SizeUnit::Inches => (MM_PER_INCH, 2, "in"),
    };
    let sides = millimetres.map(|side| format_rounded(side / per_unit, digits, language));
    format!("{} {name}", sides.join(" × "))
}

/// For example `USD 1,234.50` and `JPY 1,500`.
pub fn money(money: &Money, language: Language) -> String {
    let amount = in_currency(money.amount, Some(&money.currency));
    format!("{} {}", money.currency, number(&amount.to_string(), language))
}

/// For example `21/11/2026`, or `11/21/2026` in the United States.
pub fn date(date: NaiveDate, language: Language, habits: Habits) -> String {
    let format = match language {
        Language::ZhCn => "%Y/%m/%d",
        Language::En if habits.month_first => "%m/%d/%Y",
        Language::En | Language::PtBr | Language::Es => "%d/%m/%Y",
    };
    date.format(format).to_string()
}

/// The mark of decimals and the mark of thousands.
fn marks(language: Language) -> (char, char) {
    match language {
        Language::En | Language::ZhCn => ('.', ','),
        Language::PtBr | Language::Es => (',', '.'),
    }
}

/// Without zeros at the end.
fn format_rounded(value: f64, digits: usize, language: Language) -> String {
    let text = format!("{value:.digits$}");
    number(text.trim_end_matches('0').trim_end_matches('.'), language)
}

/// A number that is written with a point, for example `1234.5`.
pub fn number(plain: &str, language: Language) -> String {
    let (decimal_mark, group_mark) = marks(language);
    let (whole, fraction) = plain.split_once('.').map_or((plain, None), |(whole, rest)| (whole, Some(rest)));
    let mut shown = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = whole.len() - index;
        if index > 0 && left.is_multiple_of(3) && !shown.ends_with('-') {
            shown.push(group_mark);
        }
        shown.push(digit);
    }
    if let Some(fraction) = fraction {
        shown.push(decimal_mark);
        shown.push_str(fraction);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_the_language() {
        let (en, pt) = (Language::En, Language::PtBr);
        let kilograms = WeightUnit::Kilograms;
        assert_eq!(weight(1_250, kilograms, en), "1.25 kg");
        assert_eq!(weight(1_250_000, kilograms, pt), "1.250 kg");
        assert_eq!(weight(5, kilograms, pt), "0,005 kg");
        assert_eq!(size([600.0, 400.0, 75.0], SizeUnit::Centimetres, en), "60 × 40 × 7.5 cm");
        let value = Money { amount: Decimal::new(123_456_789, 2), currency: "USD".to_owned() };
        assert_eq!(money(&value, en), "USD 1,234,567.89");
        assert_eq!(money(&value, pt), "USD 1.234.567,89");
        let yen = Money { amount: Decimal::new(15_000_000, 4), currency: "JPY".to_owned() };
        assert_eq!(money(&yen, en), "JPY 1,500");
        let dinar = Money { amount: Decimal::new(12_345, 3), currency: "KWD".to_owned() };
        assert_eq!(money(&dinar, en), "KWD 12.345");
    }

    #[test]
    fn pounds_and_inches_are_printed_as_typed() {
        let en = Language::En;
        assert_eq!(weight(1_814, WeightUnit::Pounds, en), "4 lb");
        assert_eq!(weight(2_041, WeightUnit::Pounds, en), "4.5 lb");
        assert_eq!(size([304.8, 203.2, 101.6], SizeUnit::Inches, en), "12 × 8 × 4 in");
        assert_eq!(size([311.2, 254.0, 2540.0], SizeUnit::Inches, en), "12.25 × 10 × 100 in");
    }

    #[test]
    fn a_date_has_the_order_of_the_company() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let habits = |month_first| Habits {
            weight_unit: WeightUnit::Pounds,
            size_unit: SizeUnit::Inches,
            month_first,
        };
        assert_eq!(date(day, Language::En, habits(true)), "11/21/2026");
        assert_eq!(date(day, Language::En, habits(false)), "21/11/2026");
        assert_eq!(date(day, Language::PtBr, habits(true)), "21/11/2026");
        assert_eq!(date(day, Language::ZhCn, habits(true)), "2026/11/21");
    }
}
