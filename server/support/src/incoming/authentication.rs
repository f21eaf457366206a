//! What the own mail server says about the sender of an e-mail: `Authentication-Results`, by RFC 8601.

use std::iter::Peekable;
use std::str::Chars;

/// Whether the own mail server has verified that the e-mail is of the sender's domain (DMARC). Words in comments and in quotes
/// are not results, and a result that contradicts another proves nothing.
pub fn is_authentic(results: Option<&str>, server: Option<&str>, sender: &str) -> bool {
    let (Some(results), Some(server)) = (results.and_then(read_results), server) else { return false };
    let Some((_, domain)) = sender.rsplit_once('@') else { return false };
    let mut by_dmarc = results.methods.iter().filter(|it| it.name == "dmarc").peekable();
    results.server == server.to_lowercase()
        && by_dmarc.peek().is_some()
        && by_dmarc.all(|it| it.result == "pass" && it.is_of_domain(&domain.to_lowercase()))
}

/// The results that one server has added.
struct Results {
    server: String,
    methods: Vec<Method>,
}

/// `dmarc=pass header.from=example.com`, in lower case.
struct Method {
    name: String,
    result: String,
    properties: Vec<(String, String)>,
}

impl Method {
    fn is_of_domain(&self, domain: &str) -> bool {
        let mut named =
            self.properties.iter().filter(|(name, _)| name == "header.from").map(|(_, value)| value);
        let found =
            named.next().map(|value| value.rsplit('@').next().unwrap_or_default().trim_end_matches('.'));
        found == Some(domain) && named.next().is_none()
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Equals,
    Semicolon,
}

/// None when a quote or a comment has no end, or when it is in no form of the RFC.
fn read_results(text: &str) -> Option<Results> {
    let tokens = read_tokens(text)?;
    let mut parts = tokens.split(|token| *token == Token::Semicolon);
    // The version may follow.
    let Some(Token::Word(server)) = parts.next()?.first() else { return None };
    let methods: Option<Vec<Method>> =
        parts.filter(|part| part.contains(&Token::Equals)).map(read_method).collect();
    Some(Results { server: server.clone(), methods: methods? })
}

fn read_method(part: &[Token]) -> Option<Method> {
    let mut pairs = read_pairs(part)?.into_iter();
    let (name, result) = pairs.next()?;
    let name = name.split('/').next().unwrap_or_default().to_owned();
    Some(Method { name, result, properties: pairs.collect() })
}

/// `name = value`, several times. A name can have blanks around its point.
fn read_pairs(part: &[Token]) -> Option<Vec<(String, String)>> {
    let (mut pairs, mut name, mut rest) = (Vec::new(), String::new(), part.iter());
    while let Some(token) = rest.next() {
        match token {
            Token::Word(word) => name.push_str(word),
            Token::Equals if name.is_empty() => return None,
            Token::Equals => {
                let Some(Token::Word(value)) = rest.next() else { return None };
                pairs.push((std::mem::take(&mut name), value.clone()));
            }
            Token::Semicolon => return None,
        }
    }
    name.is_empty().then_some(pairs)
}

fn read_tokens(text: &str) -> Option<Vec<Token>> {
    let (mut tokens, mut word) = (Vec::new(), None::<String>);
    let text = text.to_lowercase();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => word.get_or_insert_default().push_str(&read_quoted(&mut rest)?),
            '=' | ';' | '(' | ' ' | '\t' => {
                tokens.extend(word.take().map(Token::Word));
                match c {
                    '=' => tokens.push(Token::Equals),
                    ';' => tokens.push(Token::Semicolon),
                    '(' => skip_comment(&mut rest)?,
                    _ => {}
                }
            }
            _ => word.get_or_insert_default().push(c),
        }
    }
    tokens.extend(word.map(Token::Word));
    Some(tokens)
}

/// The rest of a quoted text.
fn read_quoted(rest: &mut Peekable<Chars>) -> Option<String> {
    let mut text = String::new();
    loop {
        match rest.next()? {
            '"' => return Some(text),
            '\\' => text.push(rest.next()?),
            c => text.push(c),
        }
    }
}

/// Comments can have comments in them.
fn skip_comment(rest: &mut Peekable<Chars>) -> Option<()> {
    let mut depth = 1;
    while depth > 0 {
        match rest.next()? {
            '(' => depth += 1,
            ')' => depth -= 1,
            '\\' => drop(rest.next()?),
            _ => {}
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::is_authentic;

    const SERVER: Option<&str> = Some("mx.own.test");

    #[test]
    fn a_result_of_the_own_server_is_read_in_every_form_of_the_rfc() {
        for results in [
            "mx.own.test; spf=pass smtp.mailfrom=a.test; dmarc=pass (p=reject) header.from=a.test",
            "MX.own.test 1; dmarc=PASS header.from=A.test",
            "mx.own.test (our server) ; dmarc/1 = pass (p=none (sp=none)) reason=\"a; b\" header . from = \"a.test\"",
            "\"mx.own.test\";dmarc=pass policy.dmarc=none header.from=ana@a.test.",
            "mx.own.test; none; dmarc=pass header.from=a.test",
        ] {
            assert!(is_authentic(Some(results), Some("MX.own.test"), "ana@A.test"), "{results}");
        }
    }

    #[test]
    fn only_the_own_server_can_say_that_a_sender_is_authentic() {
        let pass = "mx.own.test; dmarc=pass header.from=a.test";
        for (results, server, sender) in [
            (None, SERVER, "ana@a.test"),
            (Some(pass), None, "ana@a.test"),
            (Some(pass), Some("mx.other.test"), "ana@a.test"),
            (Some(pass), SERVER, "ana@b.test"),
            (Some(pass), SERVER, "ana"),
        ] {
            assert!(!is_authentic(results, server, sender), "{results:?} {server:?} {sender}");
        }
    }

    #[test]
    fn words_in_quotes_and_comments_are_no_result() {
        for results in [
            "mx.own.test; dmarc=fail header.from=a.test",
            "mx.own.test; dmarc=fail reason=\"x; dmarc=pass header.from=a.test\" header.from=a.test",
            "mx.own.test; dmarc=fail (; dmarc=pass header.from=a.test) header.from=a.test",
            "mx.own.test; dmarc=fail (\\); dmarc=pass header.from=a.test) header.from=a.test",
            "mx.own.test; dkim=pass reason=\"\\\"; dmarc=pass header.from=a.test; x=\\\"\"",
            "mx.own.test; spf=pass dmarc=pass header.from=a.test",
            "mx.own.test; dmarc=pass header.from=a.test; dmarc=fail header.from=a.test",
            "mx.own.test; dmarc=pass header.from=b.test header.from=a.test",
            "mx.own.test; dmarc=pass header.from=a.test (",
            "mx.own.test; dmarc=pass \"header.from=a.test",
            "(mx.own.test;) mx.other.test; dmarc=pass header.from=a.test",
            "mx.own.test.evil.test; dmarc=pass header.from=a.test",
            "; dmarc=pass header.from=a.test",
            "",
        ] {
            assert!(!is_authentic(Some(results), SERVER, "ana@a.test"), "{results}");
        }
    }
}
