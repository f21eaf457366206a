/// Finds typing errors. Only an e-mail that arrives proves an address.
pub fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, domain)| {
        !name.is_empty()
            && domain.contains('.')
            && !domain.starts_with('.')
            && !domain.ends_with('.')
            && !text.contains(char::is_whitespace)
            && !domain.contains('@')
    })
}

#[cfg(test)]
mod tests {
    use super::is_email;

    #[test]
    fn an_email_has_a_name_and_a_domain() {
        assert!(is_email("admin@atlantico.test"));
        for wrong in ["admin", "@x.test", "a@b", "a b@c.test", "a@b@c.test", "a@.test"] {
            assert!(!is_email(wrong), "{wrong}");
        }
    }
}
