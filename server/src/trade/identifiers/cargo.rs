use super::{IdentifierError, identifier, is_digits, unmasked};

/// An air waybill number: three digits of the airline, a serial of seven digits, a check digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Awb(String);

identifier!(Awb);

impl Awb {
    /// Number of serials: seven digits without the check digit.
    pub const SERIALS: u32 = 10_000_000;

    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = unmasked(raw);
        if !is_digits(&text, 11) {
            return Err(IdentifierError::Awb);
        }
        let serial = text[3..10].parse().map_err(|_| IdentifierError::Awb)?;
        let composed = Self::compose(&text[..3], serial)?;
        if composed.0 == text { Ok(composed) } else { Err(IdentifierError::Awb) }
    }

    pub fn compose(prefix: &str, serial: u32) -> Result<Self, IdentifierError> {
        if !is_digits(prefix, 3) || serial >= Self::SERIALS {
            return Err(IdentifierError::Awb);
        }
        Ok(Self(format!("{prefix}{serial:07}{}", serial % 7)))
    }

    /// For example `020-81140743`.
    pub fn formatted(&self) -> String {
        format!("{}-{}", &self.0[..3], &self.0[3..])
    }
}

/// A code of the customs nomenclature: six digits of the Harmonized System, or eight of Mercosur.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HsCode(String);

identifier!(HsCode);

impl HsCode {
    /// Chapter numbers start at 01.
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = unmasked(raw);
        let sound = (is_digits(&text, 6) || is_digits(&text, 8)) && !text.starts_with("00");
        sound.then_some(Self(text)).ok_or(IdentifierError::HsCode)
    }

    /// For example `8517.13` and `8517.13.00`.
    pub fn formatted(&self) -> String {
        let t = &self.0;
        if t.len() == 6 {
            format!("{}.{}", &t[..4], &t[4..])
        } else {
            format!("{}.{}.{}", &t[..4], &t[4..6], &t[6..])
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
            assert_eq!(Awb::parse(raw).unwrap().formatted(), "020-81140743");
        }
        for raw in ["", "020-81140744", "020-8114074", "O20-81140743", "020-811407430"] {
            assert_eq!(Awb::parse(raw), Err(IdentifierError::Awb), "{raw}");
        }
        assert_eq!(Awb::compose("057", Awb::SERIALS), Err(IdentifierError::Awb));
    }

    #[test]
    fn hs_code_has_six_or_eight_digits() {
        let cases = [("851713", "8517.13"), ("8517.13.00", "8517.13.00"), ("3004 90", "3004.90")];
        for (raw, shown) in cases {
            assert_eq!(HsCode::parse(raw).unwrap().formatted(), shown);
        }
        for raw in ["", "8517", "8517130", "8517130000", "85171A", "000000"] {
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
