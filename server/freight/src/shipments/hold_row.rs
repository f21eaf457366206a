//! The hold of a shipment in its row.

use chrono::{DateTime, NaiveDate, Utc};

use super::model::ShipmentHold;
use crate::hold_reason::HoldReason;

/// All null when nothing holds it.
#[derive(sqlx::FromRow)]
pub struct HoldRow {
    held_at: Option<DateTime<Utc>>,
    hold_reason: Option<HoldReason>,
    hold_until: Option<NaiveDate>,
}

impl HoldRow {
    pub fn view(&self) -> Option<ShipmentHold> {
        let (since, reason) = self.held_at.zip(self.hold_reason)?;
        Some(ShipmentHold { reason, since, until: self.hold_until })
    }
}
