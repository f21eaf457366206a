use crate::wire_name;

wire_name! {
    /// Stage of a shipment that an event belongs to.
    EventStage {
        Order = "order", Origin = "origin", Export = "export", Transit = "transit", Customs = "customs",
        LastMile = "last_mile", Return = "return", Exception = "exception", Finance = "finance",
    }
}
