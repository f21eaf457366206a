//! Tax numbers in Brazil: CPF and CNPJ.

use super::{IdentifierError, identifier, is_digits, remove_mask};

/// A person's tax number in Brazil: 11 digits, the last two are check digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cpf(String);

identifier!(Cpf);

impl Cpf {
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        let sound = is_digits(&text, 11) && !is_one_repeated(&text) && ends_in_check_digits(&text, 11);
        sound.then_some(Self(text)).ok_or(IdentifierError::Cpf)
    }

    /// For example `529.982.247-25`.
    pub fn to_formatted(&self) -> String {
        let t = &self.0;
        format!("{}.{}.{}-{}", &t[..3], &t[3..6], &t[6..9], &t[9..])
    }
}

/// A company's tax number in Brazil: 12 digits or upper-case letters and two check digits. New numbers can
/// have letters since July 2026 (Instrução Normativa RFB 2.229 of 2024); older numbers are unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cnpj(String);

identifier!(Cnpj);

impl Cnpj {
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        let sound = is_cnpj_shape(&text) && !is_one_repeated(&text) && ends_in_check_digits(&text, 9);
        sound.then_some(Self(text)).ok_or(IdentifierError::Cnpj)
    }

    /// For example `12.ABC.345/01DE-35`.
    pub fn to_formatted(&self) -> String {
        let t = &self.0;
        format!("{}.{}.{}/{}-{}", &t[..2], &t[2..5], &t[5..8], &t[8..12], &t[12..])
    }
}

/// The tax number of a Brazilian sender or receiver; its length shows the kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TaxId {
    Cpf(Cpf),
    Cnpj(Cnpj),
}

impl TaxId {
    /// A text of another length is refused as `TaxId`, because the intended kind is unknown.
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        match remove_mask(raw).len() {
            11 => Cpf::parse(raw).map(Self::Cpf),
            14 => Cnpj::parse(raw).map(Self::Cnpj),
            _ => Err(IdentifierError::TaxId),
        }
    }

    pub fn as_str(&self) -> &str {
        match self {
            Self::Cpf(cpf) => cpf.as_str(),
            Self::Cnpj(cnpj) => cnpj.as_str(),
        }
    }

    pub fn to_formatted(&self) -> String {
        match self {
            Self::Cpf(cpf) => cpf.to_formatted(),
            Self::Cnpj(cnpj) => cnpj.to_formatted(),
        }
    }
}

fn is_cnpj_shape(text: &str) -> bool {
    text.len() == 14
        && text.bytes().take(12).all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        && text.bytes().skip(12).all(|b| b.is_ascii_digit())
}

/// `000…` and `111…` have correct check digits but are never issued.
fn is_one_repeated(text: &str) -> bool {
    text.bytes().all(|b| Some(b) == text.bytes().next())
}

/// The last check digit includes the one before it.
fn ends_in_check_digits(text: &str, heaviest: u32) -> bool {
    let bytes = text.as_bytes();
    let (first, second) = (bytes.len() - 2, bytes.len() - 1);
    bytes[first] == check_digit(&bytes[..first], heaviest)
        && bytes[second] == check_digit(&bytes[..second], heaviest)
}

