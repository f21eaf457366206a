//! The headers of price columns: the zone, and whether the price is per unit of weight.

use std::collections::HashSet;

use super::super::code::Code;
use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::Method;
use super::words::{names_countries, names_prices, names_zones, unit_of, weight_header, words};

/// Words of a zone's header that are no part of its name.
const EXTRA_WORDS: [&str; 26] = [
    "per", "por", "each", "every", "cada", "ex", "vat", "excl", "incl", "price", "prices", "rate", "rates",
    "preço", "preco", "preços", "precio", "precios", "tarifa", "tarifas", "价格", "运费", "单价", "rmb",
    "元", "r$",
];
pub const PER_WORDS: [&str; 8] = ["per", "por", "each", "cada", "every", "pro", "je", "每"];
/// Words between "per" and its unit.
pub const FILLERS: [&str; 9] = ["each", "cada", "every", "o", "el", "the", "a", "um", "un"];
/// Words of a price for more weight, beside that of the first one.
pub const ADDITIONAL: [&str; 13] = [
    "additional",
    "add",
    "extra",
    "subsequent",
    "adicional",
    "adicionais",
    "adicionales",
    "excedente",
    "excedentes",
    "supplementaire",
    "weitere",
    "weiteres",
    "续重",
];
pub const MAX_CODE: usize = 40;

/// A column of prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceColumn {
    pub column: usize,
    pub zone: Code,
    pub method: Method,
    pub per: Option<Per>,
}

/// The meaning of a header for prices per weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    Unit(WeightUnit),
    /// "Per" without a unit: that of the table.
    Unnamed,
    /// For a step of weight, such as 100 g, or each additional 0.5 kg.
    Step,
    /// A unit alone, as in "Zone A (kg)", may mean it.
    Unclear,
}

