//! The events of a shipment to choose from.

use poem::Request;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};

use crate::event_kinds;
use access::ctx::Ctx;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::messages::Language;
use server_core::http::title::LocaleText;
use server_core::tags::Tag;
use trade::event_stage::{EventStage, is_recordable};

/// An event of a shipment.
#[derive(Object)]
#[oai(example)]
pub struct ShipmentEventKind {
    pub id: i16,
    /// Stable name, e.g. `OUT_FOR_DELIVERY`.
    pub code: String,
    pub stage: EventStage,
    /// The shipment status that the event sets; null leaves the status unchanged.
    pub status_effect: Option<i16>,
    /// True when it is shown on public tracking.
    pub public: bool,
    /// True when no further event is expected.
    pub terminal: bool,
    /// UPU EMSEVT code; null when there is none.
    pub upu_code: Option<String>,
    /// Cargo-IMP status code; null when there is none.
    pub fsu_code: Option<String>,
    /// A short text in the user's language.
    pub short_description: String,
    /// A sentence in the user's language.
    pub description: String,
    pub short_description_locale: LocaleText,
    pub description_locale: LocaleText,
    /// False for an event that can no longer be recorded.
    pub active: bool,
    /// False for an event that only its own call records: the confirmation and the cancellation.
    pub recordable: bool,
}

#[derive(sqlx::FromRow)]
struct EventRow {
    id: i16,
    code: String,
    stage: EventStage,
    status_effect: Option<i16>,
    public: bool,
    terminal: bool,
    upu_code: Option<String>,
    fsu_code: Option<String>,
    #[sqlx(json)]
    short_description_locale: LocaleText,
    #[sqlx(json)]
    description_locale: LocaleText,
    active: bool,
}

pub const SHIPMENT_EVENTS: &str = concat!(
    "select number::smallint as id, code, stage, status_effect, public, terminal, upu_code, fsu_code,
        short_description_locale, description_locale, active
    from ",
    event_kinds!(),
    " kinds order by number, code"
);

pub struct ShipmentEventLookupApi;

#[OpenApi(tag = "Tag::Lookups")]
impl ShipmentEventLookupApi {
    /// List the shipment events
    ///
    /// Users of clients and partners get only the public events.
    #[oai(path = "/auxiliar/shipment-events", method = "get", operation_id = "lookup_shipment_events")]
    async fn shipment_events(
        &self,
        ctx: Ctx,
        request: &Request,
    ) -> ApiResult<CacheableResponse<Items<ShipmentEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Select)?;
        let events: Vec<EventRow> = ctx.visit.rows(SHIPMENT_EVENTS).await?;
        let language = ctx.user.language();
        let visible = events.into_iter().filter(|event| event.public || !ctx.is_outside());
        let data = visible.map(|event| event.into_wire(language)).collect();
        Ok(CacheableResponse::of(request, CacheTime::Session, &Items { data }))
    }
}

impl EventRow {
    fn into_wire(self, language: Language) -> ShipmentEventKind {
        ShipmentEventKind {
            id: self.id,
            recordable: is_recordable(&self.code),
            code: self.code,
            stage: self.stage,
            status_effect: self.status_effect,
            public: self.public,
            terminal: self.terminal,
            upu_code: self.upu_code,
            fsu_code: self.fsu_code,
            short_description: self.short_description_locale.text(language).to_owned(),
            description: self.description_locale.text(language).to_owned(),
            short_description_locale: self.short_description_locale,
            description_locale: self.description_locale,
            active: self.active,
        }
    }
}

impl Example for ShipmentEventKind {
    fn example() -> Self {
        let row = EventRow {
            id: 38,
            code: "OUT_FOR_DELIVERY".into(),
            stage: EventStage::LastMile,
            status_effect: Some(86),
            public: true,
            terminal: false,
            upu_code: Some("EDG".into()),
            fsu_code: None,
            short_description_locale: LocaleText::of(
                "Saiu para entrega",
                "Out for delivery",
                "En reparto",
                "派送中",
            ),
            description_locale: LocaleText::of(
                "A remessa saiu para entrega ao destinatário.",
                "The shipment is on its way to the recipient.",
                "El envío va camino del destinatario.",
                "货件正在派送给收件人。",
            ),
            active: true,
        };
        row.into_wire(Language::En)
    }
}
