//! What a person says about a sheet, over what was guessed.

use std::collections::{BTreeMap, BTreeSet};

use super::super::code::Code;
use super::super::measure::WeightUnit;
use super::decimal_mark::ColumnMark;
use super::header::Per;
use super::number::Mark;
use super::words::Bound;
use super::{Axis, Layout, Method, PriceColumn};

/// The parts of the reading that a person has decided. Rows and columns are counted from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Correction {
    pub axis: Option<Axis>,
    pub header_rows: Option<usize>,
    /// The decimal mark of all texts.
    pub mark: Option<Mark>,
    pub unit: Option<WeightUnit>,
    /// By column; with weights across, by row.
    pub roles: BTreeMap<usize, Role>,
    /// Rows of the sheet that are not read.
    pub left_out: BTreeSet<usize>,
    /// Columns of the sheet that are not read.
    pub left_out_columns: BTreeSet<usize>,
}

/// What a column is taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    UpTo,
    From,
    /// A lower bound that is not in its own band.
    Over,
    /// Without a zone, its header names it.
    Price {
        zone: Option<Code>,
        method: Method,
    },
    /// A fee that is added to the prices of its row.
    Fee,
    Ignored,
}

impl Role {
    fn bound(&self) -> Option<Bound> {
        match self {
            Self::UpTo => Some(Bound::UpTo),
            Self::From => Some(Bound::From),
            Self::Over => Some(Bound::Over),
            Self::Price { .. } | Self::Fee | Self::Ignored => None,
        }
    }
}

/// The layout with the decisions in it. `width` is the number of columns.
pub fn correct(layout: Option<Layout>, correction: &Correction, width: usize) -> Option<Layout> {
    let mut layout = layout.or_else(|| from_roles(correction, width))?;
    for (column, role) in correction.roles.iter().filter(|(column, _)| **column < width) {
        take_role(&mut layout, *column, role);
    }
    if let Some(unit) = correction.unit {
        layout.weight_unit = unit;
    }
    if let Some(mark) = correction.mark {
        layout.marks = vec![ColumnMark { mark, is_unclear: false }; width];
    }
    layout.prices.sort_by_key(|price| price.column);
    let weight = layout.weight_column;
    layout.prices.retain(|price| price.column != weight && Some(price.column) != layout.from_column);
    layout.fees.retain(|fee| *fee != weight && Some(*fee) != layout.from_column);
    (!layout.prices.is_empty()).then_some(layout)
}

/// A layout that only a person could see.
fn from_roles(correction: &Correction, width: usize) -> Option<Layout> {
    let weight = correction.roles.iter().find(|(_, role)| role.bound().is_some());
    let (weight_column, role) = weight.filter(|(column, _)| **column < width)?;
    Some(Layout {
        header_rows: correction.header_rows.unwrap_or(1),
        weight_column: *weight_column,
        bound: role.bound().unwrap_or(Bound::UpTo),
        from_column: None,
        other_weights: Vec::new(),
        weight_unit: correction.unit.unwrap_or(WeightUnit::Kilograms),
        prices: Vec::new(),
        fees: Vec::new(),
        beside: Vec::new(),
        zone_column: None,
        marks: vec![ColumnMark { mark: Mark::Dot, is_unclear: false }; width],
        is_named: false,
        is_own: false,
    })
}

fn take_role(layout: &mut Layout, column: usize, role: &Role) {
    if !matches!(role, Role::Price { .. }) {
        layout.prices.retain(|price| price.column != column);
    }
    layout.other_weights.retain(|other| *other != column);
    layout.fees.retain(|fee| *fee != column);
    if layout.from_column == Some(column) && !role.bound().is_some_and(Bound::is_lower) {
        layout.from_column = None;
    }
    match role {
        Role::UpTo if layout.weight_column != column => {
            // The column that was read before is the lower bound if it has lower bounds.
            if layout.bound.is_lower() && layout.from_column.is_none() {
                layout.from_column = Some(layout.weight_column);
            }
            layout.weight_column = column;
            layout.bound = Bound::UpTo;
        }
        Role::UpTo => layout.bound = Bound::UpTo,
        Role::From if layout.weight_column == column => layout.bound = Bound::From,
        Role::Over if layout.weight_column == column => layout.bound = Bound::Over,
        Role::From | Role::Over => layout.from_column = Some(column),
        Role::Price { zone, method } => take_price(layout, column, zone.as_ref(), *method),
        Role::Fee | Role::Ignored => {
            if *role == Role::Fee {
                layout.fees.push(column);
            }
            if let Some(from) = layout.from_column.filter(|_| layout.weight_column == column) {
                layout.weight_column = from;
                layout.bound = Bound::From;
                layout.from_column = None;
            }
        }
    }
}

fn take_price(layout: &mut Layout, column: usize, zone: Option<&Code>, method: Method) {
    let known = layout.prices.iter().position(|price| price.column == column);
    let index = known.unwrap_or_else(|| {
        let number = layout.prices.len() + 1;
        layout.prices.push(PriceColumn { column, zone: number.to_string().into(), method, per: None });
        layout.prices.len() - 1
    });
    let price = &mut layout.prices[index];
    price.method = method;
    // A unit that was unclear is decided now; prices for a step of weight stay refused.
    if price.per == Some(Per::Unclear) || (method == Method::Cell && price.per != Some(Per::Step)) {
        price.per = None;
    }
    if let Some(zone) = zone {
        price.zone = zone.clone();
    }
}
