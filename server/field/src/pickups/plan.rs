//! Where and when a pickup takes place: the warehouse that comes, and the instants of the window.

use chrono::{DateTime, NaiveDate, Utc, Weekday};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::PickupDays;
use crate::pickup_window::{LocalWindow, PickupCalendar, WindowRefusal, to_instant};
use access::scope::RowScope;
use parties::pickup_places::{PickupPlace, find_pickup_place};
use parties::pickup_rules::PickupRules;
use server_core::address::Address;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::read_time;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::moments::check_near_day;

/// Days that are offered.
const OFFERED_DAYS: usize = 15;

/// A day with its times, as somebody typed them.
#[derive(Clone, Copy, Debug)]
pub struct TypedWindow<'a> {
    pub on_date: NaiveDate,
    pub from_time: &'a str,
    pub to_time: &'a str,
}

/// The columns of place and window.
#[derive(Clone, Debug, Serialize)]
pub struct PickupPlan {
    pub warehouse_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    pub time_zone: String,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub cutoff_at: DateTime<Utc>,
}

/// The warehouse that picks up at an address; users who are bound to branches ask for theirs. None where nobody does.
pub async fn find_place(
    tx: &mut TenantTx,
    scope: &RowScope,
    address: &Address,
) -> ApiResult<Option<PickupPlace>> {
    let (_, branches, _) = scope.parts();
    find_pickup_place(tx, address.country_id, address.postcode.as_deref(), branches).await
}

/// The plan for a window, or none with the reasons at their fields.
pub fn plan(
    place: &PickupPlace,
    typed: TypedWindow<'_>,
    asked_at: DateTime<Utc>,
    errors: &mut FieldErrors,
) -> Option<PickupPlan> {
    let window = read_window(typed, errors)?;
    let calendar = to_calendar(place);
    let today = asked_at.with_timezone(&calendar.time_zone).date_naive();
    check_near_day("on_date", window.date, today, errors);
    let checked = calendar.check(&window, asked_at);
    if let Err(refusal) = checked {
        let (field, code) = to_problem(refusal);
        errors.push(field, code);
    }
    let is_inside = check_hours(&place.rules, &window, errors);
    let found = checked.ok().filter(|_| is_inside)?;
    Some(PickupPlan {
        warehouse_id: place.id,
        subsidiary_id: place.subsidiary_id,
        time_zone: place.time_zone.clone(),
        starts_at: found.starts_at,
        ends_at: found.ends_at,
        cutoff_at: to_instant(window.date.and_time(calendar.cutoff), calendar.time_zone),
    })
}

/// The next days on which a warehouse picks up.
pub fn list_days(place: Option<&PickupPlace>, asked_at: DateTime<Utc>) -> PickupDays {
    let Some(place) = place else {
        return PickupDays {
            is_served: false,
            time_zone: None,
            opens_at: None,
            closes_at: None,
            cutoff: None,
            days: Vec::new(),
        };
    };
    let rules = &place.rules;
    let hours = read_time(&rules.opens_at).zip(read_time(&rules.closes_at));
    let next = hours.map(|(from, to)| to_calendar(place).list_next(from, to, asked_at, OFFERED_DAYS));
    PickupDays {
        is_served: true,
        time_zone: Some(place.time_zone.clone()),
        opens_at: Some(rules.opens_at.clone()),
        closes_at: Some(rules.closes_at.clone()),
        cutoff: Some(rules.cutoff.clone()),
        days: next.unwrap_or_default().into_iter().map(|window| window.date).collect(),
    }
}

fn read_window(typed: TypedWindow<'_>, errors: &mut FieldErrors) -> Option<LocalWindow> {
    let (from, to) = (read_time(typed.from_time), read_time(typed.to_time));
    for (field, time) in [("from_time", from), ("to_time", to)] {
        if time.is_none() {
            errors.push(field, MessageCode::InvalidTime);
        }
    }
    Some(LocalWindow { date: typed.on_date, from: from?, to: to? })
}

/// The rules were checked with the form of the warehouse; a damaged one closes nothing.
fn to_calendar(place: &PickupPlace) -> PickupCalendar {
    let rules = &place.rules;
    let to_weekday = |day: &i16| Weekday::try_from(u8::try_from(day.checked_sub(1)?).ok()?).ok();
    PickupCalendar {
        time_zone: place.zone(),
        cutoff: read_time(&rules.cutoff).unwrap_or_default(),
        closed_weekdays: rules.closed_weekdays.iter().filter_map(to_weekday).collect(),
        closed_dates: rules.closed_dates.clone(),
    }
}

