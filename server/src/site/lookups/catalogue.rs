//! The tenant's services, packaging and drop-off posts, and the events of a shipment.

use poem::Request;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use uuid::Uuid;

use super::{LocaleText, rows};
use crate::access::ctx::Ctx;
use crate::event_kinds;
use crate::http::error::ApiResult;
use crate::http::kept::{Keep, Kept};
use crate::http::list::Items;
use crate::http::messages::Language;
use crate::tags::Tag;
use crate::trade::event_stage::{EventStage, is_recordable};

/// A service for shipments.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "OfferedService", example)]
pub struct Service {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleText,
    /// `air`, `road`, `sea` or `postal`.
    pub mode: String,
    pub transit_min_days: Option<i16>,
    pub transit_max_days: Option<i16>,
    /// Cubic centimetres per kilogram of volumetric weight.
    pub volumetric_divisor: i32,
    /// The chargeable weight is rounded up to a multiple of this, in grams.
    pub rounding_step_g: i32,
    /// Maximum weight of a shipment in grams; null when there is no limit.
    pub max_weight_g: Option<i32>,
}

/// Packaging for a parcel.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "OfferedPackage", example)]
pub struct Package {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleText,
    /// `envelope`, `box`, `bag`, `pallet` or `tube`.
    pub package_type: String,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    /// Weight of the empty packaging in grams.
    pub tare_g: i32,
    /// Maximum weight of the content in grams; null when there is no limit.
    pub max_weight_g: Option<i32>,
}

/// A place where parcels can be dropped off.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct AdvancedPost {
    pub id: Uuid,
    pub code: String,
    pub name: String,
    pub country_id: i16,
    pub postcode: Option<String>,
    pub address_1: String,
    pub address_2: Option<String>,
    pub address_number: Option<String>,
    pub state_id: Option<i32>,
    pub city: String,
    pub phone: Option<String>,
    /// Opening hours as text.
    pub hours: Option<String>,
}

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

pub const SERVICES: &str = "
    select id, code, title_locale, mode, transit_min_days, transit_max_days, volumetric_divisor, rounding_step_g,
           max_weight_g
    from services where active order by position, code";

pub const PACKAGES: &str = "
    select id, code, title_locale, package_type, length_mm, width_mm, height_mm, tare_g, max_weight_g
    from packages where active order by position, code";

pub const ADVANCED_POSTS: &str = "
    select id, code, name, country_id, postcode, address_1, address_2, address_number, state_id, city, phone, hours
    from advanced_posts where active order by position, code";

pub const SHIPMENT_EVENTS: &str = concat!(
    "select number::smallint as id, code, stage, status_effect, public, terminal, upu_code, fsu_code,
        short_description_locale, description_locale, active
    from ",
    event_kinds!(),
    " kinds order by number, code"
);

pub struct CatalogueApi;

#[OpenApi(tag = "Tag::Lookups")]
impl CatalogueApi {
    /// List the tenant's services
    #[oai(path = "/auxiliar/services", method = "get", operation_id = "lookup_services")]
    async fn services(&self, ctx: Ctx, request: &Request) -> ApiResult<Kept<Items<Service>>> {
        ctx.require(Resource::Service, Action::Select)?;
        let data = rows(&ctx.visit, SERVICES).await?;
        Ok(Kept::of(request, Keep::Session, &Items { data }))
    }

    /// List the packaging for parcels
    #[oai(path = "/auxiliar/packages", method = "get", operation_id = "lookup_packages")]
    async fn packages(&self, ctx: Ctx, request: &Request) -> ApiResult<Kept<Items<Package>>> {
        let data = rows(&ctx.visit, PACKAGES).await?;
        Ok(Kept::of(request, Keep::Session, &Items { data }))
    }

    /// List the drop-off points
    #[oai(path = "/auxiliar/advanced_posts", method = "get", operation_id = "lookup_advanced_posts")]
    async fn advanced_posts(&self, ctx: Ctx, request: &Request) -> ApiResult<Kept<Items<AdvancedPost>>> {
        let data = rows(&ctx.visit, ADVANCED_POSTS).await?;
        Ok(Kept::of(request, Keep::Session, &Items { data }))
    }

    /// List the shipment events
    ///
    /// Users of clients and partners get only the public events.
    #[oai(path = "/auxiliar/shipment-events", method = "get", operation_id = "lookup_shipment_events")]
    async fn shipment_events(
        &self,
        ctx: Ctx,
        request: &Request,
    ) -> ApiResult<Kept<Items<ShipmentEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Select)?;
        let events: Vec<EventRow> = rows(&ctx.visit, SHIPMENT_EVENTS).await?;
        let language = ctx.user.language();
        let told = events.into_iter().filter(|event| event.public || !ctx.is_outside());
        let data = told.map(|event| event.into_wire(language)).collect();
        Ok(Kept::of(request, Keep::Session, &Items { data }))
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

impl Example for Service {
    fn example() -> Self {
        Self {
            id: Uuid::from_u128(0x0199_d3c2_7c1a_7000_8000_0000_0000_0001),
            code: "EXP".into(),
            title_locale: LocaleText::of("Expresso", "Express", "Expreso", "特快"),
            mode: "air".into(),
            transit_min_days: Some(3),
            transit_max_days: Some(5),
            volumetric_divisor: 5000,
            rounding_step_g: 500,
            max_weight_g: Some(30_000),
        }
    }
}

impl Example for Package {
    fn example() -> Self {
        Self {
            id: Uuid::from_u128(0x0199_d3c2_7c1a_7000_8000_0000_0000_0002),
            code: "BOX-M".into(),
            title_locale: LocaleText::of("Caixa média", "Medium box", "Caja mediana", "中号箱"),
            package_type: "box".into(),
            length_mm: Some(300.0),
            width_mm: Some(200.0),
            height_mm: Some(150.0),
            tare_g: 180,
            max_weight_g: Some(10_000),
        }
    }
}

impl Example for AdvancedPost {
    fn example() -> Self {
        Self {
            id: Uuid::from_u128(0x0199_d3c2_7c1a_7000_8000_0000_0000_0003),
            code: "PAULISTA".into(),
            name: "Paulista".into(),
            country_id: 32,
            postcode: Some("01310-100".into()),
            address_1: "Avenida Paulista".into(),
            address_2: Some("Bela Vista".into()),
            address_number: Some("1000".into()),
            state_id: Some(26),
            city: "São Paulo".into(),
            phone: Some("+551140028922".into()),
            hours: Some("Mon–Fri 9–18".into()),
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
