//! The texts of message codes.
//!
//! They are in `openapi/messages/<language>.json`, which the web uses as well, so a message has the same wording everywhere.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::NaiveDate;
use rust_decimal::Decimal;

use super::messages::{Language, MessageCode, Params};
use trade::figures::{self, Habits, Money};
use trade::units::{SizeUnit, WeightUnit};

type Catalogue = BTreeMap<String, String>;

static CATALOGUES: LazyLock<[Catalogue; 4]> = LazyLock::new(|| {
    [
        include_str!("../../../../openapi/messages/en.json"),
        include_str!("../../../../openapi/messages/pt-BR.json"),
        include_str!("../../../../openapi/messages/es.json"),
        include_str!("../../../../openapi/messages/zh-CN.json"),
    ]
    .map(|text| serde_json::from_str(text).expect("openapi/messages/*.json are maps of texts"))
});

impl MessageCode {
    /// The message in a language, with `{{name}}` replaced from `params`, and `{{name, money}}` by the amount with the
    /// currency of `params`, and `{{name, day}}` by the date. Zero and one can have texts of their own.
    pub fn text(self, language: Language, params: &Params) -> String {
        let catalogue = &CATALOGUES[Language::ALL.iter().position(|one| *one == language).unwrap_or(0)];
        let few = find_ending(params).and_then(|end| catalogue.get(&format!("{}{end}", self.as_str())));
        let text = few.or_else(|| catalogue.get(self.as_str()));
        let mut text = text.cloned().unwrap_or_else(|| self.as_str().to_owned());
        for (name, value) in params {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if let Some(money) = money(&value, params) {
                text = text.replace(&format!("{{{{{name}, money}}}}"), &figures::money(&money, language));
            }
            let day = day(&value, language);
            text = text.replace(&format!("{{{{{name}, day}}}}"), day.as_deref().unwrap_or(&value));
            text = text.replace(&format!("{{{{{name}}}}}"), &value);
        }
        text
    }
}

/// Ends of the keys of a text without a number and of one in the singular, as i18next reads them.
const ZERO: &str = "_zero";
const ONE: &str = "_one";
/// Parameters that count something. The web uses the same (`web/src/api/errors.ts`).
const COUNTED: [&str; 4] = ["count", "seconds", "min", "max"];

fn find_ending(params: &Params) -> Option<&'static str> {
    let counted = COUNTED.iter().find_map(|name| params.get(name));
    match counted.and_then(serde_json::Value::as_i64) {
        Some(0) => Some(ZERO),
        Some(1) => Some(ONE),
        _ => None,
    }
}

/// A parameter as an amount in the currency of the message.
fn money(value: &str, params: &Params) -> Option<Money> {
    let amount: Decimal = value.parse().ok()?;
    Some(Money { amount, currency: params.get("currency")?.as_str()?.to_owned() })
}

/// A parameter as a date. English has two orders, so it keeps that of ISO 8601.
fn day(value: &str, language: Language) -> Option<String> {
    let day: NaiveDate = value.parse().ok()?;
    let habits =
        Habits { weight_unit: WeightUnit::Kilograms, size_unit: SizeUnit::Centimetres, month_first: false };
    Some(if language == Language::En { day.to_string() } else { figures::date(day, language, habits) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_text_in_every_language_and_no_text_is_left_over() {
        for (language, catalogue) in Language::ALL.iter().zip(CATALOGUES.iter()) {
            for code in MessageCode::ALL {
                assert!(
                    catalogue.contains_key(code.as_str()),
                    "{} lacks {}",
                    language.as_str(),
                    code.as_str()
                );
            }
            let is_code = |key: &str| MessageCode::from_name(key).is_some();
            let of_no_code = |key: &&String| {
                let counted = [ZERO, ONE].into_iter().find_map(|ending| key.strip_suffix(ending));
                !is_code(key) && !counted.is_some_and(is_code)
            };
            let left: Vec<_> = catalogue.keys().filter(of_no_code).collect();
            assert!(left.is_empty(), "{} has texts without a code: {left:?}", language.as_str());
        }
    }

    #[test]
    fn a_value_stands_in_two_braces() {
        // Users write `{code}` themselves.
        let literal = MessageCode::InvalidTrackingUrl.as_str();
        for (key, text) in CATALOGUES.iter().flatten().filter(|(key, _)| key.as_str() != literal) {
            let single = text.replace("{{", "").replace("}}", "").contains(['{', '}']);
            assert!(!single, "{key}: {text}");
        }
    }

    #[test]
    fn a_message_names_its_values() {
        let params = Params::from([("max", 30.into())]);
        assert!(MessageCode::TooLong.text(Language::En, &params).contains("30"));
    }

    #[test]
    fn one_of_something_is_singular() {
        let text = |language, count: i32| {
            MessageCode::ProfileInUse.text(language, &Params::from([("count", count.into())]))
        };
        assert!(text(Language::En, 1).contains("1 user."));
        assert!(text(Language::En, 2).contains("2 users."));
        assert!(text(Language::PtBr, 1).contains("1 usuário."));
        assert!(text(Language::ZhCn, 1).contains('1'), "Chinese has one form");
        let wait = Params::from([("seconds", 1.into())]);
        assert!(MessageCode::RateLimited.text(Language::Es, &wait).ends_with("1 segundo."));
    }

    #[test]
    fn a_currency_without_decimals_takes_none() {
        let text = |max: u32| {
            let params = Params::from([("max", max.into())]);
            Language::ALL.map(|language| MessageCode::TooManyDecimals.text(language, &params))
        };
        assert!(text(0).iter().all(|text| !text.contains('0')), "{:?}", text(0));
        assert!(text(2).iter().all(|text| text.contains('2')), "{:?}", text(2));
    }

    #[test]
    fn a_message_writes_amounts_as_its_language_does() {
        let params = Params::from([
            ("available", "200.00".into()),
            ("currency", "BRL".into()),
            ("needed", "1234.5".into()),
        ]);
        let texts = Language::ALL.map(|language| MessageCode::InsufficientFunds.text(language, &params));
        for (text, amount) in
            texts.iter().zip(["BRL 1,234.50", "BRL 1.234,50", "BRL 1.234,50", "BRL 1,234.50"])
        {
            assert!(text.contains(amount) && !text.contains("{{"), "{text}");
        }
    }

    #[test]
    fn a_message_writes_dates_as_its_language_does() {
        let params = Params::from([("date", "2026-12-10".into())]);
        let texts = Language::ALL.map(|language| MessageCode::StockExpiryDiffers.text(language, &params));
        for (text, day) in texts.iter().zip(["2026-12-10", "10/12/2026", "10/12/2026", "2026/12/10"]) {
            assert!(text.contains(day) && !text.contains("{{"), "{text}");
        }
    }

    #[test]
    fn each_day_of_a_refusal_is_written_so() {
        let params = Params::from([("day", "2026-12-10".into()), ("on", "2026-12-10".into())]);
        for language in Language::ALL.into_iter().filter(|one| *one != Language::En) {
            for code in [MessageCode::PickupOtherDay, MessageCode::NoExchangeRate] {
                let text = code.text(language, &params);
                assert!(text.contains("10") && !text.contains("2026-12-10"), "{text}");
            }
        }
    }
}
