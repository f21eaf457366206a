//! A change of the grid of a draft: only what has changed is sent and written.

use std::collections::HashSet;

use poem_openapi::Object;
use rust_decimal::Decimal;

use super::grid::{PriceMethod, PricePlace, PriceSurcharge, price};
use super::lines::line_error;
use super::numbers::{positive, problem, tidy, within};
use super::store::{CellsToPut, MemberToPut, ZoneToPut};
use rating::postcode;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use trade::countries::country;

/// The most errors of cells in one answer.
const MAX_ERRORS: usize = 50;

/// A new name of a zone.
#[derive(Object, Clone, Debug)]
pub struct PriceZoneRename {
    #[oai(validator(max_length = 40))]
    pub from: String,
    #[oai(validator(max_length = 40))]
    pub to: String,
}

/// A new upper bound of a band, which keeps its prices.
#[derive(Object, Clone, Debug)]
pub struct PriceBandRename {
    pub from: Decimal,
    pub to: Decimal,
}

/// A zone to add or change.
#[derive(Object, Clone, Debug)]
pub struct PriceZoneChange {
    #[oai(validator(max_length = 40))]
    pub code: String,
    /// If a place belongs to several zones, the highest priority wins.
    #[oai(default, validator(minimum(value = "0"), maximum(value = "1000")))]
    pub priority: i16,
    pub max_weight: Option<Decimal>,
    pub minimum: Option<Decimal>,
    /// All places of the zone; null keeps the stored ones.
    #[oai(validator(max_items = 5000))]
    pub places: Option<Vec<PricePlace>>,
}

/// A price to set or to remove.
#[derive(Object, Clone, Debug)]
pub struct PriceCellChange {
    #[oai(validator(max_length = 40))]
    pub zone: String,
    /// Upper bound of the band.
    pub up_to: Decimal,
    /// How the amount is used; null for `cell`.
    pub method: Option<PriceMethod>,
    /// Null if the zone is not offered in this band.
    pub amount: Option<Decimal>,
    /// Only with the method `base_step`.
    pub step: Option<Decimal>,
    /// Only with the method `base_step`.
    pub step_amount: Option<Decimal>,
}

/// Changes of a draft's grid. The parts are applied in this order, all or none.
#[derive(Object, Clone, Debug)]
pub struct PriceGridChange {
    /// Version that was read; 409 `stale_version` if the draft has changed since.
    pub version: i32,
    #[oai(default, validator(max_items = 500))]
    pub rename_zones: Vec<PriceZoneRename>,
    #[oai(default, validator(max_items = 1000))]
    pub rename_bands: Vec<PriceBandRename>,
    /// Codes of zones to delete with their places and prices.
    #[oai(default, validator(max_items = 500))]
    pub delete_zones: Vec<String>,
    /// Upper bounds of bands to delete with their prices.
    #[oai(default, validator(max_items = 1000))]
    pub delete_bands: Vec<Decimal>,
    #[oai(default, validator(max_items = 500))]
    pub zones: Vec<PriceZoneChange>,
    /// All zones in their new order; empty keeps the order.
    #[oai(default, validator(max_items = 500))]
    pub zone_order: Vec<String>,
    /// Upper bounds of bands to add.
    #[oai(default, validator(max_items = 1000))]
    pub bands: Vec<Decimal>,
    #[oai(default, validator(max_items = 10000))]
    pub cells: Vec<PriceCellChange>,
    /// Surcharges to add or change.
    #[oai(default, validator(max_items = 200))]
    pub surcharges: Vec<PriceSurcharge>,
    /// Codes of surcharges to delete.
    #[oai(default, validator(max_items = 200))]
    pub delete_surcharges: Vec<String>,
}

impl PriceGridChange {
    /// Normalizes and checks the change; returns all errors at once.
    pub fn check(mut self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        for (index, rename) in self.rename_zones.iter_mut().enumerate() {
            rename.to = require_code(&format!("rename_zones.{index}.to"), &rename.to, &mut errors);
        }
        for (index, rename) in self.rename_bands.iter_mut().enumerate() {
            let to = positive(&format!("rename_bands.{index}.to"), Some(rename.to), &mut errors);
            rename.to = to.unwrap_or_default();
        }
        for (index, up_to) in self.bands.iter_mut().enumerate() {
            *up_to = positive(&format!("bands.{index}"), Some(*up_to), &mut errors).unwrap_or_default();
        }
        self.check_zones(&mut errors);
        self.check_surcharges(&mut errors);
        let mut seen = HashSet::new();
        for (index, cell) in self.cells.iter().enumerate() {
            if errors.len() > MAX_ERRORS {
                break;
            }
            let is_new = seen.insert((cell.zone.as_str(), cell.up_to.normalize()));
            cell.check(&format!("cells.{index}"), is_new, &mut errors);
        }
        errors.into_result()?;
        Ok(self)
    }

    fn check_zones(&mut self, errors: &mut FieldErrors) {
        let mut seen = HashSet::new();
        for (index, zone) in self.zones.iter_mut().enumerate() {
            let field = format!("zones.{index}");
            zone.code = require_code(&format!("{field}.code"), &zone.code, errors);
            zone.max_weight = positive(&format!("{field}.max_weight"), zone.max_weight, errors);
            zone.minimum = within(&format!("{field}.minimum"), zone.minimum, errors);
            if !seen.insert(zone.code.clone()) {
                errors.push(format!("{field}.code"), MessageCode::Taken);
            }
            for (place_index, place) in zone.places.iter_mut().flatten().enumerate() {
                if errors.len() > MAX_ERRORS {
                    return;
                }
                check_place(&format!("{field}.places.{place_index}"), place, errors);
            }
        }
    }

