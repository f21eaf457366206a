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

    /// In groups, for people: `+55 11 98765-4321`.
    pub fn formatted(&self) -> String {
        let digits = self.0.trim_start_matches('+');
        let (calling_code, national) = digits.split_at(calling_code_length(digits).min(digits.len()));
        let grouped = match (calling_code, national.len()) {
            ("55", 10 | 11) => grouped(national, &[2, national.len() - 6], "-"),
            ("1", 10) => grouped(national, &[3, 3], "-"),
            (_, 9..) => grouped(national, &[national.len() - 7, 3], " "),
            (_, 6..=8) => grouped(national, &[national.len() - 4], " "),
            _ => national.to_owned(),
        };
        format!("+{calling_code} {grouped}")
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

/// Calling codes have one digit (North America, Russia), two (the list of the ITU) or three.
fn calling_code_length(digits: &str) -> usize {
    const TWO: &[&str] = &[
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48",
        "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81",
        "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
    ];
    match digits {
        _ if digits.starts_with(['1', '7']) => 1,
        _ if TWO.iter().any(|code| digits.starts_with(code)) => 2,
        _ => 3,
    }
}

/// The digits in groups of these lengths and a last one with the rest, before which `last` stands.
fn grouped(digits: &str, lengths: &[usize], last: &str) -> String {
    let mut rest = digits;
    let mut groups = Vec::new();
    for length in lengths {
        let (group, after) = rest.split_at(*length);
        groups.push(group);
        rest = after;
    }
    format!("{}{last}{rest}", groups.join(" "))
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
    fn a_number_is_shown_in_groups() {
        for (stored, shown) in [
            ("+5511987654321", "+55 11 98765-4321"),
            ("+551132654321", "+55 11 3265-4321"),
            ("+13055550123", "+1 305 555-0123"),
            ("+4930901820", "+49 3090 1820"),
            ("+8675512345678", "+86 7551 234 5678"),
            ("+351912345678", "+351 91 234 5678"),
            ("+2901234", "+290 1234"),
        ] {
            assert_eq!(Phone::parse(stored).unwrap().formatted(), shown);
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
