//! What the words of headers and weights mean.

use super::super::measure::WeightUnit;
use super::vocabulary::{
    ABOVE, AIRPORT, AND, BOUNDS_ALONE, CHARGE, COUNTRY, CURRENCY, EQUAL, JOINS, LOWER, NO_PRICE, NOT,
    POSTCODE, PRICE, UNITS, UPPER, WEIGHT, WITH_TAX, ZONE,
};
use ::sheets::fold::fold;

/// What a word says about a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The weight is where a band begins.
    Lower,
    /// The weight is where a band ends.
    Upper,
    /// Turns the next word round: "not over".
    Not,
    Unit(WeightUnit),
    /// The word `weight` itself.
    Weight,
    /// A word between others.
    Joins,
    Other,
}

/// All Chinese words, which no space separates.
fn chinese() -> impl Iterator<Item = &'static str> {
    let lists = [
        LOWER, UPPER, JOINS, NOT, WEIGHT, PRICE, ZONE, COUNTRY, POSTCODE, AIRPORT, NO_PRICE, WITH_TAX, UNITS,
    ];
    lists.into_iter().flatten().copied().filter(|word| word.starts_with(is_chinese))
}

pub fn is_chinese(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

/// The words of a text. Chinese words are found by the lists.
pub fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in fold(text).split(' ').filter(|word| !word.is_empty()) {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let end = if is_chinese(first) {
                let known = chinese().filter(|known| rest.starts_with(known)).map(str::len).max();
                known.unwrap_or(first.len_utf8())
            } else {
                rest.find(is_chinese).unwrap_or(rest.len())
            };
            found.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
    }
    found
}

pub fn meaning(word: &str) -> Meaning {
    let is = |list: &[&str]| list.contains(&word);
    if let Some(unit) = unit_of(word) {
        Meaning::Unit(unit)
    } else if is(LOWER) {
        Meaning::Lower
    } else if is(UPPER) {
        Meaning::Upper
    } else if is(NOT) {
        Meaning::Not
    } else if is(WEIGHT) {
        Meaning::Weight
    } else if is(JOINS) {
        Meaning::Joins
    } else {
        Meaning::Other
    }
}

/// Whether a text has only words of a bound: `De`, `up to`, `至`.
pub fn names_bound_only(text: &str) -> bool {
    let words = words(text);
    let is_of_bound = |word: &String| {
        matches!(meaning(word), Meaning::Lower | Meaning::Upper | Meaning::Not | Meaning::Joins)
    };
    !words.is_empty() && words.iter().all(is_of_bound)
}

/// The unit that a word names.
pub fn unit_of(word: &str) -> Option<WeightUnit> {
    match word {
        "kg" | "kgs" | "kilo" | "kilos" | "quilo" | "quilos" | "kilogram" | "kilograms" | "quilograma"
        | "quilogramas" | "kilogramo" | "kilogramos" | "kilogramm" | "公斤" | "千克" => {
            Some(WeightUnit::Kilograms)
        }
        "g" | "gr" | "grs" | "gram" | "grams" | "grama" | "gramas" | "gramo" | "gramos" | "gramm" | "克" => {
            Some(WeightUnit::Grams)
        }
        "lb" | "lbs" | "pound" | "pounds" | "libra" | "libras" | "磅" => Some(WeightUnit::Pounds),
        "oz" | "ounce" | "ounces" | "onca" | "oncas" | "onza" | "onzas" | "盎司" => {
            Some(WeightUnit::Ounces)
        }
        _ => None,
    }
}

/// What a column of weights has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    UpTo,
    /// The weight itself is in the band that begins there.
    From,
    /// The weight itself is in the band before.
    Over,
}

impl Bound {
    pub fn is_lower(self) -> bool {
        self != Self::UpTo
    }
}

/// The header of a column of weights; `None` for any other header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightHeader {
    /// `None` if the header does not say it.
    pub bound: Option<Bound>,
    pub unit: Option<WeightUnit>,
}

