//! Street and house number, as the country writes them on an envelope.

/// Countries with the house number before the street.
const NUMBER_FIRST: &[&str] = &["US", "CA", "GB", "IE", "AU", "NZ", "ZA", "IN", "SG", "MY", "FR", "LU"];

/// Countries with nothing but a space between the street and the number behind it.
const WITHOUT_COMMA: &[&str] = &[
    "AT", "BE", "CH", "CZ", "DE", "DK", "EE", "FI", "HR", "HU", "IS", "LI", "LT", "LV", "NL", "NO", "PL",
    "SE", "SI", "SK",
];

/// One line of both; None without either.
pub fn join_street(country: Option<&str>, street: Option<&str>, number: Option<&str>) -> Option<String> {
    let is_in = |countries: &[&str]| country.is_some_and(|code| countries.contains(&code));
    match (street, number) {
        (Some(street), Some(number)) if is_in(NUMBER_FIRST) => Some(format!("{number} {street}")),
        (Some(street), Some(number)) if is_in(WITHOUT_COMMA) => Some(format!("{street} {number}")),
        (Some(street), Some(number)) => Some(format!("{street}, {number}")),
        (street, number) => street.or(number).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_street_and_its_number_stand_as_in_their_country() {
        for (country, street, number, line) in [
            ("DE", "Torstraße", "44", "Torstraße 44"),
            ("NL", "Keizersgracht", "1", "Keizersgracht 1"),
            ("US", "Main Street", "100", "100 Main Street"),
            ("FR", "rue de Rivoli", "12", "12 rue de Rivoli"),
            ("BR", "Rua São Bento", "99", "Rua São Bento, 99"),
            ("ES", "Calle Mayor", "7", "Calle Mayor, 7"),
        ] {
            assert_eq!(join_street(Some(country), Some(street), Some(number)).as_deref(), Some(line));
        }
        assert_eq!(join_street(Some("DE"), Some("Torstraße"), None).as_deref(), Some("Torstraße"));
        assert_eq!(join_street(None, None, None), None);
    }
}
