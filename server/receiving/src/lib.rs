//! Parcels that come in: `station` works with parcels that arrive, `inbound` with those of clients, `repacks` packs them into
//! shipments, `reweighs` works with shipments that measure otherwise than declared; `rules` has no table and no request.

use poem_openapi::OpenApi;

#[cfg(test)]
mod case_files;
pub mod inbound;
pub mod repacks;
pub mod report_parts;
pub mod reweighs;
pub mod rules;
pub mod station;
pub mod steps;

pub fn api() -> impl OpenApi {
    (
        (station::StationApi, station::StationPhotoApi, station::ReceivingClosureApi),
        (inbound::InboundParcelApi, inbound::InboundParcelStepApi),
        (repacks::RepackApi, repacks::RepackPackApi),
        (reweighs::ReweighApi, reweighs::ReweighDisputeApi),
    )
}
