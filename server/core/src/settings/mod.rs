//! Settings of a tenant, with the defaults of the product.

mod breached;
mod cache;
pub mod company_details;
pub mod flags;
mod legal;
pub mod order_host;
pub mod password_rule;
pub mod referral_rules;
pub mod reweigh_rules;
mod sign_in_provider;

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

pub use self::cache::SettingsCache;
pub use self::legal::LegalTextInForce;
pub use self::sign_in_provider::{ProviderKind, SignInProvider};

use self::company_details::CompanyDetails;
use self::password_rule::PasswordRule;
use self::referral_rules::ReferralRules;
use self::reweigh_rules::ReweighRules;
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::Language;
use crate::live;
use trade::paper_format::PaperFormat;
use trade::regulatory_gateway::RegulatoryGateway;

/// Settings of one tenant. Each field is a row of `settings`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Public name of the company.
    pub name: String,
    /// Offered languages; the first one is the default.
    pub languages: Vec<Language>,
    pub default_language: Language,
    /// `ref.countries.id`; Brazil is 32.
    pub country_id: i16,
    /// ISO 4217.
    pub currency: String,
    /// Additional billing currencies, ISO 4217.
    pub chargeable_currencies: Vec<String>,
    /// IANA time zone name.
    pub time_zone: String,
    /// Brand colour, `#rrggbb`; the palette derived from it always has enough contrast.
    pub brand_color: String,
    pub weight_unit: i16,
    pub size_unit: i16,
    /// Flags that the tenant has set; stored in their own table.
    #[serde(skip_serializing)]
    pub flags: BTreeMap<String, bool>,
    /// Incremented with every change of profiles or of their assignment to users.
    #[serde(skip_serializing)]
    pub policy_version: i64,
    /// Shown on the sign-in page; stored in their own table.
    #[serde(skip_serializing)]
    pub sign_in_providers: Vec<SignInProvider>,
    /// Terms and privacy notice in force, at most one of each kind; written by [`put_legal`] only.
    #[serde(skip_serializing)]
    pub legal: Vec<LegalTextInForce>,
    /// Contact of the company, shown on the public pages.
    pub contact_email: Option<String>,
    pub contact_phone: Option<String>,
    /// The company on its documents.
    pub details: CompanyDetails,
    /// Minimum length of a new password, in characters.
    pub password_min_length: i16,
    pub password_letters_and_digits: bool,
    /// New passwords that are known from data breaches are refused.
    pub password_refuse_breached: bool,
    /// Hours without a request after which a session ends.
    pub session_idle_hours: i16,
    /// Days after which a remembered session ends.
    pub session_remembered_days: i16,
    /// Days until an invitation expires.
    pub invitation_days: i16,
    /// Maximum size of an upload in megabytes; none means the server's limit.
    pub max_upload_mb: Option<i32>,
    /// Maximum number of lines in an import file; none means no limit besides the upload size.
    pub import_max_lines: Option<i32>,
    /// Sender name of e-mails; none means the company's name.
    pub mail_sender_name: Option<String>,
    /// Reply address of e-mails; none means the contact of the company.
    pub mail_reply_to: Option<String>,
    /// Whether users of clients who have chosen nothing are notified, where it differs from the product's default. The
    /// key is `NotificationEvent::default_key`.
    pub notification_defaults: BTreeMap<String, bool>,
    /// The connection to the health authority.
    pub regulatory_gateway: RegulatoryGateway,
    /// E-mails of users who may open tickets open one.
    pub mail_opens_tickets: bool,
    /// Subject of tickets that e-mails open; none means the first.
    pub mail_ticket_subject_id: Option<Uuid>,
    /// Days in which a reply opens a closed ticket again.
    pub ticket_reopen_days: i16,
    /// A reply of staff takes a ticket that nobody looks after.
    pub ticket_reply_takes: bool,
    /// Days for which a quote can be confirmed.
    pub quote_days: i16,
    /// Margin in per cent of the price below which only those who may see costs confirm or send a price; none means no
    /// such limit.
    pub min_margin_pct: Option<i16>,
    /// Maximum declared value of a shipment in US dollars, if its service has no limit.
    pub shipment_max_value: Decimal,
    /// Maximum weight of a shipment in grams, if its service has no limit.
    pub shipment_max_weight_g: i32,
    /// Days after which photos, places and documents of parcels in hand are deleted.
    pub field_data_days: i16,
    /// Days after which messages of airlines, and files of manifests with the people on them, are deleted.
    pub customs_data_days: i16,
    /// What happens when a shipment measures otherwise than it was declared.
    pub reweigh: ReweighRules,
    /// The reward of clients for those they send.
    pub referral: ReferralRules,
    /// By name of logo and favicon, the first part of their content hash; stored in their own table.
    #[serde(skip_serializing)]
    pub brand_assets: BTreeMap<String, String>,
    /// Changes with every change of the settings.
    #[serde(skip)]
    pub revision: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: String::new(),
            languages: Language::ALL.to_vec(),
            default_language: Language::En,
            country_id: 0,
            currency: "USD".into(),
            chargeable_currencies: Vec::new(),
            time_zone: "UTC".into(),
            brand_color: "#1c5d99".into(),
            weight_unit: 10,
            size_unit: 10,
            flags: BTreeMap::new(),
            policy_version: 0,
            sign_in_providers: Vec::new(),
            legal: Vec::new(),
            contact_email: None,
            contact_phone: None,
            details: CompanyDetails::default(),
            password_min_length: 6,
            password_letters_and_digits: false,
            password_refuse_breached: true,
            session_idle_hours: 12,
            session_remembered_days: 30,
            invitation_days: 7,
            max_upload_mb: None,
            import_max_lines: None,
            mail_sender_name: None,
            mail_reply_to: None,
            notification_defaults: BTreeMap::new(),
            regulatory_gateway: RegulatoryGateway::Manual,
            mail_opens_tickets: true,
            mail_ticket_subject_id: None,
            ticket_reopen_days: 14,
            ticket_reply_takes: true,
            quote_days: 7,
            min_margin_pct: None,
            shipment_max_value: Decimal::from(3_000),
            shipment_max_weight_g: 30_000,
            field_data_days: 180,
            customs_data_days: 1_825,
            reweigh: ReweighRules::default(),
            referral: ReferralRules::default(),
            brand_assets: BTreeMap::new(),
            revision: String::new(),
        }
    }
}

