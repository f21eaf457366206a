//! The headers of price columns: the zone, and whether the price is per unit of weight.

use std::collections::HashSet;

use super::super::code::Code;
use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::Method;
use super::words::{names_zones, unit_of, words};

/// Words of a zone's header that are no part of its name.
const EXTRA_WORDS: [&str; 20] = [
    "per", "por", "ex", "vat", "excl", "incl", "price", "prices", "rate", "rates", "preço", "preco",
    "preços", "precio", "precios", "tarifa", "tarifas", "价格", "运费", "r$",
];
const PER_WORDS: [&str; 3] = ["per", "por", "每"];
pub const MAX_CODE: usize = 40;

/// A column of prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceColumn {
    pub column: usize,
    pub zone: Code,
    pub method: Method,
    /// The unit of a price per unit, if the header names one.
    pub per: Option<WeightUnit>,
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
    // Two columns of one name stay so, and are reported.
    let named = lowest(&begins_zones)
        .or_else(|| lowest(&|row| is_full(row) && differ(row)))
        .or_else(|| lowest(&is_full))
        .or_else(|| lowest(&differ));
    let text = |column: usize| {
        let own = named.and_then(|row| row.get(column)).filter(|text| !text.trim().is_empty());
        own.unwrap_or(&headers[column])
    };
    let is_titled = |column: usize| !headers[column].is_empty();
    let all_per = head
        .iter()
        .flatten()
        .find_map(|text| per_unit(text))
        .filter(|_| columns.iter().all(|column| per_unit(&headers[*column]).is_none()));
    let titled = columns.iter().zip(1..).filter(|(column, _)| is_titled(**column));
    titled
        .map(|(column, number)| {
            let code = read_zone_code(text(*column), currency);
            let per = per_unit(&headers[*column]).or(all_per);
            PriceColumn {
                column: *column,
                zone: if code.is_empty() { number.to_string().into() } else { code.into() },
                method: if per.is_some() { Method::PerUnit } else { Method::Cell },
                per: per.flatten(),
            }
        })
        .collect()
}

/// Whether a header says that prices are per unit of weight, and the unit if it has one: `R$/kg`, `per lb`, `每公斤`.
fn per_unit(header: &str) -> Option<Option<WeightUnit>> {
    let lower = header.to_lowercase();
    let after_slash = lower.split('/').skip(1).find_map(|rest| unit_of(words(rest).first()?));
    if after_slash.is_some() {
        return Some(after_slash);
    }
    let words = words(header);
    let at = words.iter().position(|word| PER_WORDS.contains(&word.as_str()))?;
    match words.get(at + 1) {
        Some(next) => unit_of(next).map(Some),
        None => Some(None),
    }
}

/// The name of a zone without currency, unit and tax: `zone_A_usd_per_lb` is `zone A`.
pub fn read_zone_code(header: &str, currency: Currency) -> String {
    let slashed = header.replace('/', " / ");
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '_' | '(' | ')' | '[' | ']' | ',' | '€' | '$');
    let parts: Vec<&str> = slashed.split(is_gap).filter(|part| !part.is_empty()).collect();
    let is_name = |(index, part): &(usize, &&str)| {
        let lower = part.to_lowercase();
        let before = index.checked_sub(1).map_or("", |before| parts[before]).to_lowercase();
        let follows_per = before == "/" || PER_WORDS.contains(&before.as_str());
        let is_unit = follows_per && unit_of(&lower).is_some();
        let is_sign = header.contains('$') && matches!(lower.as_str(), "r" | "us");
        let is_currency = part.eq_ignore_ascii_case(currency.code());
        !is_currency && !is_unit && !is_sign && **part != "/" && !EXTRA_WORDS.contains(&lower.as_str())
    };
    let name: Vec<&str> = parts.iter().enumerate().filter(is_name).map(|(_, part)| *part).collect();
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
        assert_eq!(per_unit("Zona 1 R$/kg"), Some(Some(WeightUnit::Kilograms)));
        assert_eq!(per_unit("每公斤"), Some(Some(WeightUnit::Kilograms)));
        assert_eq!(per_unit("Zone A"), None);
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
