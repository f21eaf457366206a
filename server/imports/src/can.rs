//! The actions that a user can do on an import.

use poem_openapi::Object;
use policy::{Action, Grants};

use super::kind::ImportKind;
use super::status::ImportStatus;

/// Actions that the current user can do on this import now. Buttons and guards use the same values.
#[derive(serde::Serialize, Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportCan {
    /// Change the mapping.
    pub update: bool,
    /// Check and start the import.
    pub process: bool,
    pub cancel: bool,
    pub download_refused: bool,
    /// Correct refused lines in place and import them.
    pub correct: bool,
    /// See what its shipments cost: after a check, until the mapping changes or the import starts.
    pub show_prices: bool,
}

impl ImportCan {
    pub fn of(kind: ImportKind, status: ImportStatus, refused_lines: i32, grants: &Grants) -> Self {
        let may = |action| kind.allows(grants, action) && status.verdict(action).is_yes();
        Self {
            update: may(Action::Update),
            process: may(Action::Process),
            cancel: may(Action::Process),
            correct: kind.allows(grants, Action::Process) && status.correction(refused_lines).is_yes(),
            show_prices: kind == ImportKind::Shipments
                && may(Action::Show)
                && status == ImportStatus::Checked,
            download_refused: may(Action::Show) && refused_lines > 0 && !status.is_running(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    #[test]
    fn allowed_actions_depend_on_the_status() {
        let grants = Policy::load_shipped().grants(UserType::User);
        let may = |allowed: fn(ImportCan) -> bool| -> Vec<i16> {
            let states = ImportStatus::ALL.iter();
            states
                .filter(|status| allowed(ImportCan::of(ImportKind::Shipments, **status, 1, &grants)))
                .map(|status| status.code())
                .collect()
        };
        assert_eq!(may(|can| can.update), [10, 30, 60]);
        assert_eq!(may(|can| can.process), [10, 30, 60]);
        assert_eq!(may(|can| can.cancel), [10, 30, 60]);
        assert_eq!(may(|can| can.download_refused), [0, 10, 30, 50, 60]);
        assert_eq!(may(|can| can.correct), [50]);
        assert_eq!(may(|can| can.show_prices), [30]);
    }
}
