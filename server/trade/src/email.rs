/// Longest name before the `@`, in bytes.
const MAX_NAME: usize = 64;

/// Finds typing errors. Only an e-mail that arrives proves an address. Letters of all scripts are allowed in both parts.
pub fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, domain)| is_name(name) && is_domain(domain))
}

/// Words of letters, digits and signs with single dots between them.
fn is_name(name: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c) || !c.is_ascii();
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| is_sign(c) && !c.is_whitespace() && !c.is_control())
    };
    name.len() <= MAX_NAME && name.split('.').all(is_word)
}

/// A name of the domain system, with at least two labels.
fn is_domain(domain: &str) -> bool {
    let Ok(ascii) = idna::domain_to_ascii_strict(domain) else { return false };
    let last = ascii.rsplit_once('.').map_or("", |(_, last)| last);
    last.len() > 1 && !last.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_email;

    #[test]
    fn an_email_has_a_name_and_a_domain() {
        for right in [
            "admin@atlantico.test",
            "o'brien@example.com",
            "ann+parcels@example.com",
            "x@müller.example",
            "用户@例子.example",
            "a@b.museum",
            "a@xn--mller-kva.example",
            "first.last@mail.example.co.uk",
            "a@1-2.example",
        ] {
            assert!(is_email(right), "{right}");
        }
        for wrong in [
            "admin",
            "@x.test",
            "a@b",
            "a b@c.test",
            "a@b@c.test",
            "a@.test",
            "Ann Lee <ann@example.com>",
            "ann@example.com; bob@example.com",
            "ann@example.com.",
            "ann..lee@example.com",
            ".ann@example.com",
            "ann.@example.com",
            "ann@-example.com",
            "ann@example-.com",
            "ann@exam_ple.com",
            "ann@example..com",
            "mailto:ann@example.com",
            "ann@192.168.1.1",
            "\"ann\"@example.com",
            "ann@example.com\u{a0}",
        ] {
            assert!(!is_email(wrong), "{wrong}");
        }
    }
}