    fn check_surcharges(&mut self, errors: &mut FieldErrors) {
        let mut seen = HashSet::new();
        for (index, one) in self.surcharges.iter_mut().enumerate() {
            let field = format!("surcharges.{index}");
            one.code = require_code(&format!("{field}.code"), &one.code, errors);
            if !seen.insert(one.code.clone()) {
                errors.push(format!("{field}.code"), MessageCode::Taken);
            }
            one.amount = within(&format!("{field}.amount"), Some(one.amount), errors).unwrap_or_default();
            for (name, value) in [
                ("min", &mut one.min),
                ("max", &mut one.max),
                ("free_below", &mut one.free_below),
                ("cost_amount", &mut one.cost_amount),
            ] {
                *value = within(&format!("{field}.{name}"), *value, errors);
            }
            for (line_index, line) in one.lines.iter().enumerate() {
                if let Some(code) = line_error(line) {
                    errors.push(format!("{field}.lines.{line_index}"), code);
                }
            }
            for (condition_index, condition) in one.conditions.iter_mut().enumerate() {
                condition.check(&format!("{field}.conditions.{condition_index}"), errors);
            }
        }
    }

    /// Zones to store, in their order.
    pub fn zones_to_put(&self) -> Vec<ZoneToPut> {
        let put = |zone: &PriceZoneChange, position: i32| ZoneToPut {
            code: zone.code.clone(),
            position,
            priority: zone.priority,
            max_weight: zone.max_weight,
            minimum: zone.minimum,
        };
        self.zones.iter().zip(1..).map(|(zone, position)| put(zone, position)).collect()
    }

    /// Zones whose places are replaced, and those places.
    pub fn members_to_put(&self) -> (Vec<&str>, Vec<MemberToPut<'_>>) {
        let replaced =
            || self.zones.iter().filter_map(|zone| Some((zone.code.as_str(), zone.places.as_ref()?)));
        let members = replaced().flat_map(|(zone, places)| {
            places.iter().zip(1..).map(move |(place, seq)| MemberToPut { zone, seq, place })
        });
        (replaced().map(|(zone, _)| zone).collect(), members.collect())
    }

    /// Cells to store, and those to remove.
    pub fn cells_to_put(&self) -> (CellsToPut, (Vec<String>, Vec<Decimal>)) {
        let (mut put, mut gone) = (CellsToPut::default(), (Vec::new(), Vec::new()));
        for (index, cell) in self.cells.iter().enumerate() {
            let Some(amount) = cell.amount else {
                gone.0.push(cell.zone.clone());
                gone.1.push(cell.up_to);
                continue;
            };
            put.indexes.push(index);
            put.zones.push(cell.zone.clone());
            put.ups.push(cell.up_to);
            put.methods.push(cell.method.unwrap_or(PriceMethod::Cell).as_str());
            put.amounts.push(amount.normalize());
            put.steps.push(tidy(cell.step));
            put.step_amounts.push(tidy(cell.step_amount));
        }
        (put, gone)
    }
}

impl PriceCellChange {
    fn check(&self, field: &str, is_new: bool, errors: &mut FieldErrors) {
        if !is_new {
            errors.push(format!("{field}.zone"), MessageCode::Taken);
        }
        let Some(amount) = self.amount else { return };
        for (name, number) in
            [("amount", Some(amount)), ("step", self.step), ("step_amount", self.step_amount)]
        {
            if let Some((code, params)) = number.and_then(problem) {
                errors.push_with(format!("{field}.{name}"), code, params);
            }
        }
        let method = self.method.unwrap_or(PriceMethod::Cell);
        if price(method, amount, self.step, self.step_amount).is_none() {
            errors.push(format!("{field}.step"), MessageCode::Invalid);
        }
    }
}

fn require_code(field: &str, typed: &str, errors: &mut FieldErrors) -> String {
    server_core::http::fields::required(field, typed, errors)
}

fn check_place(field: &str, place: &mut PricePlace, errors: &mut FieldErrors) {
    if country(place.country_id).is_none() {
        errors.push(format!("{field}.country_id"), MessageCode::UnknownCountry);
    }
    let optional = |text: &Option<String>| server_core::http::fields::optional(text.as_ref());
    place.postcode_from = optional(&place.postcode_from);
    place.postcode_to = optional(&place.postcode_to);
    place.airport = optional(&place.airport).map(|code| code.to_ascii_uppercase());
    place.max_weight = positive(&format!("{field}.max_weight"), place.max_weight, errors);
    let is_airport = |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if !place.airport.as_ref().is_none_or(is_airport) {
        errors.push(format!("{field}.airport"), MessageCode::Invalid);
    }
    if let (Some(from), Some(to)) = (&place.postcode_from, &place.postcode_to)
        && postcode::lower_bound(place.country_id, from) > postcode::upper_bound(place.country_id, to)
    {
        errors.push(format!("{field}.postcode_to"), MessageCode::Invalid);
    }
}
