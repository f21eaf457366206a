//! Notices to users before their tokens expire: a program that stops by itself is noticed too late.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::state::AppState;

/// Notices of one sweep and company; the next sweep sends the rest.
const MOST: i64 = 500;

/// A notice for people who plan, and one for those who did not.
const BEFORE: [TimeDelta; 2] = [TimeDelta::days(14), TimeDelta::days(1)];

/// One that is revoked, expired or replaced has no time of a notice, or none that matters.
pub const LOCK_DUE: &str = "
    select t.id, t.user_id, t.name, t.expires_at from api_tokens t
    where t.notice_at <= $1 and t.revoked_at is null and t.replaced_by_id is null and t.expires_at > $1
    order by t.notice_at, t.id limit $2 for no key update of t skip locked";
pub const SET_NOTICES: &str = "
    update api_tokens t set notice_at = n.notice_at from unnest($1::uuid[], $2::timestamptz[]) n (id, notice_at)
    where t.id = n.id";

#[derive(sqlx::FromRow)]
struct DueToken {
    id: Uuid,
    user_id: Uuid,
    name: String,
    expires_at: DateTime<Utc>,
}

/// When the user is told next; none when all is told, or a token lives too short for it.
pub fn find_next(expires_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    BEFORE.into_iter().map(|before| expires_at - before).find(|at| *at > now)
}

/// Tells the users of tokens that expire soon, through the channels that they want.
pub async fn send_due(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    let due: Vec<DueToken> = sqlx::query_as(LOCK_DUE).bind(now).bind(MOST).fetch_all(&mut **tx).await?;
    if due.is_empty() {
        return Ok(());
    }
    let notices: Vec<Notice> = due.iter().map(|token| token.to_notice(now)).collect();
    let ids: Vec<Uuid> = due.iter().map(|token| token.id).collect();
    let next: Vec<Option<DateTime<Utc>>> = due.iter().map(|token| find_next(token.expires_at, now)).collect();
    sqlx::query(SET_NOTICES).bind(ids).bind(next).execute(&mut **tx).await?;
    notify::push_all(tx, now, &notices).await?;
    Ok(())
}

/// Takes the notice of a token back that expires no more, or that nobody needs.
pub async fn withdraw(tx: &mut TenantTx, user_id: Uuid, id: Uuid) -> ApiResult<()> {
    Ok(notify::delete_by_reference(tx, user_id, &reference(id)).await?)
}

fn reference(id: Uuid) -> String {
    format!("api_token:{id}")
}

impl DueToken {
    fn to_notice(&self, now: DateTime<Utc>) -> Notice {
        let left = self.expires_at - now;
        let code = if left > TimeDelta::days(1) {
            NotificationCode::ApiTokenExpiring
        } else {
            NotificationCode::ApiTokenEnding
        };
        let action = NotificationAction::route(ActionLabel::ViewTokens, RouteName::ApiTokens, &[]);
        let mut notice = Notice::new(self.user_id, code)
            .status(NotificationStatus::Warning)
            .with("name", self.name.clone())
            .with("done", whole_days(left))
            .action(NotificationAction { close: true, ..action });
        notice.reference = Some(reference(self.id));
        notice.update = true;
        notice
    }
}

/// Rounded up: on its last day, a token is valid for one more.
fn whole_days(left: TimeDelta) -> i64 {
    left.num_days() + i64::from(left > TimeDelta::days(left.num_days()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_told_two_weeks_and_a_day_before_the_end() {
        let start = DateTime::UNIX_EPOCH;
        let at = |hours| start + TimeDelta::hours(hours);
        let end = at(30 * 24);
        assert_eq!(find_next(end, start), Some(at(16 * 24)));
        assert_eq!(find_next(end, at(16 * 24)), Some(at(29 * 24)));
        assert_eq!(find_next(end, at(29 * 24)), None);
        assert_eq!(find_next(at(10 * 24), start), Some(at(9 * 24)), "a short one has the last notice only");
        assert_eq!(find_next(at(24), start), None, "who made it knows");
    }

    #[test]
    fn days_are_counted_as_people_do() {
        for (hours, days) in [(336, 14), (335, 14), (312, 13), (24, 1), (1, 1)] {
            assert_eq!(whole_days(TimeDelta::hours(hours)), days, "{hours}");
        }
    }
}
