use super::{IdentifierError, identifier, is_capitals, is_digits, remove_mask};

/// A postal item number in UPU S10 format: two letters, eight digits, a check digit, a country.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct S10(String);

identifier!(S10);

impl S10 {
    /// Number of serials: eight digits.
    pub const SERIALS: u32 = 100_000_000;

    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        if !text.is_ascii() || text.len() != 13 || !is_digits(&text[2..11], 9) {
            return Err(IdentifierError::S10);
        }
        let serial = text[2..10].parse().map_err(|_| IdentifierError::S10)?;
        let composed = Self::compose(&text[..2], serial, &text[11..])?;
        if composed.0 == text { Ok(composed) } else { Err(IdentifierError::S10) }
    }

    /// `prefix` and `country` are two capital letters each.
    pub fn compose(prefix: &str, serial: u32, country: &str) -> Result<Self, IdentifierError> {
        if !is_capitals(prefix, 2) || !is_capitals(country, 2) || serial >= Self::SERIALS {
            return Err(IdentifierError::S10);
        }
        Ok(Self(format!("{prefix}{serial:08}{}{country}", s10_check_digit(serial))))
    }

    pub fn prefix(&self) -> &str {
        &self.0[..2]
    }

    pub fn country(&self) -> &str {
        &self.0[11..]
    }

    /// In groups for people, for example `EE 821 947 508 US`.
    pub fn to_formatted(&self) -> String {
        let t = &self.0;
        format!("{} {} {} {} {}", &t[..2], &t[2..5], &t[5..8], &t[8..11], &t[11..])
    }
}

fn s10_check_digit(serial: u32) -> u32 {
    const WEIGHTS_FROM_THE_RIGHT: [u32; 8] = [7, 9, 5, 3, 2, 4, 6, 8];
    let mut rest = serial;
    let mut sum = 0;
    for weight in WEIGHTS_FROM_THE_RIGHT {
        sum += rest % 10 * weight;
        rest /= 10;
    }
    match 11 - sum % 11 {
        10 => 0,
        11 => 5,
        digit => digit,
    }
}

/// A Brazilian postcode. The lookup data has the range of each state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cep(String);

identifier!(Cep);

impl Cep {
    /// The lowest postcode is 01000-000, so a value of zeros is refused too.
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        let sound = is_digits(&text, 8) && text.as_str() >= "01000000";
        sound.then_some(Self(text)).ok_or(IdentifierError::Cep)
    }

    /// For example `01310-100`.
    pub fn to_formatted(&self) -> String {
        format!("{}-{}", &self.0[..5], &self.0[5..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn s10_check_digits_match_the_standard() {
        for (serial, check) in [(47_312_482, 9), (82_194_750, 8), (0, 5)] {
            assert_eq!(s10_check_digit(serial), check, "{serial}");
        }
        assert_eq!(S10::compose("RA", 47_312_482, "GB").unwrap().as_str(), "RA473124829GB");
        assert_eq!(S10::compose("EA", 7, "BR").unwrap().as_str(), "EA000000076BR");
    }

    const IDENTIFIERS: &str = include_str!("../../../tests/data/customs/s10-identifiers.csv");

    #[test]
    fn published_identifiers_are_right() {
        let rows: Vec<(&str, &str)> =
            IDENTIFIERS.lines().skip(1).filter_map(|line| line.split_once(',')).collect();
        assert!(rows.len() > 9);
        for (identifier, verdict) in rows {
            assert_eq!(S10::parse(identifier).is_ok(), verdict == "valid", "{identifier}");
        }
    }

    #[test]
    fn s10_is_read_as_printed() {
        for raw in ["EE821947508US", "ee 821 947 508 us", "EE-82194750-8-US"] {
            let item = S10::parse(raw).unwrap();
            assert_eq!((item.prefix(), item.country()), ("EE", "US"));
            assert_eq!(item.to_formatted(), "EE 821 947 508 US");
        }
    }

    #[test]
    fn an_invalid_s10_is_refused() {
        let wrong = [
            "",
            "EE821947507US",
            "EE82194750US",
            "E1821947508US",
            "EE821947508U5",
            "EE82194+508US",
            "ÉE82194750US",
        ];
        for raw in wrong {
            assert_eq!(S10::parse(raw), Err(IdentifierError::S10), "{raw}");
        }
        for (prefix, serial, country) in
            [("ee", 1, "US"), ("EEE", 1, "US"), ("EE", 1, "U"), ("EE", S10::SERIALS, "US")]
        {
            assert_eq!(S10::compose(prefix, serial, country), Err(IdentifierError::S10));
        }
    }

    #[test]
    fn a_postcode_has_eight_digits_from_the_first_range() {
        for raw in ["01310-100", "01310100", "01.310-100"] {
            assert_eq!(Cep::parse(raw).unwrap().to_formatted(), "01310-100");
        }
        for raw in ["", "1310100", "00999-999", "00000000", "0131010A", "013101000"] {
            assert_eq!(Cep::parse(raw), Err(IdentifierError::Cep), "{raw}");
        }
    }

    proptest! {
        #[test]
        fn any_composed_s10_is_read_back(prefix in "[A-Z]{2}", serial in 0..S10::SERIALS, country in "[A-Z]{2}") {
            let item = S10::compose(&prefix, serial, &country).unwrap();
            prop_assert_eq!(S10::parse(item.as_str()), Ok(item));
        }

        /// The check digit 5 stands for two remainders, so an error between those two can pass.
        #[test]
        fn one_changed_digit_is_caught(serial in 0..S10::SERIALS, at in 2..11_usize, by in 1..10_u8) {
            let item = S10::compose("EA", serial, "BR").unwrap();
            let mut bytes = item.0.into_bytes();
            prop_assume!(bytes[10] != b'5');
            bytes[at] = b'0' + (bytes[at] - b'0' + by) % 10;
            prop_assert!(S10::parse(&String::from_utf8(bytes).unwrap()).is_err());
        }

        #[test]
        fn no_text_makes_the_parsers_panic(raw in ".{0,16}") {
            let _ = (S10::parse(&raw), Cep::parse(&raw));
        }
    }
}