const fn to_problem(refusal: WindowRefusal) -> (&'static str, MessageCode) {
    match refusal {
        WindowRefusal::Empty => ("to_time", MessageCode::WindowEmpty),
        WindowRefusal::Past => ("on_date", MessageCode::WindowPast),
        WindowRefusal::TooShort => ("to_time", MessageCode::WindowTooShort),
        WindowRefusal::AfterCutoff => ("on_date", MessageCode::AfterCutoff),
        WindowRefusal::ClosedDay => ("on_date", MessageCode::ClosedDay),
    }
}

fn check_hours(rules: &PickupRules, window: &LocalWindow, errors: &mut FieldErrors) -> bool {
    let opens = read_time(&rules.opens_at);
    let closes = read_time(&rules.closes_at);
    let is_early = opens.is_some_and(|opens| window.from < opens);
    let is_late = closes.is_some_and(|closes| window.to > closes);
    let hours = || {
        let (from, to) = (rules.opens_at.as_str(), rules.closes_at.as_str());
        Params::from([("from", from.into()), ("to", to.into())])
    };
    if is_early {
        errors.push_with("from_time", MessageCode::OutsideHours, hours());
    }
    if is_late {
        errors.push_with("to_time", MessageCode::OutsideHours, hours());
    }
    !is_early && !is_late
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guarulhos() -> PickupPlace {
        PickupPlace {
            id: Uuid::nil(),
            code: "GRU".into(),
            subsidiary_id: None,
            time_zone: "America/Sao_Paulo".into(),
            rules: PickupRules {
                opens_at: "08:00".into(),
                closes_at: "18:00".into(),
                cutoff: "11:00".into(),
                closed_weekdays: vec![6, 7],
                closed_dates: vec!["2026-12-25".parse().unwrap()],
                ..PickupRules::default()
            },
        }
    }

    /// A Thursday at 13:00 in São Paulo.
    const THURSDAY: &str = "2026-11-26T16:00:00Z";

    fn try_window(on_date: &str, from_time: &str, to_time: &str) -> (Option<PickupPlan>, FieldErrors) {
        let mut errors = FieldErrors::default();
        let typed = TypedWindow { on_date: on_date.parse().unwrap(), from_time, to_time };
        (plan(&guarulhos(), typed, THURSDAY.parse().unwrap(), &mut errors), errors)
    }

    #[test]
    fn a_window_has_its_instants_and_the_cut_off_of_its_day() {
        let (found, errors) = try_window("2026-11-27", "09:00", "12:00");
        assert!(errors.is_empty(), "{errors:?}");
        let found = found.unwrap();
        assert_eq!(found.starts_at.to_rfc3339(), "2026-11-27T12:00:00+00:00");
        assert_eq!(found.cutoff_at.to_rfc3339(), "2026-11-27T14:00:00+00:00");
    }

    #[test]
    fn each_refusal_stands_at_its_field() {
        for (window, field, code) in [
            (("2026-11-26", "14:00", "18:00"), "on_date", MessageCode::AfterCutoff),
            (("2026-11-25", "09:00", "12:00"), "on_date", MessageCode::WindowPast),
            (("2026-11-28", "09:00", "12:00"), "on_date", MessageCode::ClosedDay),
            (("2026-11-27", "09:00", "09:30"), "to_time", MessageCode::WindowTooShort),
            (("2026-11-27", "12:00", "09:00"), "to_time", MessageCode::WindowEmpty),
            (("2026-11-27", "07:00", "12:00"), "from_time", MessageCode::OutsideHours),
            (("2026-11-27", "17:00", "19:00"), "to_time", MessageCode::OutsideHours),
            (("2026-11-27", "noon", "19:00"), "from_time", MessageCode::InvalidTime),
            (("2026-11-27", "9:00", "12:00"), "from_time", MessageCode::InvalidTime),
        ] {
            let (found, errors) = try_window(window.0, window.1, window.2);
            assert!(found.is_none(), "{window:?}");
            let problems: Vec<_> = errors.into_problems().map(|(field, code, _)| (field, code)).collect();
            assert_eq!(problems, [(field.to_owned(), code)], "{window:?}");
        }
    }

    #[test]
    fn a_window_of_another_age_is_refused_at_its_day() {
        let (_, errors) = try_window("2199-11-27", "09:00", "12:00");
        let problems: Vec<_> = errors.into_problems().map(|(field, code, _)| (field, code)).collect();
        assert_eq!(problems, [("on_date".to_owned(), MessageCode::DayTooFar)]);
    }

    #[test]
    fn the_next_days_leave_out_what_is_closed() {
        let days = list_days(Some(&guarulhos()), THURSDAY.parse().unwrap());
        let first: Vec<String> = days.days.iter().take(2).map(ToString::to_string).collect();
        assert_eq!(first, ["2026-11-27", "2026-11-30"], "today's cut-off is over");
        assert_eq!(days.days.len(), OFFERED_DAYS);
        assert!(!list_days(None, THURSDAY.parse().unwrap()).is_served);
    }
}
