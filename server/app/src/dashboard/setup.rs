//! The steps of a new company before it can work: each step is read from its records, nothing is ticked.

use poem_openapi::Object;
use policy::{Action, Resource};
use tenancy::TenantTx;

use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::settings;

/// The steps of a new company; true when done.
#[derive(Object)]
pub struct CompanySetup {
    /// Logo and contact e-mail.
    brand: bool,
    /// Registered address and tax number, which invoices need.
    company: bool,
    /// An account that clients can pay to.
    account: bool,
    /// An active service. Null when the screen is switched off and the user cannot switch it on.
    services: Option<bool>,
    /// Rates of exchange between the company's currency and the US dollar, in which limits are compared. Null for a company
    /// in US dollars.
    rates: Option<bool>,
    /// A price table that is assigned.
    prices: bool,
    /// Staff besides the first administrator.
    users: bool,
    /// The address that e-mails are answered to.
    mail: bool,
    /// A client. Null when the screen is switched off and the user cannot switch it on.
    client: Option<bool>,
    shipment: bool,
}

impl CompanySetup {
    /// None for users who cannot change the settings, and once everything is done.
    pub async fn load(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Option<Self>> {
        if !ctx.grants.allow(Resource::TenantSetting, Action::Update) {
            return Ok(None);
        }
        let settings = settings::load(tx).await?;
        let details = &settings.details;
        let may_switch = ctx.grants.allow(Resource::FeatureFlag, Action::Update);
        let can_open =
            |resource| may_switch || policy::flag_of(resource).is_none_or(|flag| settings.flag(flag));
        let setup = Self {
            brand: settings.brand_assets.contains_key("logo") && settings.contact_email.is_some(),
            company: details.legal_address.is_some() && details.tax_number.is_some(),
            account: parties::setup::has_account(tx).await?,
            services: if can_open(Resource::Service) {
                Some(pricing::setup::has_service(tx).await?)
            } else {
                None
            },
            rates: pricing::setup::has_rates(tx, &settings.currency, settings.today(ctx.now())).await?,
            prices: pricing::setup::has_prices(tx).await?,
            users: access::setup::has_colleagues(tx).await?,
            mail: settings.mail_reply_to.is_some(),
            client: if can_open(Resource::Client) {
                Some(parties::setup::has_client(tx).await?)
            } else {
                None
            },
            shipment: freight::setup::has_shipment(tx).await?,
        };
        Ok(Some(setup).filter(|setup| !setup.is_done()))
    }

    fn is_done(&self) -> bool {
        let always =
            [self.brand, self.company, self.account, self.prices, self.users, self.mail, self.shipment];
        let optional = [self.services, self.rates, self.client];
        always.into_iter().chain(optional.into_iter().flatten()).all(|step| step)
    }
}
