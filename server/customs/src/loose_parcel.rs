//! A parcel that moves, named by its shipment.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A parcel without a bag.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct LooseParcel {
    pub shipment_id: Uuid,
    pub seq: i16,
    /// Parcels of its shipment.
    pub parcel_count: i16,
}
