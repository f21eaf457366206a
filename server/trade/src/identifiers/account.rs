//! Identifiers of bank accounts and banks: IBAN, BIC and the routing number of the United States.

use super::{IdentifierError, identifier, remove_mask};

/// An international bank account number: country, two check digits, up to 30 letters and digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Iban(String);

identifier!(Iban);

impl Iban {
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        let sound = (15..=34).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
            && text.bytes().take(2).all(|byte| byte.is_ascii_uppercase())
            && text.bytes().skip(2).take(2).all(|byte| byte.is_ascii_digit())
            && remainder(&text) == 1;
        sound.then_some(Self(text)).ok_or(IdentifierError::Iban)
    }

    /// In groups of four: `DE89 3704 0044 0532 0130 00`.
    pub fn to_formatted(&self) -> String {
        let groups: Vec<&str> =
            self.0.as_bytes().chunks(4).filter_map(|group| std::str::from_utf8(group).ok()).collect();
        groups.join(" ")
    }
}

/// The number modulo 97, with its first four characters at the end and its letters as 10 to 35 (ISO 7064).
fn remainder(text: &str) -> u32 {
    let (head, rest) = text.split_at(4);
    rest.chars().chain(head.chars()).filter_map(|c| c.to_digit(36)).fold(0, |sum, digit| {
        let shift = if digit > 9 { 100 } else { 10 };
        (sum * shift + digit) % 97
    })
}

/// The code of a bank for international payments (BIC, ISO 9362): eight or eleven characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Swift(String);

identifier!(Swift);

impl Swift {
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        let sound = matches!(text.len(), 8 | 11)
            && text.bytes().take(6).all(|byte| byte.is_ascii_uppercase())
            && text.bytes().skip(6).all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
        sound.then_some(Self(text)).ok_or(IdentifierError::Swift)
    }
}

/// The number of a bank in the United States for transfers (ABA): nine digits, the last one a check digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RoutingNumber(String);

identifier!(RoutingNumber);

impl RoutingNumber {
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
        let weighted = digits.iter().zip([3, 7, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight);
        let sound = digits.len() == 9 && text.len() == 9 && weighted.sum::<u32>() % 10 == 0;
        // The check digit makes the sum of the digits times 3, 7, 1, 3, … a multiple of ten.
        // All zeros have the right sum, and no bank.
        let is_given = sound && digits.iter().any(|digit| *digit > 0);
        is_given.then_some(Self(text)).ok_or(IdentifierError::RoutingNumber)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_routing_number_has_a_check_digit() {
        for raw in ["021000021", "0210-0002-1", "122105155"] {
            assert!(RoutingNumber::parse(raw).is_ok(), "{raw}");
        }
        for raw in ["", "021000022", "21000021", "0210000210", "000000000", "02100002A"] {
            assert_eq!(RoutingNumber::parse(raw), Err(IdentifierError::RoutingNumber), "{raw}");
        }
    }

    #[test]
    fn an_iban_has_check_digits() {
        for raw in ["DE89 3704 0044 0532 0130 00", "gb82west12345698765432", "BR1800360305000010009795493C1"]
        {
            assert!(Iban::parse(raw).is_ok(), "{raw}");
        }
        assert_eq!(
            Iban::parse("de89370400440532013000").unwrap().to_formatted(),
            "DE89 3704 0044 0532 0130 00"
        );
        for raw in [
            "",
            "DE88 3704 0044 0532 0130 00",
            "8937040044053201300089",
            "DE89",
            "DE89 3704 0044 0532 0130 0ß",
        ] {
            assert_eq!(Iban::parse(raw), Err(IdentifierError::Iban), "{raw}");
        }
    }

    #[test]
    fn a_swift_code_has_eight_or_eleven_characters() {
        for raw in ["BRASBRRJ", "brasbrrjxxx", "DEUTDEFF500"] {
            assert!(Swift::parse(raw).is_ok(), "{raw}");
        }
        for raw in ["", "BRASBR", "BRASBRRJX", "1RASBRRJ", "BRASBRRJ--X-É"] {
            assert_eq!(Swift::parse(raw), Err(IdentifierError::Swift), "{raw}");
        }
    }
}
