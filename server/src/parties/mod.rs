use poem_openapi::OpenApi;

pub mod banks;
pub mod client_groups;
pub mod clients;
pub mod partners;
pub mod providers;
pub mod subsidiaries;
pub mod warehouses;

pub fn api() -> impl OpenApi {
    (
        banks::BankApi,
        client_groups::ClientGroupApi,
        clients::ClientApi,
        subsidiaries::SubsidiaryApi,
        partners::PartnerApi,
        providers::ProviderApi,
        warehouses::WarehouseApi,
    )
}
