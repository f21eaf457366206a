use crate::wire_name;

wire_name! {
    /// Stage of a shipment that an event belongs to.
    EventStage {
        Order = "order", Origin = "origin", Export = "export", Transit = "transit", Customs = "customs",
        LastMile = "last_mile", Return = "return", Exception = "exception", Finance = "finance",
    }
}

/// Codes of events that only their own calls record: the confirmation freezes and charges a price, the cancellation gives it
/// back, and a print counts the labels.
const OF_A_CALL: [&str; 4] = ["CONFIRMED", "CANCELLED", "LABEL_PRINTED", "LABEL_REPRINTED"];

/// Whether people can record the event by hand.
pub fn is_recordable(code: &str) -> bool {
    !OF_A_CALL.contains(&code)
}