pub fn weight_header(text: &str) -> Option<WeightHeader> {
    let words = words(text);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if text.chars().any(|c| c.is_ascii_digit()) || has(PRICE) || has(ZONE) || has(NO_PRICE) {
        return None;
    }
    let meanings: Vec<Meaning> = words.iter().map(|word| meaning(word)).collect();
    let unit = meanings.iter().find_map(|meaning| match meaning {
        Meaning::Unit(unit) => Some(*unit),
        _ => None,
    });
    let is_weight = meanings.contains(&Meaning::Weight);
    let are_bounds = !words.is_empty() && !meanings.contains(&Meaning::Other);
    // "A/kg" are the rates of a zone, and "A (kg)" ends a band in Portuguese.
    let are_rates = text.contains('/') && matches!(&words[..], [zone, _] if zone.len() == 1);
    if !is_weight && (are_rates || !(are_bounds && (unit.is_some() || has(BOUNDS_ALONE)))) {
        return None;
    }
    Some(WeightHeader { bound: bound_of(&words), unit })
}

/// The bound that the words of a header name. `to` and `de` decide only without a clearer word.
fn bound_of(words: &[String]) -> Option<Bound> {
    let (lower, upper) = directions(words);
    match (lower, upper) {
        (true, false) if leaves_out(words) => Some(Bound::Over),
        (true, false) => Some(Bound::From),
        (false, true) => Some(Bound::UpTo),
        (true, true) => None,
        (false, false) => {
            // "De" begins a band only as the last word: "faixa de peso" is a range of weights.
            let has = |list: &[&str]| {
                let ends = |at: usize| words.get(at + 1).is_none_or(|next| unit_of(next).is_some());
                words.iter().enumerate().any(|(at, word)| list.contains(&word.as_str()) && ends(at))
            };
            match (has(&["de", "从"]), has(&["to", "a", "至", "到"])) {
                (true, false) => Some(Bound::From),
                (false, true) => Some(Bound::UpTo),
                _ => None,
            }
        }
    }
}

/// Whether the words name a lower and an upper bound. "Up" begins "up to" or ends "and up".
pub fn directions(words: &[String]) -> (bool, bool) {
    let (mut lower, mut upper, mut is_not) = (false, false, false);
    for (index, word) in words.iter().enumerate() {
        let goes_up = match meaning(word) {
            Meaning::Lower => !is_not,
            Meaning::Upper => is_not,
            Meaning::Not => {
                is_not = true;
                continue;
            }
            _ if word == "up" => words.get(index + 1).is_none_or(|next| next != "to"),
            _ => continue,
        };
        lower |= goes_up;
        upper |= !goes_up;
        is_not = false;
    }
    (lower, upper)
}

/// Whether a lower bound is no weight of its own band: "over 30", "acima de 30", and neither "30 and over" nor "30 or more".
pub fn leaves_out(words: &[String]) -> bool {
    let is = |list: &[&str], word: &String| list.contains(&word.as_str());
    let is_above = |at: usize| {
        let before = at.checked_sub(1).map(|before| &words[before]);
        is(ABOVE, &words[at]) && !before.is_some_and(|before| is(AND, before) || is(NOT, before))
    };
    (0..words.len()).any(is_above) && !words.iter().any(|word| is(EQUAL, word))
}

fn has_word(text: &str, list: &[&str]) -> bool {
    words(text).iter().any(|word| list.contains(&word.as_str()))
}

/// A column that names zones: no price, weight or country.
pub fn names_zones(text: &str) -> bool {
    has_word(text, ZONE) && (!has_word(text, PRICE) || names_group_of_rates(text))
}

/// `Rate group`, `Price zone`: the zone, by the word for what it decides. `Rate zone A` has the prices of one.
fn names_group_of_rates(text: &str) -> bool {
    let words = words(text);
    let [rate, zone] = &words[..] else { return false };
    matches!(rate.as_str(), "rate" | "rates" | "price" | "pricing") && ZONE.contains(&zone.as_str())
}

pub fn names_prices(text: &str) -> bool {
    has_word(text, PRICE)
}