/// Modulus 11, with weights from 2 upwards from the right, restarting after `heaviest`. A letter counts as
/// its ASCII code minus that of `0`, so A is 17 (not 10).
fn check_digit(body: &[u8], heaviest: u32) -> u8 {
    let weights = (2..=heaviest).cycle();
    let sum: u32 = body.iter().rev().zip(weights).map(|(byte, weight)| u32::from(byte - b'0') * weight).sum();
    match sum % 11 {
        0 | 1 => b'0',
        rest => b'0' + (11 - rest) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn with_check_digits(body: &str, heaviest: u32) -> String {
        let mut text = body.to_owned();
        for _ in 0..2 {
            text.push(char::from(check_digit(text.as_bytes(), heaviest)));
        }
        text
    }

    #[test]
    fn cpf_is_read_with_or_without_mask() {
        for raw in ["529.982.247-25", "52998224725", " 529 982 247 25 "] {
            let cpf = Cpf::parse(raw).unwrap();
            assert_eq!((cpf.as_str(), cpf.to_formatted().as_str()), ("52998224725", "529.982.247-25"));
        }
    }

    #[test]
    fn an_invalid_cpf_is_refused() {
        for raw in
            ["", "529.982.247-24", "5299822472", "529982247255", "5299822472A", "５２９９８２２４７２５"]
        {
            assert_eq!(Cpf::parse(raw), Err(IdentifierError::Cpf), "{raw}");
        }
        for digit in '0'..='9' {
            let repeated = String::from(digit).repeat(11);
            assert_eq!(Cpf::parse(&repeated), Err(IdentifierError::Cpf), "{repeated}");
        }
    }

    #[test]
    fn a_cnpj_is_read_in_the_old_and_new_format() {
        let cases = [
            ("12.ABC.345/01DE-35", "12ABC34501DE35"),
            ("12abc34501de35", "12ABC34501DE35"),
            ("00.000.000/0001-91", "00000000000191"),
            ("11222333000181", "11222333000181"),
        ];
        for (raw, stored) in cases {
            assert_eq!(Cnpj::parse(raw).unwrap().as_str(), stored);
        }
        assert_eq!(Cnpj::parse("12abc34501de35").unwrap().to_formatted(), "12.ABC.345/01DE-35");
    }

    #[test]
    fn an_invalid_cnpj_is_refused() {
        let wrong = [
            "12.ABC.345/01DE-36",
            "12.ABC.345/01DE-3A",
            "00.000.000/0000-00",
            "1122233300018",
            "112223330001811",
            "12ÁBC34501DE35",
            "12_BC34501DE35",
        ];
        for raw in wrong {
            assert_eq!(Cnpj::parse(raw), Err(IdentifierError::Cnpj), "{raw}");
        }
    }

    #[test]
    fn the_length_separates_persons_and_companies() {
        assert!(matches!(TaxId::parse("529.982.247-25"), Ok(TaxId::Cpf(_))));
        assert!(matches!(TaxId::parse("12.ABC.345/01DE-35"), Ok(TaxId::Cnpj(_))));
        assert_eq!(TaxId::parse("529.982.247-2"), Err(IdentifierError::TaxId));
        assert_eq!(TaxId::parse("529.982.247-24"), Err(IdentifierError::Cpf));
    }

    /// The check digit 0 stands for two remainders, so an error between those two can pass.
    fn must_catch(valid: &str) -> bool {
        valid.as_bytes()[valid.len() - 2] != b'0'
    }

    fn with_digit_changed(valid: &str, at: usize, by: u8) -> String {
        let mut bytes = valid.as_bytes().to_vec();
        bytes[at] = b'0' + (bytes[at] - b'0' + by) % 10;
        String::from_utf8(bytes).unwrap()
    }

    proptest! {
        #[test]
        fn any_composed_cpf_is_valid(body in "[0-9]{9}") {
            let text = with_check_digits(&body, 11);
            prop_assume!(!is_one_repeated(&text));
            prop_assert!(Cpf::parse(&text).is_ok());
        }

        #[test]
        fn any_composed_cnpj_is_valid(body in "[0-9A-Z]{12}") {
            prop_assert!(Cnpj::parse(&with_check_digits(&body, 9)).is_ok());
        }

        #[test]
        fn one_changed_digit_is_caught_in_a_cpf(body in "[0-9]{9}", at in 0..11_usize, by in 1..10_u8) {
            let valid = with_check_digits(&body, 11);
            prop_assume!(must_catch(&valid));
            prop_assert!(Cpf::parse(&with_digit_changed(&valid, at, by)).is_err());
        }

        #[test]
        fn one_changed_digit_is_caught_in_a_cnpj(body in "[0-9]{12}", at in 0..14_usize, by in 1..10_u8) {
            let valid = with_check_digits(&body, 9);
            prop_assume!(must_catch(&valid));
            prop_assert!(Cnpj::parse(&with_digit_changed(&valid, at, by)).is_err());
        }

        #[test]
        fn no_text_makes_the_parsers_panic(raw in ".{0,20}") {
            let _ = (Cpf::parse(&raw), Cnpj::parse(&raw), TaxId::parse(&raw));
        }
    }
}
