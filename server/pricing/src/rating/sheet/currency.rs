//! The currency that the headers and titles of a sheet name.

use super::super::money::Currency;
use super::words::words;
use trade::countries::is_currency;

const SIGNS: [(&str, &str); 9] = [
    ("US$", "USD"),
    ("R$", "BRL"),
    ("CA$", "CAD"),
    ("A$", "AUD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("元", "CNY"),
];
const NAMES: [(&str, &str); 12] = [
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("reais", "BRL"),
    ("yen", "JPY"),
    ("iene", "JPY"),
    ("ienes", "JPY"),
    ("rmb", "CNY"),
    ("欧元", "EUR"),
    ("美元", "USD"),
    ("人民币", "CNY"),
    ("日元", "JPY"),
    ("英镑", "GBP"),
];
/// Codes of currencies that are words of headers too.
const WORDS: [&str; 4] = ["ALL", "TOP", "TRY", "CUP"];

/// Whether a header or a title names a currency, and not this one. A code alone, such as `MAD` for Madrid, is the name of
/// a zone.
pub fn names_other(text: &str, currency: Currency) -> bool {
    let mut named = codes(text).into_iter().peekable();
    named.peek().is_some() && named.all(|code| code != currency.code())
}

fn codes(text: &str) -> Vec<String> {
    let signs =
        SIGNS.iter().filter(|(sign, code)| text.contains(sign) && !(*code == "CNY" && has_other_yuan(text)));
    let mut found: Vec<String> = signs.map(|(_, code)| (*code).to_owned()).collect();
    let words = words(text);
    // No space separates Chinese words.
    let is_named =
        |name: &str| words.iter().any(|word| word == name) || (!name.is_ascii() && text.contains(name));
    let named = NAMES.iter().filter(|(name, _)| is_named(name));
    found.extend(named.map(|(_, code)| (*code).to_owned()));
    if words.len() > 1 || text.contains(['(', '[']) {
        let capital = words.iter().map(|word| word.to_uppercase());
        found.extend(capital.filter(|word| is_currency(word) && !WORDS.contains(&word.as_str())));
    }
    found
}

/// 美元, 欧元 and 日元 end in the sign of the yuan.
fn has_other_yuan(text: &str) -> bool {
    ["美元", "欧元", "日元"].iter().any(|name| text.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_in_another_currency_is_found() {
        let brl = Currency::new("BRL", 2).unwrap();
        for text in [
            "Zone A EUR",
            "Preço (€)",
            "zone1_jpy",
            "Tarifas em euros",
            "All prices in USD",
            "Zona 1 US$",
            "价格（美元）",
        ] {
            assert!(names_other(text, brl), "{text}");
        }
        for text in
            ["Zona 1", "MAD", "Zona 1 R$/kg", "Preço (BRL)", "Prices in USD and BRL", "All zones", "Peso"]
        {
            assert!(!names_other(text, brl), "{text}");
        }
    }
}
