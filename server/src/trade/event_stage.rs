//! The stages of a shipment's life.

use crate::wire_name;

wire_name! {
    /// Where in a shipment's life an event belongs.
    EventStage {
        Order = "order", Origin = "origin", Export = "export", Transit = "transit", Customs = "customs",
        LastMile = "last_mile", Return = "return", Exception = "exception", Finance = "finance",
    }
}
