use poem_openapi::OpenApi;

pub mod banks;
pub mod client_groups;
pub mod clients;
pub mod partners;
pub mod subsidiaries;

pub fn api() -> impl OpenApi {
    (
        banks::BankApi,
        client_groups::ClientGroupApi,
        clients::ClientApi,
        subsidiaries::SubsidiaryApi,
        partners::PartnerApi,
    )
}
