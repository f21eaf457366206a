use rlibphonenumber::{PhoneNumber, PhoneNumberFormat, Region};

use super::{IdentifierError, identifier};
use crate::countries;

/// A telephone number in the international format E.164: `+`, country, number. It is one of its country's numbering plan.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

identifier!(Phone);

impl Phone {
    /// An international number: `+55 (11) 98765-4321`, `0055…`.
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        Self::parse_national(raw, None)
    }

    /// A national number of a country, with or without its trunk prefix, or an international one. Letters and extensions
    /// are refused.
    pub fn parse_national(raw: &str, country_id: Option<i16>) -> Result<Self, IdentifierError> {
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

    /// In groups, for people: `+55 11 98765-4321`.
    pub fn to_formatted(&self) -> String {
        let number = PhoneNumber::parse(&self.0, None);
        number.map_or_else(
            |_| self.0.clone(),
            |number| number.format_as(PhoneNumberFormat::International).into_owned(),
        )
    }
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
    fn a_number_is_shown_in_the_groups_of_its_country() {
        for (stored, shown) in [
            ("+5511987654321", "+55 11 98765-4321"),
            ("+551132654321", "+55 11 3265-4321"),
            ("+13055550123", "+1 305-555-0123"),
            ("+4930901820", "+49 30 901820"),
            ("+351912345678", "+351 912 345 678"),
        ] {
            assert_eq!(Phone::parse(stored).unwrap().to_formatted(), shown);
        }
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
            "(11) 98765-4321 ramal 5",
            "+55 11 98765-4321;ext=5",
            "190",
            "999999999999",
            "1 (212) 555-0100",
        ] {
            assert_eq!(Phone::parse_national(raw, Some(BRAZIL)), Err(IdentifierError::Phone), "{raw}");
        }
        assert_eq!(Phone::parse("11987654321"), Err(IdentifierError::Phone));
    }
}
