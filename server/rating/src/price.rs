//! The grid of zones and bands, and the price of a weight in it.

use rust_decimal::Decimal;
use serde::Serialize;

use super::rows::{Price, VersionRows};

/// Ladder and cells of a version. Zones keep the order of their rows, bands that of `seq`.
#[derive(Debug, Clone)]
pub struct Grid {
    up_to: Box<[Decimal]>,
    /// One row of bands per zone.
    cells: Box<[Option<Cell>]>,
}

/// A price in 24 bytes; few cells have steps.
#[derive(Debug, Clone)]
enum Cell {
    Amount(Decimal),
    PerUnit(Decimal),
    Break(Decimal),
    Steps(Box<Steps>),
}

#[derive(Debug, Clone)]
struct Steps {
    amount: Decimal,
    step: Decimal,
    step_amount: Decimal,
}

/// A base price before it is rounded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BasePrice {
    pub amount: Decimal,
    pub band: Band,
    /// The weight that is charged: above the chargeable weight if a heavier break is cheaper.
    pub rated_as: Decimal,
    pub calculation: Calculation,
}

/// Bounds of a band. The upper one is included, but for breaks, where the lower one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Band {
    pub from: Decimal,
    pub up_to: Decimal,
}

/// How the base price is calculated, with the numbers of its formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Calculation {
    Cell,
    BaseStep { amount: Decimal, steps: Decimal, step: Decimal, step_amount: Decimal },
    PerUnit { rate: Decimal },
    Break { rate: Decimal },
}

/// Why a weight has no price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPrice {
    /// The weight is above the ladder's end.
    OverLadder { end: Decimal },
    /// The zone has no cell for the band.
    NotOffered { band: Band },
}

impl Grid {
    /// Rows that refer to an unknown zone or band are left out.
    pub fn new(rows: &VersionRows) -> Self {
        let mut bands: Vec<_> = rows.bands.iter().collect();
        bands.sort_by_key(|band| band.seq);
        let mut cells = vec![None; bands.len() * rows.zones.len()];
        let places: std::collections::HashMap<_, _> =
            rows.zones.iter().enumerate().map(|(index, zone)| (&zone.code, index)).collect();
        for row in &rows.cells {
            let band = bands.binary_search_by_key(&row.band_seq, |band| band.seq);
            if let (Some(zone), Ok(band)) = (places.get(&row.zone), band) {
                cells[zone * bands.len() + band] = Some(Cell::from(row.price));
            }
        }
        Self { up_to: bands.iter().map(|band| band.up_to).collect(), cells: cells.into() }
    }

    pub fn bands(&self) -> usize {
        self.up_to.len()
    }

    pub fn band(&self, index: usize) -> Band {
        let from = index.checked_sub(1).map_or(Decimal::ZERO, |before| self.up_to[before]);
        Band { from, up_to: self.up_to[index] }
    }

    pub fn is_offered(&self, zone: usize, band: usize) -> bool {
        self.cell(zone, band).is_some()
    }

    pub fn is_break(&self, zone: usize, band: usize) -> bool {
        matches!(self.cell(zone, band), Some(Cell::Break(_)))
    }

    /// The price of a chargeable weight in a zone.
    pub fn price(&self, zone: usize, weight: Decimal) -> Result<BasePrice, NoPrice> {
        let mut index = self.up_to.partition_point(|up_to| *up_to < weight);
        if index == self.bands() {
            return Err(NoPrice::OverLadder { end: self.up_to.last().copied().unwrap_or_default() });
        }
        let is_at_break =
            self.up_to[index] == weight && self.is_break(zone, index) && self.is_break(zone, index + 1);
        index += usize::from(is_at_break);
        self.price_in(zone, index, weight)
    }

    /// The price of a weight by the cell of a band, which also may be the band's lower bound.
    pub fn price_in(&self, zone: usize, index: usize, weight: Decimal) -> Result<BasePrice, NoPrice> {
        let band = self.band(index);
        let cell = self.cell(zone, index).ok_or(NoPrice::NotOffered { band })?;
        let priced = |amount, calculation| BasePrice { amount, band, rated_as: weight, calculation };
        Ok(match cell {
            Cell::Amount(amount) => priced(*amount, Calculation::Cell),
            Cell::PerUnit(rate) => priced(*rate * weight, Calculation::PerUnit { rate: *rate }),
            Cell::Steps(cell) => {
                let Steps { amount, step, step_amount } = **cell;
                let above = weight - band.from;
                let steps = if step == Decimal::ONE { above } else { above / step }.ceil();
                let calculation = Calculation::BaseStep { amount, steps, step, step_amount };
                priced(amount + steps * step_amount, calculation)
            }
            Cell::Break(rate) => {
                let own = priced(*rate * weight, Calculation::Break { rate: *rate });
                self.cheaper_break(zone, index, own)
            }
        })
    }

    /// Cargo may be declared at the lower bound of a heavier break if that costs less (GLT301, exercise 3c). A break that
    /// costs the same is not taken.
    fn cheaper_break(&self, zone: usize, index: usize, own: BasePrice) -> BasePrice {
        (index + 1..self.bands()).fold(own, |cheapest, heavier| {
            let Some(Cell::Break(rate)) = self.cell(zone, heavier) else { return cheapest };
            let band = self.band(heavier);
            let amount = *rate * band.from;
            if amount >= cheapest.amount {
                return cheapest;
            }
            BasePrice { amount, band, rated_as: band.from, calculation: Calculation::Break { rate: *rate } }
        })
    }

    fn cell(&self, zone: usize, band: usize) -> Option<&Cell> {
        if band >= self.bands() {
            return None;
        }
        self.cells.get(zone * self.bands() + band)?.as_ref()
    }

    /// Memory on the heap, in bytes.
    pub fn bytes(&self) -> usize {
        let steps = self.cells.iter().filter(|cell| matches!(cell, Some(Cell::Steps(_)))).count();
        size_of_val(&*self.up_to) + size_of_val(&*self.cells) + steps * size_of::<Steps>()
    }
}

impl From<Price> for Cell {
    fn from(price: Price) -> Self {
        match price {
            Price::Cell { amount } => Self::Amount(amount),
            Price::PerUnit { amount } => Self::PerUnit(amount),
            Price::Break { amount } => Self::Break(amount),
            Price::BaseStep { amount, step, step_amount } => {
                Self::Steps(Box::new(Steps { amount, step, step_amount }))
            }
        }
    }
}
