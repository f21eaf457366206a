//! Days and times as the app writes them in each language.

use chrono::{DateTime, Datelike, NaiveDate, Offset, Utc};
use chrono_tz::Tz;
use server_core::http::messages::Language;
use trade::party::UNITED_STATES;

/// Short names of months. Chinese has numbers.
const ENGLISH: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];
const AMERICAN: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const PORTUGUESE: [&str; 12] =
    ["jan.", "fev.", "mar.", "abr.", "mai.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez."];
const SPANISH: [&str; 12] =
    ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"];

/// How a reader writes days and times.
pub struct DateStyle {
    language: Language,
    /// English has two orders of day and month: the company's country chooses.
    is_american: bool,
    now: DateTime<Utc>,
}

/// A moment by a clock: `25/11/2026`, `14:10`, `GMT-3`.
pub struct ClockTime {
    pub day: String,
    pub time: String,
    pub zone: String,
}

impl DateStyle {
    pub fn new(language: Language, country_id: i16, now: DateTime<Utc>) -> Self {
        let is_american = language == Language::En && country_id == UNITED_STATES;
        Self { language, is_american, now }
    }

    pub const fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// `25 Nov`; with its year when it is another one.
    pub fn spell_day(&self, day: NaiveDate) -> String {
        let month = |names: [&'static str; 12]| names[day.month0() as usize];
        let (number, year) = (day.day(), day.year());
        let has_year = year != self.now.year();
        match (self.language, has_year) {
            (Language::En, false) if self.is_american => format!("{} {number}", month(AMERICAN)),
            (Language::En, true) if self.is_american => format!("{} {number}, {year}", month(AMERICAN)),
            (Language::En, false) => format!("{number} {}", month(ENGLISH)),
            (Language::En, true) => format!("{number} {} {year}", month(ENGLISH)),
            (Language::PtBr, false) => format!("{number} de {}", month(PORTUGUESE)),
            (Language::PtBr, true) => format!("{number} de {} de {year}", month(PORTUGUESE)),
            (Language::Es, false) => format!("{number} {}", month(SPANISH)),
            (Language::Es, true) => format!("{number} {} {year}", month(SPANISH)),
            (Language::ZhCn, false) => format!("{}月{number}日", day.month()),
            (Language::ZhCn, true) => format!("{year}年{}月{number}日", day.month()),
        }
    }

    /// `25 Nov – 27 Nov`, or one day.
    pub fn spell_days(&self, from: Option<NaiveDate>, to: NaiveDate) -> String {
        match from.filter(|from| *from < to) {
            Some(from) => format!("{} – {}", self.spell_day(from), self.spell_day(to)),
            None => self.spell_day(to),
        }
    }

    /// `25 Nov, 14:10`.
    pub fn spell_moment(&self, at: DateTime<Utc>, zone: &str) -> String {
        let separator = if self.language == Language::ZhCn { " " } else { ", " };
        let local = at.with_timezone(&find_zone(zone));
        format!("{}{separator}{}", self.spell_day(local.date_naive()), self.write_time(&local))
    }

    pub fn clock_time(&self, at: DateTime<Utc>, zone: &str) -> ClockTime {
        let local = at.with_timezone(&find_zone(zone));
        let format = match self.language {
            Language::En if self.is_american => "%m/%d/%Y",
            Language::En | Language::PtBr | Language::Es => "%d/%m/%Y",
            Language::ZhCn => "%Y/%m/%d",
        };
        ClockTime {
            day: local.format(format).to_string(),
            time: self.write_time(&local),
            zone: name_offset(local.offset().fix().local_minus_utc()),
        }
    }

    fn write_time(&self, local: &DateTime<Tz>) -> String {
        local.format(if self.is_american { "%I:%M %p" } else { "%H:%M" }).to_string()
    }
}

/// A zone that nobody knows is read as UTC.
pub fn find_zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

/// `GMT-3`, the same in every language.
fn name_offset(seconds: i32) -> String {
    let (hours, minutes) = (seconds.abs() / 3600, seconds.abs() % 3600 / 60);
    let sign = if seconds < 0 { '-' } else { '+' };
    match (hours, minutes) {
        (0, 0) => "UTC".to_owned(),
        (_, 0) => format!("GMT{sign}{hours}"),
        _ => format!("GMT{sign}{hours}:{minutes:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAZIL: i16 = 32;

    fn style(language: Language, country_id: i16) -> DateStyle {
        DateStyle::new(language, country_id, "2026-11-27T12:00:00Z".parse().unwrap())
    }

    #[test]
    fn a_moment_is_told_by_the_clock_of_its_place_in_every_language() {
        let at = "2026-11-25T01:30:00Z".parse().unwrap();
        let written = Language::ALL.map(|it| style(it, BRAZIL).spell_moment(at, "America/Sao_Paulo"));
        assert_eq!(written, ["24 Nov, 22:30", "24 de nov., 22:30", "24 nov, 22:30", "11月24日 22:30"]);
        let american = style(Language::En, UNITED_STATES);
        assert_eq!(american.spell_moment(at, "nowhere"), "Nov 25, 01:30 AM");
    }

    #[test]
    fn another_year_is_named() {
        let days = ["2026-12-31", "2027-01-02"].map(|day| day.parse::<NaiveDate>().unwrap());
        let [from, to] = days;
        assert_eq!(style(Language::En, BRAZIL).spell_days(Some(from), to), "31 Dec – 2 Jan 2027");
        assert_eq!(style(Language::ZhCn, BRAZIL).spell_days(Some(to), to), "2027年1月2日");
    }

    #[test]
    fn a_time_has_the_offset_of_its_zone() {
        let at = "2026-11-25T01:30:00Z".parse().unwrap();
        let zone = |name| style(Language::Es, BRAZIL).clock_time(at, name).zone;
        let zones = ["America/Sao_Paulo", "Asia/Kolkata", "Etc/UTC"].map(zone);
        assert_eq!(zones, ["GMT-3", "GMT+5:30", "UTC"]);
        assert_eq!(style(Language::ZhCn, BRAZIL).clock_time(at, "Etc/UTC").day, "2026/11/25");
    }
}
