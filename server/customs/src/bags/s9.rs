//! The number of a receptacle between two posts, 29 characters (UPU S9): offices of exchange, category, subclass, the last
//! digit of the year, dispatch, receptacle, whether it is the last one and whether something in it is insured, and the weight
//! in hundreds of grams. It has no check digit: the bars that show it have theirs.

use server_core::http::messages::MessageCode;

/// The highest numbers of a dispatch, and of a receptacle in it.
pub const MAX_DISPATCH: i16 = 9999;
pub const MAX_RECEPTACLE: i16 = 999;

/// The heaviest receptacle, rounded to 100 g: four digits of hundreds of grams.
pub const MAX_GRAMS: i32 = MAX_HECTOGRAMS * 100;

const MAX_HECTOGRAMS: i32 = 9999;

/// A receptacle with what its number says.
#[derive(Clone, Copy, Debug)]
pub struct Receptacle<'a> {
    /// Six letters each: country, place, qualifier.
    pub origin: &'a str,
    pub destination: &'a str,
    pub category: &'a str,
    pub subclass: &'a str,
    pub year: i16,
    pub dispatch_no: i32,
    pub receptacle_no: i32,
    pub is_last: bool,
    pub is_insured: bool,
    pub gross_g: i32,
}

/// The part of a number that is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum S9Field {
    DispatchNumber,
    ReceptacleNumber,
    Office,
    Kind,
    Weight,
}

impl S9Field {
    pub const fn message(self) -> MessageCode {
        match self {
            Self::DispatchNumber => MessageCode::DispatchNumber,
            Self::ReceptacleNumber => MessageCode::ReceptacleNumber,
            Self::Weight => MessageCode::BagTooHeavy,
            Self::Office | Self::Kind => MessageCode::Invalid,
        }
    }
}

/// Writes the number of a receptacle, or says which part of it is impossible.
pub fn compose(receptacle: &Receptacle<'_>) -> Result<String, S9Field> {
    let Receptacle { origin, destination, category, subclass, .. } = *receptacle;
    if !is_office(origin) || !is_office(destination) {
        return Err(S9Field::Office);
    }
    if !is_capitals(category, 1) || !is_capitals(subclass, 2) {
        return Err(S9Field::Kind);
    }
    if !(1..=i32::from(MAX_DISPATCH)).contains(&receptacle.dispatch_no) {
        return Err(S9Field::DispatchNumber);
    }
    if !(1..=i32::from(MAX_RECEPTACLE)).contains(&receptacle.receptacle_no) {
        return Err(S9Field::ReceptacleNumber);
    }
    let hectograms = to_hectograms(receptacle.gross_g);
    if hectograms > MAX_HECTOGRAMS {
        return Err(S9Field::Weight);
    }
    Ok(format!(
        "{origin}{destination}{category}{subclass}{}{:04}{:03}{}{}{:04}",
        receptacle.year.rem_euclid(10),
        receptacle.dispatch_no,
        receptacle.receptacle_no,
        u8::from(receptacle.is_last),
        u8::from(receptacle.is_insured),
        hectograms,
    ))
}

/// An office of exchange: six capitals.
pub fn is_office(text: &str) -> bool {
    is_capitals(text, 6)
}

pub fn is_capitals(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The parts of a number with spaces between them, as people read it.
pub fn in_groups(code: &str) -> String {
    let ends = [6, 12, 15, 16, 20, 23, 25, 29];
    let starts = [0].into_iter().chain(ends);
    let parts: Vec<&str> = starts.zip(ends).filter_map(|(from, to)| code.get(from..to)).collect();
    if parts.len() == ends.len() { parts.join(" ") } else { code.to_owned() }
}

/// Halves are rounded up. What has a weight is never shown as nothing.
const fn to_hectograms(grams: i32) -> i32 {
    let rounded = grams.saturating_add(50) / 100;
    if rounded < 1 { 1 } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    const CASES: &str = include_str!("../../../tests/data/customs/s9-cases.csv");

    #[derive(Deserialize)]
    struct Case {
        origin: String,
        destination: String,
        category: String,
        subclass: String,
        year: i16,
        dispatch: i32,
        receptacle: i32,
        highest: u8,
        insured: u8,
        gross_g: i32,
        why: String,
        expected: String,
    }

    #[test]
    fn each_case_gives_its_number_or_its_reason() {
        let rows = csv::Reader::from_reader(CASES.as_bytes()).into_deserialize();
        let cases: Vec<Case> = rows.map(Result::unwrap).collect();
        assert!(cases.len() > 7);
        for case in cases {
            let composed = compose(&Receptacle {
                origin: &case.origin,
                destination: &case.destination,
                category: &case.category,
                subclass: &case.subclass,
                year: case.year,
                dispatch_no: case.dispatch,
                receptacle_no: case.receptacle,
                is_last: case.highest == 1,
                is_insured: case.insured == 1,
                gross_g: case.gross_g,
            });
            let written = composed.unwrap_or_else(|field| field.message().as_str().to_owned());
            assert_eq!(written, case.expected, "{}", case.why);
        }
    }

    #[test]
    fn people_read_a_number_in_its_parts() {
        let shown = in_groups("CNTICPBRSAODAIX12374001000030");
        assert_eq!(shown, "CNTICP BRSAOD AIX 1 2374 001 00 0030");
        assert_eq!(in_groups("GRU-B-26-000123"), "GRU-B-26-000123");
    }

    const RECEPTACLE: Receptacle<'static> = Receptacle {
        origin: "USMIAA",
        destination: "BRSAOD",
        category: "A",
        subclass: "NX",
        year: 2026,
        dispatch_no: 1,
        receptacle_no: 1,
        is_last: false,
        is_insured: false,
        gross_g: 1000,
    };

    #[test]
    fn offices_and_kinds_are_capitals() {
        assert_eq!(compose(&Receptacle { origin: "usmiaa", ..RECEPTACLE }), Err(S9Field::Office));
        assert_eq!(compose(&Receptacle { subclass: "N", ..RECEPTACLE }), Err(S9Field::Kind));
    }

    #[test]
    fn a_receptacle_says_its_weight_in_four_digits_or_has_no_number() {
        let weigh =
            |gross_g| compose(&Receptacle { gross_g, ..RECEPTACLE }).map(|code| code[25..].to_owned());
        assert_eq!(weigh(149), Ok("0001".to_owned()));
        assert_eq!(weigh(150), Ok("0002".to_owned()));
        assert_eq!(weigh(MAX_GRAMS + 49), Ok("9999".to_owned()));
        assert_eq!(weigh(MAX_GRAMS + 50), Err(S9Field::Weight));
        assert_eq!(weigh(i32::MAX), Err(S9Field::Weight));
    }
}
