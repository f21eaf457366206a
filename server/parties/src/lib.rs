use poem_openapi::OpenApi;

mod advanced_post_lookup;
pub mod advanced_posts;
pub mod airlines;
pub mod banks;
pub mod carrier_links;
pub mod client_groups;
pub mod clients;
pub mod company_accounts;
pub mod document_types;
pub mod owned;
pub mod parcel_intake;
pub mod partners;
pub mod pickup_places;
pub mod pickup_rules;
pub mod provider_contacts;
mod provider_input;
pub mod providers;
pub mod registration;
pub mod sending_places;
pub mod setup;
pub mod storage_places;
pub mod storage_rates;
pub mod storage_rules;
pub mod subsidiaries;
mod subsidiary_choice;
pub mod transport_places;
mod warehouse_references;
pub mod warehouses;

pub fn api() -> impl OpenApi {
    (
        (advanced_posts::AdvancedPostApi, advanced_post_lookup::AdvancedPostLookupApi),
        banks::BankApi,
        client_groups::ClientGroupApi,
        (clients::ClientApi, clients::ClientUpdateManyApi, clients::ClientDuplicateApi),
        subsidiaries::SubsidiaryApi,
        (partners::PartnerApi, partners::PartnerConfigApi, partners::PartnerServiceApi),
        owned::contacts::ContactApi,
        owned::addresses::PartyAddressApi,
        owned::bank_accounts::BankAccountApi,
        (owned::documents::PartyDocumentApi, document_types::DocumentTypeApi),
        providers::ProviderApi,
        warehouses::WarehouseApi,
    )
}