/// The header of a column with names of zones, also with the unit of the weights beside it: `Zone`, `Zone/kg`. `Zone A` is one
/// zone, and so is `Zone G`.
pub fn names_zone_axis(text: &str) -> bool {
    let words = words(text);
    let is_axis = |word: &String| ZONE.contains(&word.as_str()) || (word != "g" && unit_of(word).is_some());
    words.iter().any(|word| ZONE.contains(&word.as_str())) && words.iter().all(is_axis)
}

pub fn is_zone(word: &str) -> bool {
    ZONE.contains(&word)
}

/// The corner of a grid, which names the weights and the zones: `Weight / Zone`, `Zona/kg`. `Zone G` is one zone.
pub fn names_both_axes(text: &str) -> bool {
    let words = words(text);
    let is_weight = |word: &String| match meaning(word) {
        Meaning::Weight => true,
        Meaning::Unit(_) => word != "g",
        _ => false,
    };
    let is_known = |word: &String| is_zone(word) || is_weight(word) || meaning(word) == Meaning::Joins;
    words.iter().any(|word| is_zone(word)) && words.iter().any(is_weight) && words.iter().all(is_known)
}

/// The words of a header of zones beside the word for a zone: `usps` and `pmi` of `usps_pmi_group`.
pub fn kind_of_zones(text: &str) -> Vec<String> {
    let is_kind = |word: &String| {
        let is_plain = matches!(meaning(word), Meaning::Other) && !ZONE.contains(&word.as_str());
        is_plain && !matches!(word.as_str(), "limit" | "limite" | "code" | "codigo")
    };
    words(text).into_iter().filter(is_kind).collect()
}

pub fn names_countries(text: &str) -> bool {
    has_word(text, COUNTRY)
}

pub fn names_postcodes(text: &str) -> bool {
    has_word(text, POSTCODE)
}

/// The country whose postcodes have a name of their own: the CEP of Brazil.
pub fn country_of_postcodes(text: &str) -> Option<&'static str> {
    has_word(text, &["cep", "ceps"]).then_some("BR")
}

pub fn names_airports(text: &str) -> bool {
    has_word(text, AIRPORT)
}

/// A limit of weight: `max_weight`, `Peso máximo`, `max_lb`.
pub fn names_weight_limit(text: &str) -> bool {
    let words = words(text);
    let is_weight = |word: &String| matches!(meaning(word), Meaning::Weight | Meaning::Unit(_));
    let limits = ["max", "maximum", "maximo", "limit", "limite", "limites", "限重", "上限", "最大"];
    words.iter().any(is_weight) && words.iter().any(|word| limits.contains(&word.as_str()))
}

/// A column of percentages, days or remarks, which has no prices. "Ex VAT" belongs to a price.
pub fn names_no_price(text: &str) -> bool {
    let has = |list: &[&str]| has_word(text, list);
    text.contains(['%', '％']) || (has(NO_PRICE) && !has(WITH_TAX)) || numbers_rows(text)
}

/// A column of least amounts, which a grid does not have: `Minimum`, `Min. charge`, `Frete mínimo`.
pub fn names_minimum(text: &str) -> bool {
    let words = words(text);
    let is_least = |word: &String| matches!(word.as_str(), "min" | "minimum" | "minimo" | "minima");
    let is_amount = |word: &String| PRICE.contains(&word.as_str()) || CHARGE.contains(&word.as_str());
    words.iter().any(is_least) && words.iter().all(|word| is_least(word) || is_amount(word))
}

/// A column that counts its rows. `NO` and `ID` without a sign are countries.
fn numbers_rows(text: &str) -> bool {
    let names =
        ["#", "no.", "nº", "n°", "nr.", "item", "seq", "seq.", "pos.", "s.no", "s.no.", "序号", "编号"];
    names.contains(&text.trim().to_lowercase().as_str())
}

