use poem_openapi::OpenApi;

pub mod advanced_posts;
pub mod banks;
pub mod clients;
pub mod partners;
pub mod providers;
pub mod subsidiaries;
pub mod warehouses;

pub fn api() -> impl OpenApi {
    (
        advanced_posts::AdvancedPostApi,
        banks::BankApi,
        clients::ClientApi,
        subsidiaries::SubsidiaryApi,
        partners::PartnerApi,
        providers::ProviderApi,
        warehouses::WarehouseApi,
    )
}
