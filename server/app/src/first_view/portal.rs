//! The home of a client as it stands before its script is there: the answer of the API, with its rights and limits. The
//! app takes the data from it, draws the same page (`web/src/features/portal`), and adds money, figures and buttons.

use std::collections::HashMap;

use access::ctx::Ctx;
use freight::shipments::home::{self, PortalHome, ShipmentSummary};
use freight::status::ShipmentStatus;
use minijinja::{Value, context};
use poem::{Request, Response};
use poem_openapi::types::ToJSON;
use policy::{Action, Resource, UserType};
use serde_json::json;
use server_core::http::error::ApiResult;
use server_core::http::messages::Language;
use server_core::http::spa::WebAssets;
use site::lookups;

use super::dates::DateStyle;
use super::language::choose_language;
use super::layout::draw_first_view;
use super::texts::Texts;

/// The states whose client reads what to do next, by the code of its text.
const ASKED: [ShipmentStatus; 5] = [
    ShipmentStatus::NeedsAttention,
    ShipmentStatus::AwaitingPayment,
    ShipmentStatus::ReweighHold,
    ShipmentStatus::CustomsHold,
    ShipmentStatus::DeliveryFailed,
];

/// The page of the app with the home of its client; none for other users.
pub async fn portal_page(request: &Request) -> ApiResult<Option<Response>> {
    let ctx = Ctx::of(request).await?;
    if ctx.user.user_type != UserType::Client || !ctx.grants.allow(Resource::Shipment, Action::List) {
        return Ok(None);
    }
    let settings = ctx.settings();
    let language = choose_language(request, &settings, Some(&ctx.user.language));
    let home = home::load_home(&ctx).await?;
    let page = Portal {
        texts: Texts::of(language),
        language,
        dates: DateStyle::new(language, settings.country_id, ctx.now()),
        countries: name_countries(&ctx, &home, language).await?,
        today: settings.today(ctx.now()),
        time_zone: &ctx.user.time_zone,
    };
    let heading = page.greet(&ctx.user.name);
    let title = format!("{heading} · {}", settings.name);
    let view = draw_first_view("portal.html", language, &title, page.draw(&home, &heading))?;
    Ok(Some(ctx.state().slot::<WebAssets>().page_of(request, Some(&view))))
}

async fn name_countries(ctx: &Ctx, home: &PortalHome, language: Language) -> ApiResult<HashMap<i16, String>> {
    let shown = home.problems.iter().chain(&home.active).chain(&home.delivered);
    let ids: Vec<i16> = shown.filter_map(|shipment| shipment.to_country_id).collect();
    let mut tx = ctx.begin().await?;
    let names = lookups::name_countries(&mut tx, &ids, language).await?;
    tx.commit().await?;
    Ok(names)
}

struct Portal<'a> {
    texts: &'static Texts,
    language: Language,
    dates: DateStyle,
    countries: HashMap<i16, String>,
    /// The company's day.
    today: chrono::NaiveDate,
    /// That of the client.
    time_zone: &'a str,
}

impl Portal<'_> {
    /// `Welcome, Ana`.
    fn greet(&self, name: &str) -> String {
        let first_name = name.split(' ').next().unwrap_or_default();
        self.texts.fill("portal:title", &[("name", first_name)])
    }

    fn draw(&self, home: &PortalHome, heading: &str) -> Value {
        let is_new = home.active_count == 0 && home.delivered.is_empty();
        let moving = home.active_count - home.problem_count;
        let blocks = [
            self.draw_block("problems", Some(home.problem_count), &home.problems),
            self.draw_block("active", Some(moving), &home.active),
            self.draw_block("delivered", None, &home.delivered),
        ];
        // Inside of a script, only this sign could end it.
        let data = json!({ "home": home.to_json() }).to_string().replace('<', "\\u003c");
        context! {
            heading,
            counts => self.count(home),
            is_new,
            blocks => blocks.into_iter().flatten().collect::<Vec<_>>(),
            data => Value::from_safe_string(data),
        }
    }

    /// `5 shipments in progress · 2 need your attention`.
    fn count(&self, home: &PortalHome) -> String {
        let active = self.texts.count(self.language, "portal:active", home.active_count);
        if home.problem_count == 0 {
            return active;
        }
        format!("{active} · {}", self.texts.count(self.language, "portal:waiting", home.problem_count))
    }

    fn draw_block(&self, name: &str, count: Option<i64>, shipments: &[ShipmentSummary]) -> Option<Value> {
        if shipments.is_empty() {
            return None;
        }
        let title = self.texts.text(&format!("portal:block.{name}"));
        let title = count.map_or_else(|| title.to_owned(), |count| format!("{title} {count}"));
        let is_asked = name == "problems";
        let lines: Vec<Value> = shipments
            .iter()
            .map(|shipment| {
                context! {
                    id => shipment.id.to_string(),
                    code => shipment.tracking_code.as_str(),
                    state => self.spell_state(shipment),
                    to => self.spell_recipient(shipment),
                    next => if is_asked { self.spell_next(shipment) } else { None },
                }
            })
            .collect();
        Some(context! { title, lines })
    }

    /// The state in the words of a client, with the day that matters: `On its way · expected 29 Nov`.
    fn spell_state(&self, shipment: &ShipmentSummary) -> String {
        if let Some(hold) = &shipment.hold {
            let reason = self.texts.text(&format!("shipments:hold.told.{}", hold.reason.as_str()));
            return self.texts.fill("tracking:headline.held", &[("reason", reason)]);
        }
        let words = self.texts.text(&format!("shipments:plain.{}", shipment.status.code()));
        let day = match (shipment.status, shipment.last_event_at) {
            (ShipmentStatus::Delivered, Some(at)) => Some(self.dates.spell_moment(at, self.time_zone)),
            _ => self.spell_expected(shipment),
        };
        day.map_or_else(|| words.to_owned(), |day| format!("{words} · {day}"))
    }

    /// Nobody is promised a day that is over, or one that a shipment cannot keep.
    fn spell_expected(&self, shipment: &ShipmentSummary) -> Option<String> {
        let is_stopped =
            matches!(shipment.status, ShipmentStatus::CustomsHold | ShipmentStatus::DeliveryFailed);
        let is_moving = (ShipmentStatus::Received..ShipmentStatus::Delivered).contains(&shipment.status);
        let day = shipment.due_on.filter(|day| is_moving && !is_stopped && *day >= self.today)?;
        let days = self.dates.spell_days(shipment.due_from_on, day);
        Some(self.texts.fill("portal:expected", &[("day", days.as_str())]))
    }

    /// `Maria Müller, Berlin, Germany`.
    fn spell_recipient(&self, shipment: &ShipmentSummary) -> String {
        let country = shipment.to_country_id.and_then(|id| self.countries.get(&id));
        let place = [shipment.to_name.as_ref(), shipment.to_city.as_ref(), country];
        let place: Vec<&str> = place.into_iter().flatten().map(String::as_str).collect();
        if place.is_empty() { self.texts.text("portal:noRecipient").to_owned() } else { place.join(", ") }
    }

    fn spell_next(&self, shipment: &ShipmentSummary) -> Option<String> {
        let key = match shipment.status {
            _ if shipment.hold.is_some() => "held".to_owned(),
            status if ASKED.contains(&status) => status.code().to_string(),
            _ if shipment.unconfirmed && shipment.can.confirm => "unconfirmed".to_owned(),
            _ if shipment.unconfirmed => "unconfirmedLacks".to_owned(),
            _ => return None,
        };
        Some(self.texts.text(&format!("portal:next.{key}")).to_owned())
    }
}
