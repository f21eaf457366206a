//! What drivers record at stops, also without a network: the records, their clocks, and the state that follows from them.

pub mod attempt_reason;
pub mod clock;
pub mod record;
pub mod stop_fold;
#[cfg(test)]
mod tests;
