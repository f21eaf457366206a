//! The state of a document, here and in areas that keep documents of their own.

use chrono::NaiveDate;
use policy::Action;

use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::Where;
use trade::wire_name;

wire_name! {
    /// State of a document today.
    DocumentState {
        /// Nobody has compared it with the paper.
        Unverified = "unverified",
        Verified = "verified",
        /// Its last day is over.
        Expired = "expired",
        /// A newer version has taken its place.
        Replaced = "replaced",
    }
}

/// The facts that the state of a document depends on.
#[derive(Clone, Copy, Debug)]
pub struct DocumentFacts {
    /// Last day on which it is valid.
    pub expires_on: Option<NaiveDate>,
    pub is_verified: bool,
    pub is_replaced: bool,
}

impl DocumentFacts {
    pub fn state(self, today: NaiveDate) -> DocumentState {
        if self.is_replaced {
            DocumentState::Replaced
        } else if self.expires_on.is_some_and(|day| day < today) {
            DocumentState::Expired
        } else if self.is_verified {
            DocumentState::Verified
        } else {
            DocumentState::Unverified
        }
    }
}

impl DocumentState {
    /// Whether a document in this state can be changed, replaced or verified.
    pub const fn allow(self, action: Action) -> Verdict {
        match (self, action) {
            (Self::Replaced, Action::Update | Action::Verify) => Verdict::no(MessageCode::DocumentReplaced),
            (Self::Expired, Action::Verify) => Verdict::no(MessageCode::DocumentExpired),
            (Self::Verified, Action::Verify) => Verdict::Already,
            _ => Verdict::Yes,
        }
    }
}

/// Adds the condition of a state to a list whose columns have the names of this table.
pub fn filter_by_state(filter: Where, state: Option<DocumentState>, today: NaiveDate) -> Where {
    match state {
        None => filter,
        Some(DocumentState::Replaced) => filter.only("replaced_by_id is not null", true),
        Some(DocumentState::Expired) => {
            filter.only("replaced_by_id is null", true).and("expires_on < ", Some(today))
        }
        Some(state) => {
            let is_verified = state == DocumentState::Verified;
            filter
                .only("replaced_by_id is null", true)
                .and("coalesce(expires_on, 'infinity') >= ", Some(today))
                .and("(verified_at is not null) = ", Some(is_verified))
        }
    }
}

/// Adds the condition that a document expires on this day or before. A replaced one expires for nobody.
pub fn filter_by_expiry(filter: Where, until: Option<NaiveDate>) -> Where {
    filter.and("expires_on <= ", until).only("replaced_by_id is null", until.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_document_is_valid_on_its_last_day() {
        let facts =
            DocumentFacts { expires_on: Some(day("2026-05-10")), is_verified: true, is_replaced: false };
        assert_eq!(facts.state(day("2026-05-10")), DocumentState::Verified);
        assert_eq!(facts.state(day("2026-05-11")), DocumentState::Expired);
        let endless = DocumentFacts { expires_on: None, ..facts };
        assert_eq!(endless.state(day("2126-05-11")), DocumentState::Verified);
        let replaced = DocumentFacts { is_replaced: true, ..facts };
        assert_eq!(replaced.state(day("2026-05-11")), DocumentState::Replaced);
    }

    #[test]
    fn a_document_is_verified_once_and_never_after_its_end() {
        let verdict = |state: DocumentState| state.allow(Action::Verify);
        assert_eq!(verdict(DocumentState::Unverified), Verdict::Yes);
        assert_eq!(verdict(DocumentState::Verified), Verdict::Already);
        assert_eq!(verdict(DocumentState::Expired), Verdict::no(MessageCode::DocumentExpired));
        for action in [Action::Update, Action::Verify] {
            let refused = Verdict::no(MessageCode::DocumentReplaced);
            assert_eq!(DocumentState::Replaced.allow(action), refused);
        }
        assert_eq!(DocumentState::Replaced.allow(Action::Delete), Verdict::Yes);
        assert_eq!(DocumentState::Expired.allow(Action::Update), Verdict::Yes);
    }
}
