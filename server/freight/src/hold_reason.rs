//! Why a shipment is held.

use trade::wire_name;

wire_name! {
    /// Why a shipment is held. The sender reads what is awaited, the public page its public words; neither the note.
    HoldReason {
        /// Papers or data are missing.
        Documents = "documents",
        /// Something is not paid.
        Payment = "payment",
        /// The measured weight differs from the declared one.
        Weight = "weight",
        /// The parcel is damaged.
        Damage = "damage",
        /// The address is wrong or incomplete.
        Address = "address",
        /// Somebody checks the contents.
        Inspection = "inspection",
        /// The sender asked to wait.
        ClientRequest = "client_request",
        Other = "other",
    }
}
