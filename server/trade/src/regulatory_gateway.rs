//! Connections to the health authority.

use crate::wire_name;

wire_name! {
    /// The connection of a company to the health authority.
    RegulatoryGateway {
        /// The staff file each petition by hand and record what the authority answers.
        Manual = "manual",
        /// Answers in the authority's place without asking it. For training and demonstrations.
        Simulated = "simulated",
    }
}
