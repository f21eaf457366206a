//! Conditions of surcharges on the wire.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::numbers::problem;
use super::tables::{PriceSizeUnit, PriceWeightUnit};
use rating::condition::{Area, Condition};
use rating::measure::{Length, LengthUnit, Weight, WeightUnit};
use rating::request::{Contents, Handling};
use server_core::http::error::FieldErrors;
use server_core::http::messages::MessageCode;
use trade::countries::country;
use trade::wire_name;

wire_name! {
    /// Kind of a condition. A value equal to a limit does not exceed it.
    PriceConditionKind {
        DestinationIn = "destination_in", OriginIn = "origin_in", ZoneIn = "zone_in", ContentsIn = "contents_in", Handling = "handling",
        PiecesOver = "pieces_over", ChargeableOver = "chargeable_over", ParcelWeightOver = "parcel_weight_over",
        LongestSideOver = "longest_side_over", SecondSideOver = "second_side_over", SidesSumOver = "sides_sum_over",
        LengthAndGirthOver = "length_and_girth_over",
    }
}
wire_name! {
    /// Contents as declared to customs.
    PriceContents {
        Documents = "documents", Gift = "gift", Sample = "sample", Merchandise = "merchandise", Return = "return",
        Medicine = "medicine", Other = "other",
    }
}
wire_name! {
    /// A property of the shipment, or a service the sender has asked for.
    PriceHandling {
        Residential = "residential", Battery = "battery", Perfume = "perfume", Fragile = "fragile",
        DangerousGoods = "dangerous_goods", Pickup = "pickup", Signature = "signature",
        SaturdayDelivery = "saturday_delivery", NonStackable = "non_stackable",
    }
}

/// A country, or a part of it.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceArea {
    pub country_id: i16,
    pub state_id: Option<i32>,
    /// Beginning of the first postcode.
    #[oai(validator(max_length = 20))]
    pub postcode_from: Option<String>,
    /// Beginning of the last postcode, included.
    #[oai(validator(max_length = 20))]
    pub postcode_to: Option<String>,
}

/// A condition of a surcharge, with the field of its kind.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceCondition {
    pub kind: PriceConditionKind,
    /// Only with `destination_in` and `origin_in`.
    #[oai(default, validator(max_items = 500))]
    #[serde(default)]
    pub areas: Vec<PriceArea>,
    /// Codes of zones, of `zone_in`.
    #[oai(default, validator(max_items = 500))]
    #[serde(default)]
    pub zones: Vec<String>,
    /// Only with `contents_in`.
    #[oai(default, validator(max_items = 10))]
    #[serde(default)]
    pub contents: Vec<PriceContents>,
    /// Only with `handling`.
    pub handling: Option<PriceHandling>,
    /// Only with the kinds that have a limit.
    pub limit: Option<Decimal>,
    /// Unit of a limit of weight.
    pub weight_unit: Option<PriceWeightUnit>,
    /// Unit of a limit of length.
    pub size_unit: Option<PriceSizeUnit>,
}

impl PriceCondition {
    fn empty(kind: PriceConditionKind) -> Self {
        Self {
            kind,
            areas: Vec::new(),
            zones: Vec::new(),
            contents: Vec::new(),
            handling: None,
            limit: None,
            weight_unit: None,
            size_unit: None,
        }
    }

    pub fn of(condition: &Condition) -> Self {
        use PriceConditionKind as Kind;
        let weight = |kind, limit: &Weight| Self {
            limit: Some(limit.value),
            weight_unit: Some(limit.unit.into()),
            ..Self::empty(kind)
        };
        let length = |kind, limit: &Length| Self {
            limit: Some(limit.value),
            size_unit: Some(limit.unit.into()),
            ..Self::empty(kind)
        };
        let places = |kind, areas: &[Area]| Self {
            areas: areas.iter().map(PriceArea::of).collect(),
            ..Self::empty(kind)
        };
        match condition {
            Condition::DestinationIn { areas } => places(Kind::DestinationIn, areas),
            Condition::OriginIn { areas } => places(Kind::OriginIn, areas),
            Condition::ZoneIn { zones } => {
                let zones = zones.iter().map(ToString::to_string).collect();
                Self { zones, ..Self::empty(Kind::ZoneIn) }
            }
            Condition::ContentsIn { contents } => {
                let contents = contents.iter().map(|one| (*one).into()).collect();
                Self { contents, ..Self::empty(Kind::ContentsIn) }
            }
            Condition::Handling { handling } => {
                Self { handling: Some((*handling).into()), ..Self::empty(Kind::Handling) }
            }
            Condition::PiecesOver { limit } => {
                Self { limit: Some(Decimal::from(*limit)), ..Self::empty(Kind::PiecesOver) }
            }
            Condition::ChargeableOver { limit } => weight(Kind::ChargeableOver, limit),
            Condition::ParcelWeightOver { limit } => weight(Kind::ParcelWeightOver, limit),
            Condition::LongestSideOver { limit } => length(Kind::LongestSideOver, limit),
            Condition::SecondSideOver { limit } => length(Kind::SecondSideOver, limit),
            Condition::SidesSumOver { limit } => length(Kind::SidesSumOver, limit),
            Condition::LengthAndGirthOver { limit } => length(Kind::LengthAndGirthOver, limit),
        }
    }

