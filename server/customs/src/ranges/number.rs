//! A number of an air waybill, as somebody types it.

use trade::identifiers::Awb;

use server_core::http::messages::MessageCode;

/// Three digits of the airline, and a serial of seven digits. The check digit follows from the serial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaybillNumber {
    pub prefix: String,
    pub serial: i32,
}

impl WaybillNumber {
    /// Reads a number with or without hyphens of any kind and blanks.
    pub fn parse(typed: &str) -> Result<Self, MessageCode> {
        let text: String = typed.chars().filter(|c| !is_mask(*c)).collect();
        if text.len() != 11 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(MessageCode::AwbInvalid);
        }
        let serial = text[3..10].parse().map_err(|_| MessageCode::AwbInvalid)?;
        let number = Self { prefix: text[..3].to_owned(), serial };
        let is_right = number.compose().is_some_and(|composed| composed.as_str() == text);
        if is_right { Ok(number) } else { Err(MessageCode::AwbCheckDigit) }
    }

    fn compose(&self) -> Option<Awb> {
        Awb::compose(&self.prefix, u32::try_from(self.serial).ok()?).ok()
    }

    /// For example `020-12345675`; none for a serial of more than seven digits.
    pub fn format(&self) -> Option<String> {
        self.compose().map(|awb| awb.to_formatted())
    }
}

/// Blanks, points, and hyphens as keyboards and documents write them.
fn is_mask(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | '/' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: &str = include_str!("../../../tests/data/customs/awb-numbers.csv");

    #[test]
    fn published_numbers_are_right_and_wrong_ones_have_their_reason() {
        let mut count = 0;
        for row in csv::Reader::from_reader(NUMBERS.as_bytes()).into_deserialize() {
            let (typed, verdict): (String, String) = row.unwrap();
            let expected = match verdict.as_str() {
                "valid" => None,
                "check_digit" => Some(MessageCode::AwbCheckDigit),
                _ => Some(MessageCode::AwbInvalid),
            };
            assert_eq!(WaybillNumber::parse(&typed).err(), expected, "{typed}");
            count += 1;
        }
        assert!(count > 30);
    }

    #[test]
    fn a_number_is_read_as_people_write_it() {
        for typed in ["020-12345675", "02012345675", " 020 1234 5675", "020\u{2011}12345675"] {
            let number = WaybillNumber::parse(typed).unwrap();
            assert_eq!((number.prefix.as_str(), number.serial), ("020", 1_234_567), "{typed}");
            assert_eq!(number.format().as_deref(), Some("020-12345675"));
        }
        // Zeros at the beginning are digits like others.
        let zeros = WaybillNumber::parse("006-96667465").unwrap();
        assert_eq!((zeros.prefix.as_str(), zeros.serial), ("006", 9_666_746));
    }

    #[test]
    fn what_is_no_number_and_a_wrong_digit_are_told_apart() {
        for typed in ["20-12345675", "O20-12345675", "", "020-123456755"] {
            assert_eq!(WaybillNumber::parse(typed), Err(MessageCode::AwbInvalid), "{typed}");
        }
        for typed in ["020-12345676", "020-12345679", "157-53806273"] {
            assert_eq!(WaybillNumber::parse(typed), Err(MessageCode::AwbCheckDigit), "{typed}");
        }
        assert!(
            WaybillNumber::parse("157-53806270").is_ok(),
            "the remainder of the division, not of the sum"
        );
    }

    #[test]
    fn the_digit_runs_from_zero_to_six() {
        let format = |serial| WaybillNumber { prefix: "020".into(), serial }.format().unwrap();
        let shown = [1_234_567, 1_234_568, 1_234_569, 1_234_570].map(format);
        assert_eq!(shown, ["020-12345675", "020-12345686", "020-12345690", "020-12345701"]);
        assert_eq!(WaybillNumber { prefix: "020".into(), serial: 10_000_000 }.format(), None);
    }
}
