use super::{IdentifierError, identifier};

/// A telephone number in the international format E.164: `+`, country, number.
///
/// Only the format is checked. The numbering plans of the world are large and change every month, and a valid
/// number can still be unused.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

identifier!(Phone);

impl Phone {
    /// Accepts `+55 (11) 98765-4321` and `0055…`.
    pub fn parse(raw: &str) -> Result<Self, IdentifierError> {
        let text = dialled(raw);
        let digits =
            text.strip_prefix('+').or_else(|| text.strip_prefix("00")).ok_or(IdentifierError::Phone)?;
        Self::of_digits(digits)
    }

    /// A national number, completed with the country's calling code. An international number is unchanged.
    pub fn parse_in(raw: &str, calling_code: &str) -> Result<Self, IdentifierError> {
        let text = dialled(raw);
        if text.starts_with('+') || text.starts_with("00") {
            return Self::parse(raw);
        }
        let national = if keeps_its_zero(calling_code) { &text } else { text.trim_start_matches('0') };
        Self::of_digits(&format!("{calling_code}{national}"))
    }

    fn of_digits(digits: &str) -> Result<Self, IdentifierError> {
        let sound = (7..=15).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !digits.starts_with('0');
        sound.then(|| Self(format!("+{digits}"))).ok_or(IdentifierError::Phone)
    }
}

/// Italian numbers keep the leading zero in the international format.
fn keeps_its_zero(calling_code: &str) -> bool {
    matches!(calling_code, "39" | "378")
}

fn dialled(raw: &str) -> String {
    raw.chars().filter(|c| !c.is_whitespace() && !matches!(c, '.' | '-' | '/' | '(' | ')')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn international_numbers_are_read_in_any_format() {
        for raw in ["+55 (11) 98765-4321", "005511987654321", "+55.11.98765/4321"] {
            assert_eq!(Phone::parse(raw).unwrap().as_str(), "+5511987654321");
        }
    }

    #[test]
    fn a_national_number_gets_the_calling_code() {
        let cases = [
            ("(011) 98765-4321", "55", "+5511987654321"),
            ("11 98765-4321", "55", "+5511987654321"),
            ("06 1234 5678", "39", "+390612345678"),
            ("+1 212 555 0100", "55", "+12125550100"),
        ];
        for (raw, calling_code, stored) in cases {
            assert_eq!(Phone::parse_in(raw, calling_code).unwrap().as_str(), stored);
        }
    }

    #[test]
    fn an_invalid_number_is_refused() {
        for raw in ["", "98765-4321", "+0 11 98765", "+55 11", "+1234567890123456", "+55 11 CALL-NOW"] {
            assert_eq!(Phone::parse(raw), Err(IdentifierError::Phone), "{raw}");
        }
        assert_eq!(Phone::parse_in("", "55"), Err(IdentifierError::Phone));
    }
}
