//! Paper that a company prints on.

use crate::countries;
use crate::wire_name;

wire_name! {
    /// Paper of documents.
    PaperFormat { A4 = "a4", Letter = "letter" }
}

/// Countries whose offices have Letter paper.
const WITH_LETTER: [&str; 2] = ["US", "CA"];

impl PaperFormat {
    /// The paper that a country uses.
    pub fn of_country(country_id: i16) -> Self {
        let is_letter = countries::country(country_id)
            .is_some_and(|country| WITH_LETTER.contains(&country.alpha2.as_str()));
        if is_letter { Self::Letter } else { Self::A4 }
    }

    /// Width and height in millimetres.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_is_that_of_the_country() {
        let of = |alpha2: &str| PaperFormat::of_country(countries::by_alpha2(alpha2).unwrap());
        assert_eq!(
            ["US", "CA", "BR", "PT"].map(of).map(PaperFormat::as_str),
            ["letter", "letter", "a4", "a4"]
        );
    }
}
