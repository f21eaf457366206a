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
        let text = self.spell_day_of_month(day);
        if day.year() == self.now.year() { text } else { self.add_year(&text, day) }
    }

    /// `25 – 27 Nov`, `29 Nov – 1 Dec`, or one day.
    pub fn spell_days(&self, from: Option<NaiveDate>, to: NaiveDate) -> String {
        let Some(from) = from.filter(|from| *from < to) else { return self.spell_day(to) };
        if self.language == Language::ZhCn {
            return self.number_days(from, to);
        }
        let is_one_year = from.year() == to.year();
        let is_one_month = is_one_year && from.month() == to.month();
        let start = match is_one_month && !self.is_american {
            true => from.day().to_string(),
            false => self.spell_day_of_month(from),
        };
        let end = match is_one_month && self.is_american {
            true => to.day().to_string(),
            false => self.spell_day_of_month(to),
        };
        let start = if is_one_year { start } else { self.add_year(&start, from) };
        let end = if is_one_year && to.year() == self.now.year() { end } else { self.add_year(&end, to) };
        let dash = if is_one_month && self.language == Language::Es { "–" } else { " – " };
        format!("{start}{dash}{end}")
    }

    /// Chinese writes a span of days in numbers.
    fn number_days(&self, from: NaiveDate, to: NaiveDate) -> String {
        let has_year = from.year() != to.year() || to.year() != self.now.year();
        let format = if has_year { "%Y/%-m/%-d" } else { "%-m/%-d" };
        format!("{} – {}", from.format(format), to.format(format))
    }

    fn spell_day_of_month(&self, day: NaiveDate) -> String {
        let month = |names: [&'static str; 12]| names[day.month0() as usize];
        let number = day.day();
        match self.language {
            Language::En if self.is_american => format!("{} {number}", month(AMERICAN)),
            Language::En => format!("{number} {}", month(ENGLISH)),
            Language::PtBr => format!("{number} de {}", month(PORTUGUESE)),
            Language::Es => format!("{number} {}", month(SPANISH)),
            Language::ZhCn => format!("{}月{number}日", day.month()),
        }
    }

    fn add_year(&self, text: &str, day: NaiveDate) -> String {
        let year = day.year();
        match self.language {
            Language::En if self.is_american => format!("{text}, {year}"),
            Language::En | Language::Es => format!("{text} {year}"),
            Language::PtBr => format!("{text} de {year}"),
            Language::ZhCn => format!("{year}年{text}"),
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
        assert_eq!(style(Language::En, BRAZIL).spell_days(Some(from), to), "31 Dec 2026 – 2 Jan 2027");
        assert_eq!(style(Language::ZhCn, BRAZIL).spell_days(Some(to), to), "2027年1月2日");
    }

    #[test]
    fn a_span_of_days_is_written_as_browsers_write_it() {
        let spans =
            [["2026-12-04", "2026-12-06"], ["2026-11-29", "2026-12-01"], ["2025-12-04", "2025-12-06"]];
        let styles = Language::ALL.map(|language| style(language, BRAZIL));
        let styles = styles.into_iter().chain([style(Language::En, UNITED_STATES)]);
        let written: Vec<[String; 3]> = styles
            .map(|style| {
                spans.map(|span| {
                    let [from, to] = span.map(|day| day.parse().unwrap());
                    style.spell_days(Some(from), to)
                })
            })
            .collect();
        let expected = [
            ["4 – 6 Dec", "29 Nov – 1 Dec", "4 – 6 Dec 2025"],
            ["4 – 6 de dez.", "29 de nov. – 1 de dez.", "4 – 6 de dez. de 2025"],
            ["4–6 dic", "29 nov – 1 dic", "4–6 dic 2025"],
            ["12/4 – 12/6", "11/29 – 12/1", "2025/12/4 – 2025/12/6"],
            ["Dec 4 – 6", "Nov 29 – Dec 1", "Dec 4 – 6, 2025"],
        ];
        assert_eq!(written, expected);
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
