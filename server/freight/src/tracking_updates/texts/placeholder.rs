use server_core::http::error::FieldErrors;
use server_core::http::messages::{MessageCode, Params};
use trade::wire_name;

wire_name! {
    /// A placeholder in a text of tracking e-mails, written in braces: `{code}`. A part of a line (between ` · `) or a
    /// whole line is left out when none of its placeholders has a value.
    TrackingEmailPlaceholder {
        /// The tracking code.
        Code = "code",
        /// The recipient's name; only in e-mails to the recipient's own address.
        Recipient = "recipient",
        /// The company's name.
        Company = "company",
        /// The place of the event.
        Place = "place",
        /// Date and time of the event, by the clock of its place.
        Date = "date",
        /// The estimated delivery, while the shipment is on its way.
        Expected = "expected",
        /// The numbers of the parcels that the event concerns; only when it does not concern all.
        Parcels = "parcels",
    }
}

pub use TrackingEmailPlaceholder as Placeholder;

/// The values of the placeholders for one e-mail. An empty text is no value.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub code: String,
    pub recipient: String,
    pub company: String,
    pub place: String,
    pub date: String,
    pub expected: String,
    pub parcels: String,
}

impl Facts {
    /// Each placeholder as its own value: a text filled with them stays a text with placeholders.
    pub fn placeholders() -> Self {
        let [code, recipient, company, place, date, expected, parcels] = [
            Placeholder::Code,
            Placeholder::Recipient,
            Placeholder::Company,
            Placeholder::Place,
            Placeholder::Date,
            Placeholder::Expected,
            Placeholder::Parcels,
        ]
        .map(|one| format!("{{{}}}", one.as_str()));
        Self { code, recipient, company, place, date, expected, parcels }
    }

    fn value(&self, placeholder: Placeholder) -> &str {
        match placeholder {
            Placeholder::Code => &self.code,
            Placeholder::Recipient => &self.recipient,
            Placeholder::Company => &self.company,
            Placeholder::Place => &self.place,
            Placeholder::Date => &self.date,
            Placeholder::Expected => &self.expected,
            Placeholder::Parcels => &self.parcels,
        }
    }

    /// The text with values for its placeholders. Values are not read again: a brace in a value is only a brace.
    pub fn fill(&self, text: &str) -> String {
        let kept: Vec<String> = text.split(SEPARATOR).filter_map(|part| self.fill_part(part)).collect();
        kept.join(SEPARATOR)
    }

    /// Paragraphs are separated by empty lines.
    pub fn paragraphs(&self, text: &str) -> Vec<Vec<String>> {
        let mut paragraphs = vec![Vec::new()];
        for line in text.lines() {
            let filled = self.fill(line).trim().to_owned();
            if !filled.is_empty() {
                if let Some(paragraph) = paragraphs.last_mut() {
                    paragraph.push(filled);
                }
            } else if line.trim().is_empty() {
                paragraphs.push(Vec::new());
            }
        }
        paragraphs.retain(|lines| !lines.is_empty());
        paragraphs
    }

    /// None when the part has placeholders, and none of them has a value.
    fn fill_part(&self, part: &str) -> Option<String> {
        let (mut filled, mut asked, mut has_value) = (String::new(), false, false);
        for piece in pieces(part) {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Named(name) => {
                    let value = Placeholder::from_name(name).map_or("", |one| self.value(one));
                    asked = true;
                    has_value |= !value.is_empty();
                    filled.push_str(value);
                }
            }
        }
        (has_value || !asked).then_some(filled)
    }
}

const SEPARATOR: &str = " · ";

enum Piece<'a> {
    Text(&'a str),
    /// The word inside of braces.
    Named(&'a str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((start, name)) = next_name(rest) {
        pieces.push(Piece::Text(&rest[..start]));
        pieces.push(Piece::Named(name));
        rest = &rest[start + name.len() + 2..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// The first word in braces and where its brace opens. Other braces are plain text.
fn next_name(text: &str) -> Option<(usize, &str)> {
    text.match_indices('{').find_map(|(start, _)| {
        let inner = &text[start + 1..];
        let name = &inner[..inner.find('}')?];
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_word.then_some((start, name))
    })
}

/// Reports the first unknown placeholder of a text at its field.
pub fn check(field: &str, text: &str, errors: &mut FieldErrors) {
    let unknown = pieces(text).into_iter().find_map(|piece| match piece {
        Piece::Named(name) if Placeholder::from_name(name).is_none() => Some(name),
        _ => None,
    });
    if let Some(name) = unknown {
        let params = Params::from([("name", format!("{{{name}}}").into())]);
        errors.push_with(field, MessageCode::UnknownPlaceholder, params);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        Facts { code: "RM1".into(), company: "{code} & Co".into(), date: "25 Nov".into(), ..Facts::default() }
    }

    fn unknown(text: &str) -> usize {
        let mut errors = FieldErrors::default();
        check("body", text, &mut errors);
        errors.len()
    }

    #[test]
    fn placeholders_get_their_values_once() {
        assert_eq!(facts().fill("{code} – {company}: {date}"), "RM1 – {code} & Co: 25 Nov");
        assert_eq!(facts().fill("{ code } {} 10 } {{code}}"), "{ code } {} 10 } {RM1}");
    }

    #[test]
    fn a_line_without_any_value_is_left_out() {
        let text =
            "Hello {recipient},\nDelivered · {place} · {date}\n\nExpected by {expected}.\n\nBye\n{company}";
        let expected =
            vec![vec!["Delivered · 25 Nov".to_owned()], vec!["Bye".to_owned(), "{code} & Co".to_owned()]];
        assert_eq!(facts().paragraphs(text), expected);
    }

    #[test]
    fn a_text_filled_with_placeholders_is_unchanged() {
        let text = "{code} {recipient} {company} {place} {date} {expected} {parcels}";
        assert_eq!(Facts::placeholders().fill(text), text);
    }

    #[test]
    fn only_words_in_braces_are_placeholders() {
        for text in ["{codes}", "{código}", "a {{x}} b", "{code} {1}"] {
            assert_eq!(unknown(text), 1, "{text}");
        }
        for text in ["{code}", "{ x }", "{}", "{a b}", "{", "}{", "{\n}"] {
            assert_eq!(unknown(text), 0, "{text}");
        }
    }
}
