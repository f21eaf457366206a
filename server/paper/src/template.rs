//! Texts with names in braces, for example `{sender.name} · {sender.phone}`.

/// Separates the parts of a line.
const SEPARATOR: &str = " · ";

/// The lines of a text with values for its names. A part of a line (between ` · `), or a whole line, is left out when none of
/// its names has a value. Values are not read again: a brace in a value is only a brace.
pub fn fill<'v>(text: &str, value: &impl Fn(&str) -> &'v str) -> Vec<String> {
    let filled = text.lines().filter_map(|line| fill_line(line, value));
    filled.flat_map(|line| line.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Lists the names of the placeholders in a text.
pub fn list_names(text: &str) -> Vec<&str> {
    pieces(text)
        .into_iter()
        .filter_map(|piece| if let Piece::Name(name) = piece { Some(name) } else { None })
        .collect()
}

/// The text without its names.
pub fn literal(text: &str) -> String {
    let literal = |piece| if let Piece::Text(text) = piece { text } else { "" };
    pieces(text).into_iter().map(literal).collect()
}

fn fill_line<'v>(line: &str, value: &impl Fn(&str) -> &'v str) -> Option<String> {
    let kept: Vec<String> = line.split(SEPARATOR).filter_map(|part| fill_part(part, value)).collect();
    (!kept.is_empty()).then(|| kept.join(SEPARATOR))
}

fn fill_part<'v>(part: &str, value: &impl Fn(&str) -> &'v str) -> Option<String> {
    let (mut filled, mut asked, mut has_value) = (String::new(), false, false);
    for piece in pieces(part) {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Name(name) => {
                let value = value(name);
                asked = true;
                has_value |= !value.is_empty();
                filled.push_str(value);
            }
        }
    }
    (has_value || !asked).then_some(filled)
}

enum Piece<'t> {
    Text(&'t str),
    Name(&'t str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((start, name)) = next_name(rest) {
        pieces.push(Piece::Text(&rest[..start]));
        pieces.push(Piece::Name(name));
        rest = &rest[start + name.len() + 2..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// The first word in braces, and where its brace opens. Other braces are plain text.
fn next_name(text: &str) -> Option<(usize, &str)> {
    text.match_indices('{').find_map(|(start, _)| {
        let inner = &text[start + 1..];
        let name = &inner[..inner.find('}')?];
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        is_word.then_some((start, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Vec<String> {
        fill(text, &|name| match name {
            "name" => "Ana {phone}",
            "lines" => "Rua 1\nCentro",
            _ => "",
        })
    }

    #[test]
    fn values_replace_names_once_and_parts_without_a_value_are_left_out() {
        assert_eq!(
            filled("To {name} · Tel. {phone}\nTax {tax}\n{lines}\nEnd"),
            ["To Ana {phone}", "Rua 1", "Centro", "End"]
        );
        assert_eq!(filled("{ name } {}"), ["{ name } {}"]);
    }

    #[test]
    fn names_and_the_text_around_them_are_found() {
        assert_eq!(list_names("{a.b}, {c}"), ["a.b", "c"]);
        assert_eq!(literal("No. {a.b}!"), "No. !");
    }
}
