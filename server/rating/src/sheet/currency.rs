//! The currency that the headers and titles of a sheet name.

use super::super::finding::Severity;
use super::super::money::Currency;
use super::number::{is_blank, starts_number};
use super::words::{is_chinese, names_currencies, words};
use super::{Reading, SheetCode};
use trade::countries::is_currency;

/// Currencies whose sign is `$` alone.
const DOLLARS: &[&str] = &[
    "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP", "XCD", "BBD",
    "BMD", "BND", "BSD", "BZD", "CUP", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD",
];
/// Signs with the currencies they stand for. A longer sign comes before one that it contains.
const SIGNS: [(&str, &[&str]); 36] = [
    ("USD $", &["USD"]),
    ("USD$", &["USD"]),
    ("US $", &["USD"]),
    ("US$", &["USD"]),
    ("U$S", &["USD"]),
    ("HK$", &["HKD"]),
    ("NT$", &["TWD"]),
    ("NZ$", &["NZD"]),
    ("MX$", &["MXN"]),
    ("CA$", &["CAD"]),
    ("AU$", &["AUD"]),
    ("AR$", &["ARS"]),
    ("R$", &["BRL"]),
    ("C$", &["CAD"]),
    ("A$", &["AUD"]),
    ("S$", &["SGD"]),
    ("$", DOLLARS),
    ("＄", DOLLARS),
    ("€", &["EUR"]),
    ("£", &["GBP"]),
    ("¥", &["CNY", "JPY"]),
    ("￥", &["CNY", "JPY"]),
    ("円", &["JPY"]),
    ("₹", &["INR"]),
    ("₩", &["KRW"]),
    ("₽", &["RUB"]),
    ("₺", &["TRY"]),
    ("₪", &["ILS"]),
    ("KČ", &["CZK"]),
    ("Kč", &["CZK"]),
    ("zł", &["PLN"]),
    ("kr.", CROWNS),
    ("kr", CROWNS),
    ("SFr.", &["CHF"]),
    ("Fr.", &["CHF"]),
    ("元", &["CNY", "TWD", "HKD"]),
];
/// `kr`; in capitals it is a country.
const CROWNS: &[&str] = &["DKK", "NOK", "SEK", "ISK"];
/// Words for currencies. Parts of a coin are no currency of a table.
const NAMES: [(&str, &[&str]); 70] = [
    ("euro", &["EUR"]),
    ("euros", &["EUR"]),
    ("reais", &["BRL"]),
    ("yen", &["JPY"]),
    ("iene", &["JPY"]),
    ("ienes", &["JPY"]),
    ("yuan", &["CNY"]),
    ("rmb", &["CNY"]),
    ("zł", &["PLN"]),
    ("zloty", &["PLN"]),
    ("dollar", DOLLARS),
    ("dollars", DOLLARS),
    ("dolar", DOLLARS),
    ("dolares", DOLLARS),
    ("us dollar", &["USD"]),
    ("us dollars", &["USD"]),
    ("american dollars", &["USD"]),
    ("dolares americanos", &["USD"]),
    ("dolares dos eua", &["USD"]),
    ("dolares estadounidenses", &["USD"]),
    ("hong kong dollars", &["HKD"]),
    ("canadian dollars", &["CAD"]),
    ("australian dollars", &["AUD"]),
    ("singapore dollars", &["SGD"]),
    ("new zealand dollars", &["NZD"]),
    ("taiwan dollars", &["TWD"]),
    ("dolares canadenses", &["CAD"]),
    ("dolares canadienses", &["CAD"]),
    ("dolares australianos", &["AUD"]),
    ("sterling", &["GBP"]),
    ("libras esterlinas", &["GBP"]),
    ("swiss francs", &["CHF"]),
    ("francs suisses", &["CHF"]),
    ("francos suicos", &["CHF"]),
    ("francos suizos", &["CHF"]),
    ("schweizer franken", &["CHF"]),
    ("mexican pesos", &["MXN"]),
    ("pesos mexicanos", &["MXN"]),
    ("pesos argentinos", &["ARS"]),
    ("pesos chilenos", &["CLP"]),
    ("pesos colombianos", &["COP"]),
    ("pesos uruguayos", &["UYU"]),
    ("rupees", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("dirhams", &["AED", "MAD"]),
    ("kronor", &["SEK"]),
    ("kroner", &["DKK", "NOK"]),
    ("瑞士法郎", &["CHF"]),
    ("卢布", &["RUB"]),
    ("泰铢", &["THB"]),
    ("新台币", &["TWD"]),
    ("欧元", &["EUR"]),
    ("美元", &["USD"]),
    ("美金", &["USD"]),
    ("人民币", &["CNY"]),
    ("日元", &["JPY"]),
    ("英镑", &["GBP"]),
    ("加元", &["CAD"]),
    ("加拿大元", &["CAD"]),
    ("澳元", &["AUD"]),
    ("澳大利亚元", &["AUD"]),
    ("新元", &["SGD"]),
    ("新加坡元", &["SGD"]),
    ("韩元", &["KRW"]),
    ("港币", &["HKD"]),
    ("港元", &["HKD"]),
    ("cents", &[]),
    ("centavos", &[]),
    ("centimos", &[]),
    ("centimes", &[]),
    ("pence", &[]),
];
/// Codes of currencies that are words of headers too.
const WORDS: [&str; 4] = ["ALL", "TOP", "TRY", "CUP"];
/// Codes that name no airport or region, so that a header of one alone names the currency.
const PLAIN_CODES: [&str; 7] = ["USD", "EUR", "GBP", "BRL", "JPY", "CNY", "CHF"];

/// Whether a header or a title names a currency, and not this one. A code alone, such as `MAD` for Madrid, is the name of
/// a zone.
pub fn names_other(text: &str, currency: Currency) -> bool {
    let named = find_currencies(text);
    let is_own = |codes: &Vec<String>| codes.iter().any(|code| code == currency.code());
    let is_part_of_coin = named.iter().any(Vec::is_empty);
    is_part_of_coin || (!named.is_empty() && !named.iter().any(is_own))
}

/// Whether the number format of a workbook's cell names another currency than this one. There, a code stands alone: `[$USD]`.
pub fn is_other_sign(sign: &str, currency: Currency) -> bool {
    names_other(&format!("[{sign}]"), currency)
        || (is_currency(sign) && !sign.eq_ignore_ascii_case(currency.code()))
}

/// The columns of a sheet, for the currencies that are named in them.
pub struct Columns<'a> {
    /// Prices, whose cells are read apart.
    pub is_price: &'a dyn Fn(usize) -> bool,
    /// Nothing is read of these: their own header is no matter, such as that of the same prices in another currency.
    pub is_unread: &'a dyn Fn(usize) -> bool,
}

