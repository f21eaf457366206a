//! Passwords known from data breaches. Attackers try them first.

use std::sync::LazyLock;

const LIST: &str = include_str!("../../../assets/passwords/breached.txt");

/// Sorted.
static PASSWORDS: LazyLock<Vec<&str>> = LazyLock::new(|| LIST.lines().collect());

/// True for a password of the list, in any case.
pub fn is_breached(password: &str) -> bool {
    PASSWORDS.binary_search(&password.to_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(PASSWORDS.is_sorted() && PASSWORDS.len() > 20_000);
    }

    #[test]
    fn common_passwords_are_found_in_any_case() {
        for password in ["123456", "Password1", "SENHA123", "qwertyuiop"] {
            assert!(is_breached(password), "{password}");
        }
        assert!(!is_breached("the colour of the second crane"));
    }
}