// Flags besides those of the menu, with their defaults.

/// Anybody may track a shipment by its code. Default: on.
pub const PUBLIC_TRACKING: &str = "public_tracking";
/// The public page shows places and times only with the recipient's postcode. Default: off, on in new companies.
pub const TRACKING_POSTCODE: &str = "tracking_postcode";
/// Visitors of the public page can ask for an e-mail about each change. Default: off.
pub const TRACKING_EMAILS: &str = "tracking_emails";
/// The screen of services. Default: off.
pub const SERVICES: &str = "services";
/// Bags, air waybills and other masters. Default: off.
pub const BAGS_MASTER: &str = "bags_master";
/// Goods in warehouses. Default: on.
pub const STOCK: &str = "stock";
/// Pickups, for staff and clients. Default: off.
pub const PICKUP: &str = "pickup";
/// Deliveries by own drivers, with their runs. Default: off.
pub const DELIVERY: &str = "delivery";
/// Cash that drivers collect with deliveries. Default: off.
pub const CASH_ON_DELIVERY: &str = "cash_on_delivery";
/// Tokens of the API and its published document. Default: on.
pub const INTEGRATIONS: &str = "integrations";
/// Clients can have webhooks of their own records. Default: off.
pub const CLIENT_WEBHOOKS: &str = "client_webhooks";
/// The screen of clients. Default: off.
pub const CLIENTS: &str = "clients";
/// The menu group Auxiliar. Default: off.
pub const AUXILIAR: &str = "auxiliar";
/// Anybody may calculate the prices of a shipment. Default: off.
pub const PUBLIC_CALCULATOR: &str = "public_calculator";
/// Anybody may read the published questions and answers. Default: off.
pub const PUBLIC_FAQ: &str = "public_faq";
/// Clients rate delivered shipments. Default: off.
pub const REVIEWS: &str = "reviews";
/// Clients send others to the company and get a part of what these pay. Default: off.
pub const INDICATIONS: &str = "indications";
/// Links to the most used lists on the dashboard. Default: off.
pub const DASHBOARD_SHORTCUTS: &str = "dashboard_shortcuts";
/// A change of the language reloads the page. Default: off.
pub const RELOAD_ON_LOCALE_CHANGE: &str = "reload_on_locale_change";

impl Settings {
    pub fn flag(&self, name: &str) -> bool {
        self.flags.get(name).copied().unwrap_or_else(|| name == PUBLIC_TRACKING || policy::default_on(name))
    }

    /// The URL of logo, dark logo or favicon. It changes with the picture. Missing pictures use the logo.
    pub fn brand_url(&self, asset: &str) -> String {
        let version = self.brand_assets.get(asset).or_else(|| self.brand_assets.get("logo"));
        version.map_or_else(|| format!("/brand/{asset}"), |version| format!("/brand/{asset}?v={version}"))
    }

    pub const fn password_rule(&self) -> PasswordRule {
        PasswordRule {
            min_length: self.password_min_length,
            letters_and_digits: self.password_letters_and_digits,
            refuse_breached: self.password_refuse_breached,
        }
    }

    /// Maximum upload in bytes, at most the limit of `server`.
    pub fn max_upload(&self, server: usize) -> usize {
        let own = self.max_upload_mb.and_then(|mb| usize::try_from(mb).ok());
        own.map_or(server, |mb| server.min(mb.saturating_mul(1024 * 1024)))
    }

    /// The name on documents.
    pub fn document_name(&self) -> &str {
        self.details.legal_name.as_deref().unwrap_or(&self.name)
    }

