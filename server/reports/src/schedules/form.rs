//! The form of a schedule, checked.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use serde_json::{Value, json};
use tenancy::TenantTx;

use super::model::{ReportScheduleInput, ReportScheduleRow};
use super::rule::ReportRule;
use crate::api::moment_of;
use crate::permission::VisibleReport;
use access::ctx::Ctx;
use access::users::staff_choice;
use server_core::http::days::end_of;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::messages::{Language, MessageCode, Params};
use trade::email::is_email;

/// The first time of a rule after another one, on its last day at the latest; none when there is no such time.
pub fn find_next(
    rule: &ReportRule,
    zone: Tz,
    ends_on: Option<NaiveDate>,
    after: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let next = rule.find_next(zone, after)?;
    ends_on.is_none_or(|last| next.with_timezone(&zone).date_naive() <= last).then_some(next)
}

impl ReportScheduleRow {
    pub fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }

    pub fn find_next(&self, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        find_next(&self.rule, self.zone(), self.ends_on, after)
    }

    /// The last time until a moment that is not after the last day.
    pub fn find_last(&self, until: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let zone = self.zone();
        let end = self.ends_on.and_then(|last| end_of(last, zone));
        let until = end.map_or(until, |end| until.min(end - TimeDelta::seconds(1)));
        self.rule.find_last(zone, until)
    }
}

/// Recipients and addresses of one schedule.
const MAX_RECIPIENTS: usize = 50;

/// A form without errors, and the first time of it.
pub struct CheckedSchedule {
    pub input: ReportScheduleInput,
    pub next_at: DateTime<Utc>,
}

impl ReportScheduleInput {
    /// Checks the form within a transaction; errors are at their fields. Returns 403 or 404 for a report that the user may
    /// not see.
    pub async fn check(&self, tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<CheckedSchedule> {
        let mut errors = FieldErrors::default();
        let name = required("name", &self.name, &mut errors);
        let rule = self.rule.check(&mut errors);
        let zone: Option<Tz> = self.time_zone.parse().ok();
        if zone.is_none() {
            errors.push("time_zone", MessageCode::UnknownOption);
        }
        let mut recipient_ids = self.recipient_ids.clone();
        recipient_ids.sort_unstable();
        recipient_ids.dedup();
        if staff_choice::list_staff_among(tx, &recipient_ids).await?.len() != recipient_ids.len() {
            errors.push("recipient_ids", MessageCode::UnknownOption);
        }
        let addresses = check_addresses(&self.addresses, &mut errors);
        if recipient_ids.len() + addresses.len() > MAX_RECIPIENTS {
            let params = Params::from([("max", MAX_RECIPIENTS.into())]);
            errors.push_with("addresses", MessageCode::TooMany, params);
        }
        let zone = zone.unwrap_or(Tz::UTC);
        let has_rule =
            !errors.contains("at_time") && !errors.contains("weekday") && !errors.contains("month_day");
        let next_at = find_next(&rule, zone, self.ends_on, ctx.now());
        if has_rule && next_at.is_none() {
            // A rule always has a next time: only a last day can end it before.
            errors.push("ends_on", MessageCode::ScheduleNeverRuns);
        }
        errors.into_result()?;
        let next_at = next_at.ok_or_else(|| ApiError::invalid_field("at_time", MessageCode::InvalidTime))?;
        let time_zone = zone.name().to_owned();
        let input = Self { name, rule, time_zone, recipient_ids, addresses, ..self.clone() };
        Ok(CheckedSchedule { input, next_at })
    }

    /// Checks rows, filters and columns as an export does. Returns 403 or 404 for a report that the user may not see.
    pub async fn check_content(&self, tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<()> {
        let content = &self.content;
        if Language::nearest(&content.language).is_none() {
            return Err(ApiError::invalid_field("content.language", MessageCode::UnknownOption));
        }
        let visible = VisibleReport::open(ctx, self.report.find_view(content.query.view)?)?;
        if content.columns.iter().any(|one| visible.find(&one.column).is_none()) {
            return Err(ApiError::invalid_field("content.columns", MessageCode::UnknownOption));
        }
        let at = moment_of(ctx).await?;
        content.query.read_values(tx, visible.view, &at).await?;
        Ok(())
    }

    /// Its facts for the audit log: the names of the columns, without headings and texts.
    pub fn to_facts(&self) -> Value {
        let columns: Vec<&str> = self.content.columns.iter().map(|one| one.column.as_str()).collect();
        let rule = &self.rule;
        json!({
            "name": self.name, "report": self.report, "query": self.content.query, "columns": columns,
            "span": self.span, "format": self.format, "rhythm": rule.rhythm, "at_time": rule.at_time,
            "weekday": rule.weekday, "month_day": rule.month_day, "time_zone": self.time_zone,
            "recipient_ids": self.recipient_ids, "addresses": self.addresses, "sends_empty": self.sends_empty,
            "ends_on": self.ends_on,
        })
    }
}

/// The addresses as they are kept, each once. Errors are reported at each entry.
fn check_addresses(typed: &[String], errors: &mut FieldErrors) -> Vec<String> {
    let mut addresses = Vec::new();
    for (at, text) in typed.iter().enumerate() {
        let address = text.trim().to_lowercase();
        if !is_email(&address) || address.len() > 254 {
            errors.push(format!("addresses.{at}"), MessageCode::InvalidEmail);
        } else if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    addresses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_kept_once_and_a_wrong_one_is_named() {
        let typed = [" Ana@Auditor.example ", "ana@auditor.example", "ana@", "a@b.example\nBcc: c@d.example"];
        let mut errors = FieldErrors::default();
        let kept = check_addresses(&typed.map(str::to_owned), &mut errors);
        assert_eq!(kept, ["ana@auditor.example"]);
        assert!(errors.contains("addresses.2") && errors.contains("addresses.3"));
    }
}
