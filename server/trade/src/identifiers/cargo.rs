//! Identifiers of cargo: numbers of air waybills and codes of the customs nomenclature.

use super::{IdentifierError, identifier, is_digits, remove_mask};

/// An air waybill number (IATA): three digits of the airline, a serial of seven digits, a check digit, which is the serial
/// modulo seven.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Awb(String);

identifier!(Awb);

impl Awb {
    /// Number of serials: seven digits without the check digit.
    pub const SERIALS: u32 = 10_000_000;

    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = remove_mask(raw);
        if !is_digits(&text, 11) {
            return Err(IdentifierError::Awb);
        }
        let serial = text[3..10].parse().map_err(|_| IdentifierError::Awb)?;
        let composed = Self::compose(&text[..3], serial)?;
        if composed.0 == text { Ok(composed) } else { Err(IdentifierError::Awb) }
    }

    /// The number with its check digit. `serial` is below [`Awb::SERIALS`].
    pub fn compose(prefix: &str, serial: u32) -> Result<Self, IdentifierError> {
        if !is_digits(prefix, 3) || serial >= Self::SERIALS {
            return Err(IdentifierError::Awb);
        }
        Ok(Self(format!("{prefix}{serial:07}{}", serial % 7)))
    }

    /// For example `020-81140743`.
    pub fn to_formatted(&self) -> String {
        format!("{}-{}", &self.0[..3], &self.0[3..])
    }
}

/// A code of the customs nomenclature: six digits of the Harmonized System and up to four of the country.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HsCode(String);

identifier!(HsCode);

impl HsCode {
    /// Chapter numbers start at 01. A code has an even number of digits; an odd one has lost the zero of its chapter,
    /// unless its dots show that the loss is elsewhere: `901.11` gets it back, `8517.13.0` is refused.
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let mut text = remove_mask(raw);
        let heading = raw.trim().split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        let lost_its_zero = text.len() % 2 == 1 && (heading.len() == text.len() || heading.len() == 3);
        if lost_its_zero {
            text.insert(0, '0');
        }
        let sound = [6, 8, 10].iter().any(|length| is_digits(&text, *length)) && !text.starts_with("00");
        sound.then_some(Self(text)).ok_or(IdentifierError::HsCode)
    }

    /// For example `8517.13`, `8517.13.00` and `8517.13.0000`.
    pub fn to_formatted(&self) -> String {
        let (heading, subheading, own) = (&self.0[..4], &self.0[4..6], &self.0[6..]);
        if own.is_empty() {
            format!("{heading}.{subheading}")
        } else {
            format!("{heading}.{subheading}.{own}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_air_waybill_ends_with_its_serial_modulo_seven() {
        assert_eq!(Awb::compose("057", 1_234_567).unwrap().as_str(), "05712345675");
        for raw in ["020-81140743", "020 8114 0743", "02081140743"] {
            assert_eq!(Awb::parse(raw).unwrap().to_formatted(), "020-81140743");
        }
        for raw in ["", "020-81140744", "020-8114074", "O20-81140743", "020-811407430"] {
            assert_eq!(Awb::parse(raw), Err(IdentifierError::Awb), "{raw}");
        }
        assert_eq!(Awb::compose("057", Awb::SERIALS), Err(IdentifierError::Awb));
    }

    #[test]
    fn a_tariff_code_has_six_to_ten_digits_and_gets_its_lost_zero_back() {
        let cases = [
            ("851713", "8517.13"),
            ("8517.13.00", "8517.13.00"),
            ("3004 90", "3004.90"),
            ("7318.15.2010", "7318.15.2010"),
            ("7318152010", "7318.15.2010"),
            ("90111", "0901.11"),
            ("901.11", "0901.11"),
            ("9011100", "0901.11.00"),
            ("101210010", "0101.21.0010"),
        ];
        for (raw, shown) in cases {
            assert_eq!(HsCode::parse(raw).unwrap().to_formatted(), shown, "{raw}");
        }
        for raw in ["", "8517", "8517.13.0", "85171300001", "85171A", "000000", "9", "901", "8517.1"] {
            assert_eq!(HsCode::parse(raw), Err(IdentifierError::HsCode), "{raw}");
        }
    }

    proptest! {
        #[test]
        fn any_composed_air_waybill_is_read_back(prefix in "[0-9]{3}", serial in 0..Awb::SERIALS) {
            let awb = Awb::compose(&prefix, serial).unwrap();
            prop_assert_eq!(Awb::parse(awb.as_str()), Ok(awb));
        }

        #[test]
        fn no_text_makes_the_parsers_panic(raw in ".{0,14}") {
            let _ = (Awb::parse(&raw), HsCode::parse(&raw));
        }
    }
}