/// Titles, headers, notes and cells of a column of currencies that name another currency.
pub fn report_currencies(
    rows: &[Vec<String>],
    header_rows: usize,
    columns: &Columns,
    currency: Currency,
    reading: &mut Reading,
) {
    let Columns { is_price, is_unread } = *columns;
    let (head, body) = rows.split_at(header_rows.min(rows.len()));
    let names_column =
        |column: usize| head.iter().any(|row| row.get(column).is_some_and(|text| names_currencies(text)));
    let is_own_header = |index: usize, column: usize| {
        let is_filled = |row: &Vec<String>| row.get(column).is_some_and(|text| !text.trim().is_empty());
        let has_numbers = || body.iter().any(|row| row.get(column).is_some_and(|text| starts_number(text)));
        is_unread(column) && head.iter().rposition(is_filled) == Some(index) && has_numbers()
    };
    for (index, row) in rows.iter().enumerate() {
        let has_price = row.iter().enumerate().any(|(column, text)| is_price(column) && starts_number(text));
        for (column, text) in row.iter().enumerate().filter(|(_, text)| !starts_number(text)) {
            let code = text.trim();
            let is_code = is_currency(code) && !code.eq_ignore_ascii_case(currency.code());
            // "Madrid (MAD)" beside prices is a place.
            let is_place = index >= head.len() && has_price && !names_column(column) && !has_sign(text);
            let is_other = if is_place || is_own_header(index, column) {
                false
            } else if index < head.len() {
                names_other(text, currency) || (is_code && is_code_of_prices(head, index, code, is_price))
            } else if !is_price(column) {
                names_other(text, currency) || (is_code && names_column(column))
            } else {
                false
            };
            if is_other {
                reading.say(Severity::Error, SheetCode::OtherCurrency, (index, column), text);
            }
        }
    }
}

/// Whether a code alone in a header is that of a currency: in a title, above several columns of prices, or among other such
/// codes. `MAD` beside `BCN` is a place.
fn is_code_of_prices(
    head: &[Vec<String>],
    index: usize,
    code: &str,
    is_price: &dyn Fn(usize) -> bool,
) -> bool {
    let texts = || head[index].iter().map(|text| text.trim()).enumerate();
    let filled = texts().filter(|(_, text)| !text.is_empty()).count();
    let of_prices = || texts().filter(move |(column, text)| is_price(*column) && !text.is_empty());
    let is_title = filled == 1 && index + 1 < head.len();
    let is_repeated = of_prices().filter(|(_, text)| *text == code).count() > 1;
    let are_codes = of_prices().all(|(_, text)| is_currency(text));
    is_title || is_repeated || (PLAIN_CODES.contains(&code) && are_codes)
}

fn has_sign(text: &str) -> bool {
    let text = text.to_uppercase();
    SIGNS.iter().any(|(sign, _)| text.contains(sign))
}