/// A column of codes of currencies.
pub fn names_currencies(text: &str) -> bool {
    has_word(text, CURRENCY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_weights_say_which_bound_they_have_in_four_languages() {
        for (text, bound) in [
            ("Weight", None),
            ("kg", None),
            ("Weight (and above)", Some(Bound::From)),
            ("Weight and over (kg)", Some(Bound::From)),
            ("Weight from", Some(Bound::From)),
            ("Weight to", Some(Bound::UpTo)),
            ("up_to_g", Some(Bound::UpTo)),
            ("Weight not over lbs", Some(Bound::UpTo)),
            ("over_lb", Some(Bound::Over)),
            ("Weight above (kg)", Some(Bound::Over)),
            ("Weight greater than or equal", Some(Bound::From)),
            ("Peso maior que", Some(Bound::Over)),
            ("Peso (ou mais)", Some(Bound::From)),
            ("Peso inicial", Some(Bound::From)),
            ("Peso final", Some(Bound::UpTo)),
            ("A partir de", Some(Bound::From)),
            ("A partir de (kg)", Some(Bound::From)),
            ("Peso mínimo", Some(Bound::From)),
            ("Acima de kg", Some(Bound::Over)),
            ("Peso até (kg)", Some(Bound::UpTo)),
            ("Peso de", Some(Bound::From)),
            ("Peso a", Some(Bound::UpTo)),
            ("Faixa de peso", None),
            ("Tramo de peso (kg)", None),
            ("Rango de pesos", None),
            ("Peso desde", Some(Bound::From)),
            ("Peso hasta", Some(Bound::UpTo)),
            ("Más de (kg)", Some(Bound::Over)),
            ("超过（公斤）", Some(Bound::Over)),
            ("大于等于（公斤）", Some(Bound::From)),
            ("重量（公斤）", None),
            ("重量以上", Some(Bound::From)),
            ("重量起", Some(Bound::From)),
            ("不超过（公斤）", Some(Bound::UpTo)),
            ("重量至", Some(Bound::UpTo)),
            ("起重（KG）", Some(Bound::From)),
            ("止重（KG）", Some(Bound::UpTo)),
            ("最大重量", Some(Bound::UpTo)),
            ("截止重量", Some(Bound::UpTo)),
        ] {
            assert_eq!(weight_header(text).map(|header| header.bound), Some(bound), "{text}");
        }
        for text in
            ["Zone A", "DE", "A", "Zone A per kg", "Preço por kg", "Transit days", "0.5 kg", "", "Max"]
        {
            assert_eq!(weight_header(text), None, "{text}");
        }
    }

    #[test]
    fn columns_without_prices_are_known_by_their_names() {
        for text in
            ["VAT %", "Transit days", "Prazo (dias)", "Plazo de entrega", "ICMS", "时效（天）", "%", "Notes"]
        {
            assert!(names_no_price(text), "{text}");
        }
        for text in [
            "ETA",
            "Delivery time",
            "MwSt.",
            "TVA (20)",
            "Délai",
            "Laufzeit",
            "Surcharge",
            "Pedágio",
            "Seguro",
        ] {
            assert!(names_no_price(text), "{text}");
        }
        for text in ["Minimum", "Min. charge", "Frete mínimo", "Taxa mínima", "Cargo mínimo"] {
            assert!(names_minimum(text), "{text}");
        }
        for text in ["Min. weight", "Min kg", "Zone min", "Price"] {
            assert!(!names_minimum(text), "{text}");
        }
        for text in ["No.", "#", "Nº", "Item", "序号"] {
            assert!(names_no_price(text), "{text}");
        }
        for text in ["NO", "ID", "DE_eur_ex_vat", "Zone A", "Price excl. VAT", "Zona 1 sem ICMS", "Preço"] {
            assert!(!names_no_price(text), "{text}");
        }
        assert_eq!(kind_of_zones("usps_pmi_group"), kind_of_zones("usps_pmi_max_lb"));
        assert!(names_zones("分区") && names_zones("dhl_zone") && names_countries("País"));
        assert!(names_weight_limit("usps_pmi_max_lb") && names_weight_limit("Peso máximo"));
    }
}
