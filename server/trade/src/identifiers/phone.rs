use std::sync::LazyLock;

use regex::Regex;
use rlibphonenumber::{PhoneNumber, PhoneNumberFormat, Region};

use super::{IdentifierError, identifier};
use crate::countries;
use crate::postcode::to_latin;

/// A telephone number in the international format E.164: `+`, country, number. It is one of its country's numbering plan. An
/// extension follows as in RFC 3966: `+5511987654321;ext=5`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

identifier!(Phone);

/// Before the extension in a stored number.
const EXTENSION: &str = ";ext=";
/// A number, and the digits that a switchboard asks for, behind a word of the languages in which addresses are written.
static WITH_EXTENSION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^(.*[0-9])[\s()]*[,;./-]?[\s(]*",
        r"(?:ext|extn|extension|extensión|extensao|extensão|x|#|ramal|anexo|int|interno|poste|durchwahl|dw|nebenstelle|доб|分机|分機|内线|转|轉)",
        r"[\s.:=]*([0-9]{1,7})[\s)]*$"
    ))
    .ok()
});

impl Phone {
    /// An international number: `+55 (11) 98765-4321`, `0055…`.
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        Self::parse_national(raw, None)
    }

    /// A national number of a country, with or without its trunk prefix, or an international one. An extension is kept. Signs
    /// may have full width. Other letters are refused.
    pub fn parse_national(raw: &str, country_id: Option<i16>) -> Result<Self, IdentifierError> {
        let raw: String = raw.chars().map(to_latin).collect();
        let (number, extension) = split_extension(&raw);
        let Self(number) = Self::parse_number(number, country_id)?;
        Ok(Self(extension.map_or_else(|| number.clone(), |digits| format!("{number}{EXTENSION}{digits}"))))
    }

    fn parse_number(raw: &str, country_id: Option<i16>) -> Result<Self, IdentifierError> {
        let is_phone =
            |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-./()\u{2010}\u{2011}\u{2013}".contains(c);
        if !raw.chars().all(is_phone) {
            return Err(IdentifierError::Phone);
        }
        let region: Option<Region> =
            country_id.and_then(countries::country).and_then(|country| country.alpha2.parse().ok());
        let international = raw.trim().strip_prefix("00").map(|rest| format!("+{}", rest.trim_start()));
        let number = PhoneNumber::parse(international.as_deref().unwrap_or(raw), region);
        match number {
            Ok(number) if number.is_valid() => {
                Ok(Self(number.format_as(PhoneNumberFormat::E164).into_owned()))
            }
            _ => Err(IdentifierError::Phone),
        }
    }

    /// A stored number for people. Numbers of imports that are not international stay as they are.
    pub fn format_stored(stored: &str) -> String {
        Self::parse(stored).map_or_else(|_| stored.to_owned(), |phone| phone.to_formatted())
    }

    /// The digits that a switchboard asks for.
    pub fn extension(&self) -> Option<&str> {
        self.0.split_once(EXTENSION).map(|(_, digits)| digits)
    }

    /// In groups, for people: `+55 11 98765-4321`, `+55 11 3265-4321 ext. 5`.
    pub fn to_formatted(&self) -> String {
        let (number, extension) = split_extension(&self.0);
        let shown = PhoneNumber::parse(number, None).map_or_else(
            |_| number.to_owned(),
            |number| number.format_as(PhoneNumberFormat::International).into_owned(),
        );
        extension.map_or_else(|| shown.clone(), |digits| format!("{shown} ext. {digits}"))
    }
}

