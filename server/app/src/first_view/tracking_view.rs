//! The values of the tracking page's template.

use std::collections::HashMap;

use chrono::SecondsFormat;
use field::journey::{JourneyDelivery, JourneyWindow, TrackedJourney};
use freight::tracking_events::{MAX_TRACKED, TrackedEvent, TrackedShipment};
use minijinja::{Value, context};
use poem::http::StatusCode;
use poem_openapi::types::ToJSON;
use serde_json::json;
use server_core::http::error::ApiResult;
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::spa::PageFrame;
use server_core::http::visit::Visit;
use server_core::settings::{Settings, TRACKING_EMAILS};
use site::lookups;
use trade::identifiers::S10;

use super::dates::{ClockTime, DateStyle, find_zone};
use super::headline::Headline;
use super::layout::Layout;
use super::steps::{STEPS, count_steps, name_course};
use super::texts::Texts;

/// Up to this many shipments are shown with their whole history.
const MAX_OPEN: usize = 3;

/// The message of the page.
pub enum PageState {
    /// The company does not offer the page.
    SwitchedOff,
    /// Nobody has named a code yet.
    Asks,
    Shows(Vec<TrackedJourney>),
    TooMany(usize),
    Limited {
        params: Params,
        retry_after_s: Option<u64>,
    },
}

impl PageState {
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::SwitchedOff => StatusCode::NOT_FOUND,
            Self::Asks | Self::Shows(_) => StatusCode::OK,
            Self::TooMany(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Limited { .. } => StatusCode::TOO_MANY_REQUESTS,
        }
    }

    pub const fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limited { retry_after_s, .. } => *retry_after_s,
            _ => None,
        }
    }

    fn shipments(&self) -> &[TrackedJourney] {
        match self {
            Self::Shows(shipments) => shipments,
            _ => &[],
        }
    }

    fn problem(&self, language: Language) -> Option<String> {
        match self {
            Self::TooMany(count) => {
                let (count, max) = (count.to_string(), MAX_TRACKED.to_string());
                let values = [("count", count.as_str()), ("max", max.as_str())];
                Some(Texts::of(language).fill("form.tooMany_other", &values))
            }
            Self::Limited { params, .. } => Some(MessageCode::RateLimited.text(language, params)),
            Self::SwitchedOff | Self::Asks | Self::Shows(_) => None,
        }
    }
}

pub struct TrackingPage<'a> {
    pub settings: &'a Settings,
    pub language: Language,
    pub codes: &'a [String],
    /// The code is in the path of the address.
    pub has_own_code: bool,
}