/// The texts of all header rows in a column.
pub fn join_header(head: &[Vec<String>], column: usize) -> String {
    let texts = head.iter().filter_map(|row| row.get(column));
    texts.map(|text| text.trim()).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The zone and method of each column of prices. Headers may stand in two rows, so the lowest row whose texts differ names
/// the zones; a row that begins with the word for a zone names them in any case. A header without a name, such as that of
/// a single zone, becomes a number; columns without a header are left out.
pub fn price_columns(
    head: &[Vec<String>],
    headers: &[String],
    columns: &[usize],
    currency: Currency,
) -> Vec<PriceColumn> {
    let codes = |row: &Vec<String>| -> Vec<String> {
        let texts = columns.iter().filter_map(|column| row.get(*column));
        texts.map(|text| read_zone_code(text, currency)).filter(|text| !text.is_empty()).collect()
    };
    let differ = |row: &&Vec<String>| {
        let texts = codes(row);
        !texts.is_empty() && texts.iter().collect::<HashSet<_>>().len() == texts.len()
    };
    let is_full = |row: &&Vec<String>| codes(row).len() == columns.len();
    let begins_zones = |row: &&Vec<String>| {
        let corner = row.iter().position(|text| !text.trim().is_empty());
        let corner = corner.filter(|corner| columns.first().is_some_and(|first| corner < first));
        corner.is_some_and(|corner| names_zones(&row[corner])) && is_full(row)
    };
    let lowest = |is_it: &dyn Fn(&&Vec<String>) -> bool| head.iter().rev().find(|row| is_it(row));
    // The row that names the zones, the best guess first. Equal names stay, and are reported later.
    let named = lowest(&begins_zones)
        .or_else(|| lowest(&|row| is_full(row) && differ(row)))
        .or_else(|| lowest(&is_full))
        .or_else(|| lowest(&differ));
    let text = |column: usize| {
        let own = named.and_then(|row| row.get(column)).filter(|text| !text.trim().is_empty());
        own.unwrap_or(&headers[column])
    };
    let is_titled = |column: usize| !headers[column].is_empty();
    // A unit that one cell of the header names for all columns.
    let per_of_all = head
        .iter()
        .flatten()
        .filter(|text| !names_axis(text))
        .find_map(|text| per_unit(text))
        .filter(|_| columns.iter().all(|column| per_unit(&headers[*column]).is_none()));
    let titled = columns.iter().zip(1..).filter(|(column, _)| is_titled(**column));
    titled
        .map(|(column, number)| {
            let code = read_zone_code(text(*column), currency);
            let per_of_lone_unit = || has_lone_unit(text(*column)).then_some(Per::Unclear);
            let per = per_unit(&headers[*column]).or(per_of_all).or_else(per_of_lone_unit);
            PriceColumn {
                column: *column,
                zone: if code.is_empty() { number.to_string().into() } else { code.into() },
                method: match per {
                    Some(Per::Unit(_) | Per::Unnamed) => Method::PerUnit,
                    Some(Per::Step | Per::Unclear) | None => Method::Cell,
                },
                per,
            }
        })
        .collect()
}

/// The header of weights or of zones, where "/kg" is the unit of the weights: `Weight/kg`, `Zone/kg`.
fn names_axis(text: &str) -> bool {
    weight_header(text).is_some() || ((names_zones(text) || names_countries(text)) && !names_prices(text))
}

/// Whether a text says that prices are per weight: `R$/kg`, `per lb`, `每公斤`, `por cada kg`, `per 100 g`.
pub fn per_unit(header: &str) -> Option<Per> {
    let lower = header.to_lowercase();
    let after_slash = lower.split('/').skip(1).find_map(|rest| read_measure(&words(rest)));
    let found = words(header);
    let is_more = found.iter().any(|word| ADDITIONAL.contains(&word.as_str()));
    if is_more && (after_slash.is_some() || found.iter().any(|word| split_unit(word).is_some())) {
        return Some(Per::Step);
    }
    if after_slash.is_some() {
        return after_slash;
    }
    let at = found.iter().position(|word| PER_WORDS.contains(&word.as_str()))?;
    let rest = &found[at + 1..];
    if rest.is_empty() { Some(Per::Unnamed) } else { read_measure(rest) }
}

/// The unit that words begin with: `kg`, `1 kg`, `cada kg`; another number of units is a step.
fn read_measure(words: &[String]) -> Option<Per> {
    let mut numbers = Vec::new();
    for word in words {
        if let Some((number, unit)) = split_unit(word) {
            numbers.extend((!number.is_empty()).then_some(number));
            let (first, decimals) = numbers.split_first().unwrap_or((&"1", &[]));
            let is_one = *first == "1" && decimals.iter().all(|digits| digits.bytes().all(|c| c == b'0'));
            return Some(if is_one { Per::Unit(unit) } else { Per::Step });
        }
        if word.bytes().all(|c| c.is_ascii_digit()) {
            numbers.push(word);
        } else if !FILLERS.contains(&word.as_str()) {
            return None;
        }
    }
    None
}

/// `kg`, or `500g` with its number.
fn split_unit(word: &str) -> Option<(&str, WeightUnit)> {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    Some((&word[..word.len() - unit.len()], unit_of(unit)?))
}

/// Whether a header has a unit of weight that belongs to no number, but for that of the zone: `Zone A (kg)`, `Zona 1 kg`.
/// `Zone G` is no gram.
fn has_lone_unit(header: &str) -> bool {
    let words = words(header);
    let is_number = |word: &String| word.bytes().all(|c| c.is_ascii_digit());
    words.iter().enumerate().any(|(at, word)| {
        let numbers = words[..at].iter().rev().take_while(|word| is_number(word)).count();
        let names_zone = at.checked_sub(numbers + 1).is_some_and(|before| names_zones(&words[before]));
        word != "g" && unit_of(word).is_some() && (numbers == 0 || (numbers == 1 && names_zone))
    })
}

/// The name of a zone without currency, unit and tax: `zone_A_usd_per_lb` is `zone A`.
pub fn read_zone_code(header: &str, currency: Currency) -> String {
    let slashed = header.replace('/', " / ");
    let is_gap = |c: char| {
        c.is_whitespace() || matches!(c, '_' | '(' | ')' | '（' | '）' | '[' | ']' | ',' | '€' | '$')
    };
    let parts: Vec<&str> = slashed.split(is_gap).filter(|part| !part.is_empty()).collect();
    let is_name = |index: usize, part: &str| {
        let lower = part.to_lowercase();
        let before = index.checked_sub(1).map_or("", |before| parts[before]).to_lowercase();
        let follows_per = before == "/" || PER_WORDS.contains(&before.as_str());
        let is_unit = follows_per && unit_of(&lower).is_some();
        let is_sign = header.contains('$') && matches!(lower.as_str(), "r" | "us");
        let is_currency = part.eq_ignore_ascii_case(currency.code());
        !is_currency
            && !is_unit
            && !is_sign
            && part != "/"
            && !EXTRA_WORDS.contains(&lower.trim_end_matches('.'))
    };
    let names = parts.iter().enumerate().filter(|(index, part)| is_name(*index, part));
    let name: Vec<&str> = names.map(|(_, part)| *part).collect();
    name.join(" ").chars().take(MAX_CODE).collect()
}

/// The name of a zone without its kind: `Zone 5`, `zone5` and `5` are the same.
pub fn zone_key(zone: &str) -> String {
    let letters: String = zone.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let kinds = ["zone", "zona", "group", "grupo", "分区", "区域", "区"];
    let rest =
        kinds.iter().find_map(|kind| letters.strip_prefix(kind).or_else(|| letters.strip_suffix(kind)));
    rest.filter(|rest| !rest.is_empty()).map_or(letters.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_has_its_name_without_currency_unit_and_tax() {
        let usd = Currency::DOLLARS;
        for (header, code) in [
            ("zone_A_usd_per_lb", "zone A"),
            ("Zone A (USD/kg)", "Zone A"),
            ("Zona 1 US$/kg", "Zona 1"),
            ("zone_G_usd_per_lb", "zone G"),
            ("DE_eur_ex_vat", "DE eur"),
            ("Zone kg", "Zone kg"),
            ("1区", "1区"),
        ] {
            assert_eq!(read_zone_code(header, usd), code, "{header}");
        }
    }

    #[test]
    fn a_header_says_whether_its_prices_are_per_unit_of_weight_or_per_step() {
        let kilogram = Some(Per::Unit(WeightUnit::Kilograms));
        for text in [
            "Zona 1 R$/kg",
            "每公斤",
            "Zone A per kg",
            "Zone A per 1 kg",
            "Zona A por cada kg",
            "Zone A each kg",
            "Multiplier rate per 1.0 kg",
            "Rate / kg",
        ] {
            assert_eq!(per_unit(text), kilogram, "{text}");
        }
        for text in [
            "Zone A per 100 g",
            "Zona 1 R$/500g",
            "Each additional 0.5 kg",
            "kg adicional",
            "Zone A per 0.5 kg",
            "续重0.5kg",
        ] {
            assert_eq!(per_unit(text), Some(Per::Step), "{text}");
        }
        for text in ["Zone A", "Rates per shipment", "Zone A/B", "Per client", "Extra zone"] {
            assert_eq!(per_unit(text), None, "{text}");
        }
        for text in ["Zone A (kg)", "Zona 1 kg", "Preço do quilo"] {
            assert!(has_lone_unit(text), "{text}");
        }
        for text in ["Zone A", "Zone A 0.5 kg", "0-30 kg", "Zone 1", "zone_G_usd"] {
            assert!(!has_lone_unit(text), "{text}");
        }
        assert!(names_axis("Weight/KG") && names_axis("重量/KG") && names_axis("Zone/kg"));
        assert!(!names_axis("Rates/kg") && !names_axis("Zone rates per kg"));
    }

    #[test]
    fn a_zone_has_the_same_name_with_and_without_its_kind() {
        assert_eq!(
            [zone_key("Zone 5"), zone_key("zone5"), zone_key("5"), zone_key("5区")],
            ["5", "5", "5", "5"]
        );
        assert_eq!([zone_key("Zone"), zone_key("DE")], ["zone", "de"]);
    }
}
