//! Notices of schedules to owners and administrators.

use uuid::Uuid;

use super::model::ReportScheduleRow;
use server_core::notify::action::{ActionLabel, RouteName};
use server_core::notify::{Notice, NotificationAction, NotificationCode, NotificationStatus};

/// To the owner: some recipients may not see the report, and got nothing.
pub fn build_withheld(schedule: &ReportScheduleRow, recipients: usize) -> Notice {
    let notice = build_notice(schedule, schedule.owner_id, NotificationCode::ReportWithheld);
    notice.with("done", recipients as u64)
}

/// To those who can take it over, and to an owner who is still there: the owner may no longer see the report.
pub fn build_stopped(schedule: &ReportScheduleRow, administrators: &[Uuid]) -> Vec<Notice> {
    let mut user_ids = administrators.to_vec();
    user_ids.push(schedule.owner_id);
    user_ids.sort_unstable();
    user_ids.dedup();
    let to_notice = |user_id| {
        let mut notice = build_notice(schedule, user_id, NotificationCode::ReportScheduleStopped);
        // Stopping again is news again.
        let version = schedule.version;
        notice.reference = notice.reference.map(|reference| format!("{reference}:{version}"));
        notice
    };
    user_ids.into_iter().map(to_notice).collect()
}

fn build_notice(schedule: &ReportScheduleRow, user_id: Uuid, code: NotificationCode) -> Notice {
    let action = NotificationAction::route(ActionLabel::ViewSchedules, RouteName::ReportSchedules, &[]);
    let mut notice = Notice::new(user_id, code)
        .status(NotificationStatus::Warning)
        .with("name", schedule.name.clone())
        .action(NotificationAction { close: true, ..action });
    notice.reference = Some(format!("{}:{}", code.as_str(), schedule.id));
    notice.update = true;
    notice
}