impl TrackingPage<'_> {
    pub async fn render(&self, visit: &Visit, frame: &PageFrame<'_>, state: &PageState) -> ApiResult<String> {
        let cards = self.draw_cards(visit, state.shipments()).await?;
        let company = [("company", self.settings.name.as_str())];
        let values = context! {
            title => self.title(state),
            off => matches!(state, PageState::SwitchedOff),
            off_text => self.texts().fill("off.text", &company),
            ask => self.texts().fill("missing.ask", &company),
            problem => state.problem(self.language),
            asks => self.codes.is_empty(),
            // A single code is the title of the page, in its card.
            is_single => state.shipments().len() == 1,
            can_notify => self.settings.flag(TRACKING_EMAILS),
            cards,
            data => self.data_for_app(state),
        };
        let codes = if self.has_own_code { String::new() } else { self.codes.join(",") };
        let layout = Layout { settings: self.settings, language: self.language, codes: &codes };
        layout.render("tracking.html", frame, values)
    }

    fn texts(&self) -> &'static Texts {
        Texts::of(self.language)
    }

    fn title(&self, state: &PageState) -> String {
        match (state, self.codes) {
            (PageState::SwitchedOff, _) => self.texts().text("off.title").to_owned(),
            (_, [code]) => self.texts().fill("titleOf", &[("code", code.as_str())]),
            _ => self.texts().text("title").to_owned(),
        }
    }

    /// The data that the app would ask for again: the answer of the API for these codes.
    fn data_for_app(&self, state: &PageState) -> Option<Value> {
        let PageState::Shows(shipments) = state else { return None };
        let data = json!({ "codes": self.codes.join(","), "shipments": shipments.to_json() });
        // Inside of a script, only this sign could end it.
        Some(Value::from_safe_string(data.to_string().replace('<', "\\u003c")))
    }

    async fn draw_cards(&self, visit: &Visit, shipments: &[TrackedJourney]) -> ApiResult<Vec<Value>> {
        if shipments.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<i16> = shipments
            .iter()
            .flat_map(|journey| [journey.shipment.from_country_id, journey.shipment.to_country_id])
            .flatten()
            .collect();
        let mut tx = visit.begin().await?;
        let names = lookups::name_countries(&mut tx, &ids, self.language).await?;
        tx.commit().await?;
        let dates = DateStyle::new(self.language, self.settings.country_id, visit.now());
        let is_open = shipments.len() <= MAX_OPEN;
        Ok(shipments.iter().map(|journey| self.draw_card(journey, &names, &dates, is_open)).collect())
    }

    fn draw_card(
        &self,
        journey: &TrackedJourney,
        names: &HashMap<i16, String>,
        dates: &DateStyle,
        is_open: bool,
    ) -> Value {
        let shipment = &journey.shipment;
        let code = shipment.tracking_code.as_str();
        let Some(headline) = Headline::of(shipment, dates.now(), self.settings.today(dates.now())) else {
            return context! { code, is_known => false, doubt => doubt_about(code) };
        };
        let texts = self.texts();
        let events: Vec<Value> =
            shipment.events.iter().map(|event| self.draw_event(event, dates, shipment)).collect();
        let count = events.len().to_string();
        let country = |id: Option<i16>| id.and_then(|id| names.get(&id)).cloned();
        let to = [shipment.to_city.clone(), country(shipment.to_country_id)];
        let present = count_steps(shipment);
        let (step, total) = ((present + 1).to_string(), STEPS.len().to_string());
        context! {
            code,
            is_known => true,
            headline => headline.spell(shipment, texts, dates),
            course => name_course(shipment),
            is_finished => shipment.status.is_some_and(freight::status::ShipmentStatus::is_final),
            brief => shipment.brief,
            steps => STEPS.map(|step| Value::from(texts.text(&format!("stage.{step}")))).to_vec(),
            present,
            position => texts.fill("progress.of", &[("step", step.as_str()), ("total", total.as_str())]),
            from => country(shipment.from_country_id),
            to => to.into_iter().flatten().collect::<Vec<_>>().join(", "),
            service => shipment.service_title_locale.as_ref().map(|title| self.pick(title)),
            due => shipment.due_on.map(|day| dates.spell_days(shipment.due_from_on, day)),
            due_on => shipment.due_on.map(|day| day.to_string()),
            journey => self.draw_journey(journey, dates),
            label => texts.fill("card.eventsOf", &[("code", code)]),
            more => texts.fill("card.more_other", &[("count", count.as_str())]),
            is_open,
            events,
        }
    }

    fn draw_journey(&self, journey: &TrackedJourney, dates: &DateStyle) -> Value {
        let TrackedJourney { pickup, delivery, .. } = journey;
        let delivery = delivery.as_ref();
        let window = delivery.and_then(|delivery| delivery.window.as_ref());
        context! {
            pickup => pickup.as_ref().map(|pickup| self.spell_window(&pickup.window, dates)),
            delivery => window.map(|window| self.spell_window(window, dates)),
            attempts => delivery.and_then(|delivery| self.spell_attempts(delivery)),
            asks_pin => delivery.is_some_and(|delivery| delivery.asks_pin),
            received_by => delivery.and_then(|delivery| delivery.received_by.as_deref()),
        }
    }

    /// `27 Nov, 09:00–12:00`, or the day alone.
    fn spell_window(&self, window: &JourneyWindow, dates: &DateStyle) -> String {
        let day = dates.spell_days(None, window.on_date);
        match (&window.from_time, &window.to_time) {
            (Some(from), Some(to)) => {
                let values = [("day", day.as_str()), ("from", from.as_str()), ("to", to.as_str())];
                self.texts().fill("card.window", &values)
            }
            _ => day,
        }
    }

    /// `1 of 3` after an attempt that failed.
    fn spell_attempts(&self, delivery: &JourneyDelivery) -> Option<String> {
        if delivery.attempts == 0 || delivery.received_by.is_some() {
            return None;
        }
        let (used, max) = (delivery.attempts.to_string(), delivery.max_attempts.to_string());
        Some(self.texts().fill("card.attemptsOf", &[("used", used.as_str()), ("max", max.as_str())]))
    }

    fn draw_event(&self, event: &TrackedEvent, dates: &DateStyle, shipment: &TrackedShipment) -> Value {
        let is_brief = shipment.brief;
        let ClockTime { day, time, zone } = dates.clock_time(event.occurred_at, &event.time_zone);
        let machine = match is_brief {
            true => event.occurred_at.with_timezone(&find_zone(&event.time_zone)).date_naive().to_string(),
            false => event.occurred_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        };
        context! {
            title => self.pick(&event.short_description_locale),
            text => self.pick(&event.description_locale),
            place => event.location.as_str(),
            parcels => self.spell_parcels(event, shipment.parcel_count),
            day, time, zone, machine,
            is_brief,
        }
    }

    /// `Parcels 1, 3 of 5`, when the event does not concern all.
    fn spell_parcels(&self, event: &TrackedEvent, parcel_count: Option<i16>) -> Option<String> {
        let total = parcel_count?.to_string();
        let list: Vec<String> = event.parcels.iter().map(i16::to_string).collect();
        // Not every language has a form for one.
        let one = Some("card.parcels_one").filter(|key| list.len() == 1 && self.texts().find(key).is_some());
        let key = one.unwrap_or("card.parcels_other");
        let values = [("list", list.join(", ")), ("total", total)];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        (!list.is_empty()).then(|| self.texts().fill(key, &values))
    }

    /// A text of the company in the language of the page, else in English.
    fn pick(&self, texts: &serde_json::Value) -> String {
        let text = |key: &str| texts[key].as_str().filter(|text| !text.is_empty());
        text(self.language.locale_key()).or_else(|| text("en")).unwrap_or_default().to_owned()
    }
}

