//! The status of an import, and what it allows.

use policy::Action;

use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use trade::wire_code;

wire_code! {
    /// Status of an import.
    ImportStatus {
        Cancelled = 0,
        /// Waits until its mapping is checked or it is started.
        Uploaded = 10,
        /// The dry run is in progress.
        Checking = 20,
        /// The dry run has ended.
        Checked = 30,
        /// The import is in progress.
        Importing = 40,
        Done = 50,
        /// Cancelled or failed while running. The created shipments stay; starting it again creates the rest.
        Interrupted = 60,
    }
}

impl ImportStatus {
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Checking | Self::Importing)
    }

    /// The mapping can be changed and the import started.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checked | Self::Interrupted)
    }

    /// Whether refused lines can be corrected in place: only after the import, when no other lines are left.
    pub fn correction(self, refused_lines: i32) -> Verdict {
        match self {
            Self::Done if refused_lines > 0 => Verdict::Yes,
            _ => Verdict::no(MessageCode::ImportNothingToCorrect),
        }
    }

    /// Whether this status allows an action.
    pub fn verdict(self, action: Action) -> Verdict {
        match action {
            Action::Update | Action::Process if !self.is_open() => Verdict::no(MessageCode::ImportNotOpen),
            _ => Verdict::Yes,
        }
    }
}