fn split_extension(raw: &str) -> (&str, Option<&str>) {
    let found = WITH_EXTENSION.as_ref().and_then(|form| form.captures(raw));
    let parts = found.and_then(|parts| Some((parts.get(1)?.as_str(), parts.get(2)?.as_str())));
    parts.map_or((raw, None), |(number, digits)| (number, Some(digits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::party::{BRAZIL, UNITED_STATES};

    const ITALY: i16 = 108;

    #[test]
    fn international_numbers_are_read_in_any_format() {
        for raw in ["+55 (11) 98765-4321", "005511987654321", "+55.11.98765/4321", "+55 (0)11 98765-4321"] {
            assert_eq!(Phone::parse(raw).unwrap().as_str(), "+5511987654321", "{raw}");
        }
        assert_eq!(
            Phone::parse_national("011 55 11 98765-4321", Some(UNITED_STATES)).unwrap().as_str(),
            "+5511987654321"
        );
    }

    #[test]
    fn a_national_number_gets_its_country_without_a_trunk_prefix() {
        for (raw, country, stored) in [
            ("5511987654321", BRAZIL, "+5511987654321"),
            ("11987654321", BRAZIL, "+5511987654321"),
            ("(011) 98765-4321", BRAZIL, "+5511987654321"),
            ("0 15 11 98765-4321", BRAZIL, "+5511987654321"),
            ("+55 (0)11 98765-4321", BRAZIL, "+5511987654321"),
            ("1 (212) 555-0100", UNITED_STATES, "+12125550100"),
            ("(212) 555-0100", UNITED_STATES, "+12125550100"),
            ("(55) 98765-4321", BRAZIL, "+5555987654321"),
            ("06 1234 5678", ITALY, "+390612345678"),
            ("+1 212 555 0100", BRAZIL, "+12125550100"),
        ] {
            assert_eq!(
                Phone::parse_national(raw, Some(country)).map(String::from),
                Ok(stored.to_owned()),
                "{raw}"
            );
        }
        assert_eq!(countries::country(ITALY).map(|country| country.alpha2.as_str()), Some("IT"));
    }

    #[test]
    fn an_extension_is_kept_in_any_way_of_writing() {
        for raw in [
            "(11) 3265-4321 ramal 5",
            "(11) 3265-4321 Ramal: 5",
            "+55 11 3265-4321;ext=5",
            "+55 11 3265-4321 x5",
            "11 3265-4321, ext. 5",
            "11 3265-4321 (extensión 5)",
            "(11) 3265-4321 #5",
            "(11) 3265-4321 - ramal 5",
            "11 3265 4321 int. 5",
            "+55 11 3265 4321 分机5",
            "+551132654321转5",
            "+55 11 3265 4321 доб. 5",
            "（１１）３２６５－４３２１　ｒａｍａｌ　５",
            "＋５５ 11 3265-4321 转５",
        ] {
            let read = Phone::parse_national(raw, Some(BRAZIL)).map(String::from);
            assert_eq!(read.as_deref(), Ok("+551132654321;ext=5"), "{raw}");
        }
        let office = Phone::parse_national("(212) 555-0100 ext 0042", Some(UNITED_STATES)).unwrap();
        assert_eq!((office.as_str(), office.extension()), ("+12125550100;ext=0042", Some("0042")));
        assert_eq!(office.to_formatted(), "+1 212-555-0100 ext. 0042");
        assert_eq!(Phone::parse(office.as_str()), Ok(office));
    }

    #[test]
    fn a_number_is_shown_in_the_groups_of_its_country() {
        for (stored, shown) in [
            ("+5511987654321", "+55 11 98765-4321"),
            ("+551132654321", "+55 11 3265-4321"),
            ("+13055550123", "+1 305-555-0123"),
            ("+4930901820", "+49 30 901820"),
            ("+351912345678", "+351 912 345 678"),
        ] {
            assert_eq!(Phone::parse(stored).unwrap().to_formatted(), shown);
            assert_eq!(Phone::format_stored(stored), shown);
        }
    }

    #[test]
    fn what_is_no_international_number_is_shown_as_it_is_stored() {
        assert_eq!(Phone::format_stored("3265-4321"), "3265-4321");
    }

    #[test]
    fn a_text_that_is_no_number_of_its_country_is_refused() {
        for raw in [
            "",
            "98765-4321",
            "+0 11 98765",
            "+55 11",
            "+1234567890123456",
            "+55 11 CALL-NOW",
            "(11) 98765-4321 / 3333-4444",
            "(11) 98765-4321 ramal",
            "(11) 98765-4321 ramal 12345678",
            "(11) 98765-4321 e 5",
            "ramal 5",
            "(11) 3265-4321 ramal ١٢",
            "190",
            "999999999999",
            "1 (212) 555-0100",
        ] {
            assert_eq!(Phone::parse_national(raw, Some(BRAZIL)), Err(IdentifierError::Phone), "{raw}");
        }
        assert_eq!(Phone::parse("11987654321"), Err(IdentifierError::Phone));
    }
}
