//! The rule for new passwords. Existing passwords remain valid.

use poem_openapi::Object;

use super::breached::is_breached;
use crate::http::error::FieldErrors;
use crate::http::messages::{MessageCode, Params};

/// The company's rule for new passwords.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordRule {
    /// Minimum length in characters.
    pub min_length: i16,
    /// True when the password must contain letters and digits.
    pub letters_and_digits: bool,
    /// True when passwords that are known from data breaches are refused, with 422 `password_breached`.
    pub refuse_breached: bool,
}

impl PasswordRule {
    /// Errors are reported at `password` and `password_confirmation`.
    pub fn check(self, password: &str, confirmation: &str, errors: &mut FieldErrors) {
        if password.is_empty() {
            errors.push("password", MessageCode::Required);
        } else if password.chars().count() < usize::from(self.min_length.unsigned_abs()) {
            errors.push_with(
                "password",
                MessageCode::TooShort,
                Params::from([("min", self.min_length.into())]),
            );
        } else if self.letters_and_digits && !is_mixed(password) {
            errors.push("password", MessageCode::PasswordNotMixed);
        } else if self.refuse_breached && is_breached(password) {
            errors.push("password", MessageCode::PasswordBreached);
        }
        if confirmation.is_empty() {
            errors.push("password_confirmation", MessageCode::Required);
        } else if confirmation != password {
            errors.push("password_confirmation", MessageCode::ConfirmationDiffers);
        }
    }
}

fn is_mixed(password: &str) -> bool {
    password.contains(char::is_alphabetic) && password.contains(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(rule: PasswordRule, password: &str) -> Option<String> {
        let mut errors = FieldErrors::default();
        rule.check(password, password, &mut errors);
        errors.into_result().err().map(|error| format!("{error:?}"))
    }

    #[test]
    fn password_follows_the_company_rule() {
        let short = PasswordRule { min_length: 6, letters_and_digits: false, refuse_breached: true };
        assert_eq!(problem(short, "çãéíõú"), None);
        assert!(problem(short, "çãéíõ").unwrap().contains("TooShort"));
        let mixed = PasswordRule { min_length: 10, letters_and_digits: true, refuse_breached: true };
        assert!(problem(mixed, "abc123").unwrap().contains("TooShort"));
        for plain in ["only letters", "1234567890", "密码密码密码密码密码"] {
            assert!(problem(mixed, plain).unwrap().contains("PasswordNotMixed"), "{plain}");
        }
        for good in ["letters and 1 digit", "密码密码密码密码密码1", "senha-número-٣"] {
            assert_eq!(problem(mixed, good), None, "{good}");
        }
    }

    #[test]
    fn breached_password_is_refused_unless_the_company_allows_it() {
        let rule = PasswordRule { min_length: 6, letters_and_digits: false, refuse_breached: true };
        assert!(problem(rule, "Qwerty123").unwrap().contains("PasswordBreached"));
        assert_eq!(problem(PasswordRule { refuse_breached: false, ..rule }, "Qwerty123"), None);
    }

    #[test]
    fn the_second_time_is_the_same() {
        let rule = PasswordRule { min_length: 6, letters_and_digits: false, refuse_breached: true };
        let mut errors = FieldErrors::default();
        rule.check("a-password", "another", &mut errors);
        assert!(errors.contains("password_confirmation") && !errors.contains("password"));
    }
}