/// Why an unknown code may be mistyped: its digits do not add up, or its form is another one.
fn doubt_about(code: &str) -> &'static str {
    let signs = code.as_bytes();
    let has_form = signs.len() == 13
        && signs[2..11].iter().all(u8::is_ascii_digit)
        && signs[..2].iter().chain(&signs[11..]).all(u8::is_ascii_uppercase);
    match (has_form, S10::parse(code).is_ok()) {
        (false, _) => "form",
        (true, false) => "digits",
        (true, true) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_code_says_what_may_be_wrong_with_it() {
        let doubts = ["AT000000014BR", "AT000000015BR", "AT1"].map(doubt_about);
        assert_eq!(doubts, ["", "digits", "form"]);
    }

    /// Keys that are put together here; those of the templates are tested with the layout.
    #[test]
    fn every_text_that_is_filled_exists_in_every_language() {
        let steps = STEPS.map(|step| format!("stage.{step}"));
        let named =
            ["lead", "off.text", "form.hint", "missing.ask", "form.tooMany_other", "titleOf", "title"];
        let more = [
            "off.title",
            "progress.of",
            "card.eventsOf",
            "card.more_other",
            "headline.expected",
            "card.window",
            "card.attemptsOf",
            "card.parcels_other",
        ];
        let home = ["sign-in:text", "calculator:public.lead"];
        let keys = named.into_iter().chain(more).chain(home).chain(steps.iter().map(String::as_str));
        for key in keys {
            let lacks = Language::ALL.into_iter().find(|language| Texts::of(*language).find(key).is_none());
            assert_eq!(lacks, None, "{key}");
        }
    }
}
