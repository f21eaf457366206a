//! A sender or a receiver on a document.

use deunicode::deunicode;

#[derive(Debug, Clone, Default)]
pub struct Party {
    pub name: String,
    /// Contact person, trading name and the like; empty ones are omitted.
    pub also: Vec<String>,
    /// Street, number, complement and district, in the order of the country.
    pub street: Vec<String>,
    pub city: String,
    /// The short code if the country has one, for example `SP`.
    pub state: String,
    pub postcode: String,
    /// Name of the country in the language of the document.
    pub country: String,
    /// Name of the country in English, which carriers of other countries read.
    pub country_english: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Tax number, formatted for printing.
    pub document: Option<String>,
}

impl Party {
    /// Postcode, city and state in the order of the country.
    pub fn locality(&self) -> String {
        self.locality_by(" ")
    }

    /// Same as [`Self::locality`], with the text between city and state.
    pub fn locality_by(&self, between: &str) -> String {
        if self.country_code == "US" {
            return join_parts(&[&self.city, &join_parts(&[&self.state, &self.postcode], " ")], ", ");
        }
        let postcode_last =
            matches!(self.country_code.as_str(), "CA" | "AU" | "GB" | "IE" | "IN" | "NZ" | "ZA");
        let (first, last) =
            if postcode_last { ("", self.postcode.as_str()) } else { (self.postcode.as_str(), "") };
        let state = state_beside(&self.city, &self.state);
        join_parts(&[first, &join_parts(&[&self.city, state], between), last], " ")
    }

    /// The lines below the name: other names, street, locality and country.
    pub fn address(&self) -> Vec<String> {
        let lines = self.also.iter().chain(&self.street).cloned();
        lines.chain([self.locality(), self.country.clone()]).filter(|line| !line.is_empty()).collect()
    }

    /// The texts that people have typed, in the order of a label.
    pub fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let Self { name, also, street, city, state, postcode, phone, document, .. } = self;
        let lines = [name].into_iter().chain(also).chain(street).chain([city, state, postcode]);
        lines.chain(phone.as_mut()).chain(document.as_mut())
    }
}

/// A state code of letters; the name where codes are numeric.
pub fn short_state(code: Option<&str>, name: Option<&str>) -> String {
    let short = code.filter(|code| code.chars().all(|c| c.is_ascii_alphabetic()));
    short.or(name).unwrap_or_default().to_owned()
}

/// The state, unless it has the name of the city: `Lisboa, Lisboa`.
pub fn state_beside<'a>(city: &str, state: &'a str) -> &'a str {
    let plain = |text: &str| deunicode(text.trim()).to_lowercase();
    if plain(city) == plain(state) { "" } else { state }
}

/// The texts that are not empty, with a separator between them.
pub fn join_parts(parts: &[&str], separator: &str) -> String {
    let filled: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    filled.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_its_letter_code_or_its_name() {
        assert_eq!(short_state(Some("SP"), Some("São Paulo")), "SP");
        assert_eq!(short_state(Some("13"), Some("Tōkyō")), "Tōkyō");
        assert_eq!(short_state(None, None), "");
    }

    #[test]
    fn a_state_with_the_name_of_its_city_is_left_out_where_the_country_can_do_without() {
        let named = |country: &str, city: &str, state: &str| Party {
            city: city.to_owned(),
            state: state.to_owned(),
            ..party(country)
        };
        assert_eq!(named("PT", "Lisboa", "lisboa").locality_by(", "), "12345 Lisboa");
        assert_eq!(named("ES", "Málaga", "Malaga").locality(), "12345 Málaga");
        assert_eq!(named("PT", "Sintra", "Lisboa").locality_by(", "), "12345 Sintra, Lisboa");
        assert_eq!(named("US", "New York", "New York").locality(), "New York, New York 12345");
    }

    fn party(country_code: &str) -> Party {
        Party {
            also: vec!["Loja 3".to_owned()],
            street: vec!["Main Street 1".to_owned(), String::new()],
            city: "Town".to_owned(),
            state: "ST".to_owned(),
            postcode: "12345".to_owned(),
            country: "Land".to_owned(),
            country_code: country_code.to_owned(),
            ..Party::default()
        }
    }

    #[test]
    fn the_postcode_stands_where_its_country_has_it() {
        for (country, expected) in
            [("US", "Town, ST 12345"), ("GB", "Town ST 12345"), ("BR", "12345 Town ST")]
        {
            assert_eq!(party(country).locality(), expected);
        }
        assert_eq!(party("BR").address(), ["Loja 3", "Main Street 1", "12345 Town ST", "Land"]);
    }
}
