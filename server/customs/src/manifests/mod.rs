//! Manifests: what is in a transport, told to partners, airlines and customs. A closed manifest stays as it is.

pub mod cargo_imp;
pub mod cargo_xml;
pub mod checks;
pub mod sheet;
pub mod snapshot;
pub mod state;
#[cfg(test)]
mod test_snapshot;