/// A cell without the sign at its begin or end; `Err` if the sign is that of other currencies.
pub fn without_sign(text: &str, currency: Currency) -> Result<&str, SheetCode> {
    // 美元 ends in the sign of the yuan.
    let chinese = NAMES.iter().filter(|(name, _)| name.starts_with(is_chinese));
    let found = chinese.chain(&SIGNS).find_map(|(sign, codes)| {
        let rest = text.strip_prefix(sign).or_else(|| text.strip_suffix(sign))?;
        Some((rest, codes))
    });
    match found {
        None => Ok(text),
        Some((rest, codes)) if codes.contains(&currency.code()) => Ok(rest.trim_matches(is_blank)),
        Some(_) => Err(SheetCode::OtherCurrency),
    }
}

/// The currencies that each sign, word and code of a text can mean.
fn find_currencies(text: &str) -> Vec<Vec<String>> {
    let mut found: Vec<&[&str]> = Vec::new();
    let mut rest = text.to_uppercase();
    // 美元, 欧元 and 日元 end in the sign of the yuan.
    for (name, codes) in NAMES.iter().filter(|(name, _)| name.starts_with(is_chinese)) {
        if rest.contains(name) {
            found.push(codes);
            rest = rest.replace(name, " ");
        }
    }
    for (sign, codes) in SIGNS {
        if rest.contains(sign) {
            found.push(codes);
            rest = rest.replace(sign, " ");
        }
    }
    let words = words(text);
    // "US dollars" is one currency, "dollars" many.
    let spoken = format!(" {} ", words.join(" "));
    let is_spoken = |name: &str| {
        !name.starts_with(is_chinese) && spoken.contains(name) && spoken.contains(&format!(" {name} "))
    };
    let spoken_names: Vec<_> = NAMES.iter().filter(|(name, _)| is_spoken(name)).collect();
    let longest = spoken_names.iter().filter(|(name, _)| {
        !spoken_names.iter().any(|(other, _)| other.len() > name.len() && other.contains(name))
    });
    found.extend(longest.map(|(_, codes)| *codes));
    if text.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "kr" | "Kr")) {
        found.push(CROWNS);
    }
    let owned = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
    let mut found: Vec<Vec<String>> = found.into_iter().map(owned).collect();
    if words.len() > 1 || text.contains(['(', '[']) {
        let capital = words.iter().map(|word| word.to_uppercase());
        let codes = capital.filter(|word| is_currency(word) && !WORDS.contains(&word.as_str()));
        found.extend(codes.map(|code| vec![code]));
    }
    found
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
        for text in [
            "Zona 1",
            "MAD",
            "KR",
            "Zona 1 R$/kg",
            "Preço (BRL)",
            "Prices in USD and BRL",
            "All zones",
            "Peso",
        ] {
            assert!(!names_other(text, brl), "{text}");
        }
    }

    #[test]
    fn the_sign_of_a_number_format_is_that_of_the_table_or_another() {
        let brl = Currency::new("BRL", 2).unwrap();
        for sign in ["€", "USD", "TRY", "US$", "$", "zł", "kr.", "CHF", "EUR/kg"] {
            assert!(is_other_sign(sign, brl), "{sign}");
        }
        for sign in ["R$", "BRL", "kg", "até kg", "de", "Zona", "R$/kg", "%"] {
            assert!(!is_other_sign(sign, brl), "{sign}");
        }
    }

    #[test]
    fn a_sign_of_many_currencies_is_one_of_them_and_no_other() {
        let currency = |code| Currency::new(code, 2).unwrap();
        for (text, own, other) in [
            ("Zone A ($)", "USD", "EUR"),
            ("Zona 1 $", "MXN", "BRL"),
            ("价格（￥）", "CNY", "USD"),
            ("Zone A HK$", "HKD", "USD"),
            ("All prices in US dollars", "USD", "CAD"),
            ("Preços em dólares", "USD", "BRL"),
            ("Strefa A (zł)", "PLN", "EUR"),
            ("Zone 1 kr", "SEK", "EUR"),
            ("价格（港元）", "HKD", "CNY"),
        ] {
            assert!(!names_other(text, currency(own)), "{text}");
            assert!(names_other(text, currency(other)), "{text}");
        }
        for text in ["Zone A (cents)", "Zone A (USD cents)"] {
            assert!(names_other(text, currency("USD")), "a part of a coin is no amount of the table");
        }
        assert!(names_other("Prices in Singapore dollars", currency("USD")));
        assert!(names_other("价格（加元）", currency("CNY")));
        for (text, own) in
            [("10,00 zł", "PLN"), ("10美元", "USD"), ("10 Kč", "CZK"), ("kr 10", "SEK"), ("$10", "JMD")]
        {
            assert!(without_sign(text, currency(own)).is_ok_and(|rest| rest.starts_with("10")), "{text}");
        }
        assert_eq!(without_sign("$10", currency("USD")), Ok("10"));
        for (text, other) in [("$10", "BRL"), ("¥1000", "USD"), ("HK$ 10", "USD"), ("10 ₽", "EUR")] {
            assert_eq!(without_sign(text, currency(other)), Err(SheetCode::OtherCurrency), "{text}");
        }
    }
}