    /// The paper of documents.
    pub fn paper(&self) -> PaperFormat {
        self.details.document_paper.unwrap_or_else(|| PaperFormat::of_country(self.country_id))
    }

    /// The current date in the company's time zone.
    pub fn today(&self, now: DateTime<Utc>) -> NaiveDate {
        let zone: Tz = self.time_zone.parse().unwrap_or(Tz::UTC);
        now.with_timezone(&zone).date_naive()
    }
}

/// SQL of the company's time zone.
#[macro_export]
macro_rules! company_zone {
    () => {
        "coalesce((select value #>> '{}' from settings where key = 'time_zone'), 'UTC')"
    };
}

/// SQL of the current date in the company's time zone.
#[macro_export]
macro_rules! company_today {
    () => {
        concat!("(now() at time zone ", $crate::company_zone!(), ")::date")
    };
}

pub const LIST: &str = "
    select key, value from settings where key not in ('flags', 'policy_version', 'sign_in_providers', 'brand_assets', 'folder', 'order_host')
    union all
    select 'flags', jsonb_object_agg(name, enabled) from feature_flags having count(*) > 0
    union all
    select 'policy_version', to_jsonb(version) from policy_state
    union all
    select 'sign_in_providers',
           jsonb_agg(jsonb_build_object('name', name, 'label', label, 'kind', kind) order by position, name)
    from sign_in_providers where enabled having count(*) > 0
    union all
    select 'brand_assets', jsonb_object_agg(name, left(sha256, 12)) from brand_assets having count(*) > 0
    order by key";
pub const LOCK: &str = "select 1 from settings where key = 'name' for update";
pub const PUT: &str = "
    insert into settings (key, value) values ($1, $2)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
    where settings.value is distinct from excluded.value";
pub const PUT_FLAG: &str = "
    insert into feature_flags (name, enabled, changed_by) values ($1, $2, $3)
    on conflict (name) do update
    set enabled = excluded.enabled, changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where feature_flags.enabled <> excluded.enabled";
/// Switches on what is on in a new company, as it is made. Those that were there before keep what they have.
pub const SWITCH_ON_FIRST: &str =
    "insert into feature_flags (name, enabled) values ('tracking_postcode', true)";
pub const ANNOUNCE: &str = "select pg_notify('remessa_settings', '')";
const CHANNEL: &str = "remessa_settings";

pub async fn load(tx: &mut TenantTx) -> ApiResult<Settings> {
    let rows: Vec<(String, Value)> = sqlx::query_as(LIST).fetch_all(&mut **tx).await?;
    let rows = Value::Object(rows.into_iter().collect::<Map<_, _>>());
    let revision = revision_of(&rows);
    let settings: Settings = serde_json::from_value(rows).map_err(ApiError::internal)?;
    Ok(Settings { revision, ..settings })
}

/// A short hash of the values.
pub fn revision_of(values: &Value) -> String {
    Sha256::digest(values.to_string())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Locks the settings, so that changes happen one after the other.
pub async fn lock(tx: &mut TenantTx) -> ApiResult<()> {
    sqlx::query(LOCK).execute(&mut **tx).await?;
    Ok(())
}

/// Notes which terms and privacy notice are in force.
pub async fn put_legal(tx: &mut TenantTx, legal: &[LegalTextInForce]) -> ApiResult<()> {
    sqlx::query(PUT).bind("legal").bind(sqlx::types::Json(legal)).execute(&mut **tx).await?;
    announce(tx).await
}

/// Sets a flag; true when its value changed.
pub async fn put_flag(tx: &mut TenantTx, name: &str, enabled: bool, by: Option<Uuid>) -> ApiResult<bool> {
    let put = sqlx::query(PUT_FLAG).bind(name).bind(enabled).bind(by).execute(&mut **tx).await?;
    Ok(put.rows_affected() > 0)
}

/// Tells every node and every open page, after the commit, to reload the settings.
pub async fn announce(tx: &mut TenantTx) -> ApiResult<()> {
    live::settings_changed(tx);
    tell_nodes(tx).await
}

/// Tells every node, after the commit, to reload the settings.
pub async fn tell_nodes(tx: &mut TenantTx) -> ApiResult<()> {
    sqlx::query(ANNOUNCE).execute(&mut **tx).await?;
    Ok(())
}

/// Writes every setting that differs; true when any did.
pub async fn save(tx: &mut TenantTx, settings: &Settings) -> ApiResult<bool> {
    let Value::Object(fields) = serde_json::to_value(settings).map_err(ApiError::internal)? else {
        return Ok(false);
    };
    let mut changed = false;
    for (key, value) in fields {
        let result = sqlx::query(PUT).bind(key).bind(value).execute(&mut **tx).await?;
        changed |= result.rows_affected() > 0;
    }
    for (name, enabled) in &settings.flags {
        changed |= put_flag(tx, name, *enabled, None).await?;
    }
    if changed {
        announce(tx).await?;
    }
    Ok(changed)
}
