//! How a notification is shown when it arrives, besides the list.

use poem_openapi::{Enum, Object};
use serde::{Deserialize, Serialize};

use super::path::OwnPath;

/// Milliseconds of a toast and of a float whose sender says nothing else.
const TOAST_MS: i32 = 4_000;
const FLOAT_MS: i32 = 5_000;

/// The width of a toast or a float.
#[derive(Enum, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum NotificationSize {
    Sm,
    #[default]
    Md,
    Lg,
    Full,
}

/// A toast: a notification that arrives while a page is open.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(default)]
pub struct NotificationToast {
    /// Milliseconds after which it closes; null when the user closes it.
    pub auto_close: Option<i32>,
    /// Percent of the process; null without one.
    pub progress: Option<i16>,
    pub size: NotificationSize,
}

impl Default for NotificationToast {
    fn default() -> Self {
        Self { auto_close: Some(TOAST_MS), progress: None, size: NotificationSize::Md }
    }
}

/// A float: stands over the page in the place of the toast.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(default)]
pub struct NotificationFloat {
    /// Path on this domain that a click opens; null without one.
    pub link: Option<OwnPath>,
    /// Milliseconds after which it closes.
    pub time: i32,
    /// It has only the first action.
    pub single_action: bool,
    /// Its actions stand beside the text, not below it.
    pub side_action: bool,
    /// It has a button to close it.
    pub with_close: bool,
    pub size: NotificationSize,
}

impl Default for NotificationFloat {
    fn default() -> Self {
        Self {
            link: None,
            time: FLOAT_MS,
            single_action: false,
            side_action: true,
            with_close: true,
            size: NotificationSize::Md,
        }
    }
}