    /// The condition for rating; none when the field of its kind is missing.
    pub fn rule(&self) -> Option<Condition> {
        use PriceConditionKind as Kind;
        let weight = || Some(Weight::new(self.limit?, self.weight_unit?.into()));
        let length = || Some(Length { value: self.limit?, unit: self.size_unit?.into() });
        let areas = || self.areas.iter().map(PriceArea::area).collect();
        Some(match self.kind {
            Kind::DestinationIn => Condition::DestinationIn { areas: areas() },
            Kind::OriginIn => Condition::OriginIn { areas: areas() },
            Kind::ZoneIn => {
                Condition::ZoneIn { zones: self.zones.iter().map(|zone| zone.as_str().into()).collect() }
            }
            Kind::ContentsIn => {
                Condition::ContentsIn { contents: self.contents.iter().map(|one| (*one).into()).collect() }
            }
            Kind::Handling => Condition::Handling { handling: self.handling?.into() },
            Kind::PiecesOver => Condition::PiecesOver { limit: self.limit?.try_into().ok()? },
            Kind::ChargeableOver => Condition::ChargeableOver { limit: weight()? },
            Kind::ParcelWeightOver => Condition::ParcelWeightOver { limit: weight()? },
            Kind::LongestSideOver => Condition::LongestSideOver { limit: length()? },
            Kind::SecondSideOver => Condition::SecondSideOver { limit: length()? },
            Kind::SidesSumOver => Condition::SidesSumOver { limit: length()? },
            Kind::LengthAndGirthOver => Condition::LengthAndGirthOver { limit: length()? },
        })
    }

    /// Normalizes the condition. Errors are reported below `field`.
    pub fn check(&mut self, field: &str, errors: &mut FieldErrors) {
        use PriceConditionKind as Kind;
        if let Some((code, params)) = self.limit.and_then(problem) {
            errors.push_with(format!("{field}.limit"), code, params);
        }
        self.limit = super::numbers::tidy(self.limit);
        let missing = match self.kind {
            Kind::DestinationIn | Kind::OriginIn => self.areas.is_empty().then_some("areas"),
            Kind::ZoneIn => self.zones.is_empty().then_some("zones"),
            Kind::ContentsIn => self.contents.is_empty().then_some("contents"),
            Kind::Handling => self.handling.is_none().then_some("handling"),
            _ if self.limit.is_none() => Some("limit"),
            Kind::PiecesOver => None,
            Kind::ChargeableOver | Kind::ParcelWeightOver => {
                self.weight_unit.is_none().then_some("weight_unit")
            }
            _ => self.size_unit.is_none().then_some("size_unit"),
        };
        if let Some(missing) = missing {
            errors.push(format!("{field}.{missing}"), MessageCode::Required);
        } else if self.rule().is_none() {
            errors.push(format!("{field}.limit"), MessageCode::Invalid);
        }
        for (index, area) in self.areas.iter().enumerate() {
            if country(area.country_id).is_none() {
                errors.push(format!("{field}.areas.{index}.country_id"), MessageCode::UnknownCountry);
            }
        }
    }
}

impl PriceArea {
    fn of(area: &Area) -> Self {
        let (postcode_from, postcode_to) = area.postcodes.clone().unzip();
        Self { country_id: area.country_id, state_id: area.state_id, postcode_from, postcode_to }
    }

    fn area(&self) -> Area {
        let from = self.postcode_from.as_ref().or(self.postcode_to.as_ref());
        let to = self.postcode_to.as_ref().or(from);
        let postcodes = from.cloned().zip(to.cloned());
        Area { country_id: self.country_id, state_id: self.state_id, postcodes }
    }
}

/// Two enums with the same variants.
macro_rules! same {
    ($wire:ident, $core:ident, $($variant:ident => $of_core:ident),+) => {
        impl From<$wire> for $core {
            fn from(wire: $wire) -> Self {
                match wire { $($wire::$variant => Self::$of_core),+ }
            }
        }

        impl From<$core> for $wire {
            fn from(core: $core) -> Self {
                match core { $($core::$of_core => Self::$variant),+ }
            }
        }
    };
}

same!(PriceWeightUnit, WeightUnit, G => Grams, Kg => Kilograms, Oz => Ounces, Lb => Pounds);
same!(PriceSizeUnit, LengthUnit, Mm => Millimetres, Cm => Centimetres, In => Inches);
same!(
    PriceContents, Contents, Documents => Documents, Gift => Gift, Sample => Sample, Merchandise => Merchandise,
    Return => Return, Medicine => Medicine, Other => Other
);
same!(
    PriceHandling, Handling, Residential => Residential, Battery => Battery, Perfume => Perfume, Fragile => Fragile,
    DangerousGoods => DangerousGoods, Pickup => Pickup, Signature => Signature,
    SaturdayDelivery => SaturdayDelivery, NonStackable => NonStackable
);
