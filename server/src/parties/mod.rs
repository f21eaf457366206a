use poem_openapi::OpenApi;

pub mod banks;
pub mod clients;
pub mod partners;
pub mod subsidiaries;

pub fn api() -> impl OpenApi {
    (banks::BankApi, clients::ClientApi, subsidiaries::SubsidiaryApi, partners::PartnerApi)
}
