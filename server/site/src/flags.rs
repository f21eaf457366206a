//! Feature flags (TEN-6). The web has the descriptions of the flags.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};
use policy::{Action, Grants, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::audit;
use server_core::follower::follow;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::settings::flags::{self, SetFlag};
use server_core::settings::{
    self, AUXILIAR, BAGS_MASTER, CASH_ON_DELIVERY, CLIENT_WEBHOOKS, CLIENTS, DASHBOARD_SHORTCUTS, DELIVERY,
    INDICATIONS, INTEGRATIONS, PICKUP, PUBLIC_CALCULATOR, PUBLIC_FAQ, PUBLIC_TRACKING,
    RELOAD_ON_LOCALE_CHANGE, REVIEWS, SERVICES, STOCK, Settings, TRACKING_EMAILS, TRACKING_POSTCODE,
};
use server_core::tags::Tag;

/// A flag of an existing feature.
#[derive(Enum, serde::Serialize, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename = "FeatureFlagName", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    PublicTracking,
    PublicCalculator,
    PublicFaq,
    TrackingPostcode,
    TrackingEmails,
    ReloadOnLocaleChange,
    Services,
    BagsMaster,
    Stock,
    Pickup,
    Delivery,
    CashOnDelivery,
    Clients,
    Auxiliar,
    DashboardShortcuts,
    Integrations,
    Reviews,
    Indications,
    ClientWebhooks,
}

impl Flag {
    pub const ALL: [Self; 19] = [
        Self::PublicTracking,
        Self::PublicCalculator,
        Self::PublicFaq,
        Self::TrackingPostcode,
        Self::TrackingEmails,
        Self::ReloadOnLocaleChange,
        Self::Services,
        Self::BagsMaster,
        Self::Stock,
        Self::Pickup,
        Self::Delivery,
        Self::CashOnDelivery,
        Self::Clients,
        Self::Auxiliar,
        Self::DashboardShortcuts,
        Self::Integrations,
        Self::Reviews,
        Self::Indications,
        Self::ClientWebhooks,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::PublicTracking => PUBLIC_TRACKING,
            Self::PublicCalculator => PUBLIC_CALCULATOR,
            Self::PublicFaq => PUBLIC_FAQ,
            Self::TrackingPostcode => TRACKING_POSTCODE,
            Self::TrackingEmails => TRACKING_EMAILS,
            Self::ReloadOnLocaleChange => RELOAD_ON_LOCALE_CHANGE,
            Self::Services => SERVICES,
            Self::BagsMaster => BAGS_MASTER,
            Self::Stock => STOCK,
            Self::Pickup => PICKUP,
            Self::Delivery => DELIVERY,
            Self::CashOnDelivery => CASH_ON_DELIVERY,
            Self::Clients => CLIENTS,
            Self::Auxiliar => AUXILIAR,
            Self::DashboardShortcuts => DASHBOARD_SHORTCUTS,
            Self::Integrations => INTEGRATIONS,
            Self::Reviews => REVIEWS,
            Self::Indications => INDICATIONS,
            Self::ClientWebhooks => CLIENT_WEBHOOKS,
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.name() == name)
    }
}

/// A flag and its value.
#[derive(Object)]
pub struct FeatureFlag {
    pub name: Flag,
    pub enabled: bool,
    /// The value when the company has not set the flag.
    pub default_enabled: bool,
    /// Name of the user who set it last; null when nobody has set it on the screen.
    pub changed_by: Option<String>,
    pub changed_at: Option<DateTime<Utc>>,
    pub can: FeatureFlagCan,
}

/// Permissions of the user on a flag.
#[derive(Object)]
pub struct FeatureFlagCan {
    pub update: bool,
}

impl FeatureFlagCan {
    fn of(grants: &Grants) -> Self {
        Self { update: grants.allow(Resource::FeatureFlag, Action::Update) }
    }
}

/// The new value of a flag.
#[derive(Object)]
pub struct FeatureFlagUpdate {
    pub enabled: bool,
}

/// A flag as the operator sees it.
#[derive(Object, serde::Serialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagState {
    pub name: Flag,
    pub enabled: bool,
    /// The value when the company has not set the flag.
    pub default_enabled: bool,
}

impl FlagState {
    /// All flags of a company.
    pub fn all(settings: &Settings) -> Vec<Self> {
        let shipped = Settings::default();
        let state = |name: Flag| Self {
            name,
            enabled: settings.flag(name.name()),
            default_enabled: shipped.flag(name.name()),
        };
        Flag::ALL.into_iter().map(state).collect()
    }
}

/// A company has switched a flag off. Areas above refuse it while what it stands for is under way.
#[derive(Clone, Copy)]
pub struct FlagSwitchedOff {
    pub flag: Flag,
}

/// Sets a flag and tells every node. Returns the change for the audit log, or none when the value is unchanged.
pub async fn switch(
    tx: &mut TenantTx,
    flag: Flag,
    enabled: bool,
    by: Option<Uuid>,
) -> ApiResult<Option<Value>> {
    let before = settings::load(tx).await?.flag(flag.name());
    if before == enabled {
        return Ok(None);
    }
    settings::put_flag(tx, flag.name(), enabled, by).await?;
    settings::announce(tx).await?;
    Ok(Some(json!({ flag.name(): [before, enabled] })))
}

pub struct FlagApi;

#[OpenApi(prefix_path = "/feature_flags", tag = "Tag::Company")]
impl FlagApi {
    /// List the feature flags
    #[oai(path = "/", method = "get", operation_id = "feature_flag_list")]
    async fn feature_flag_list(&self, ctx: Ctx) -> ApiResult<Json<Items<FeatureFlag>>> {
        ctx.require(Resource::FeatureFlag, Action::List)?;
        let mut tx = ctx.begin().await?;
        let rows = flags::list(&mut tx).await?;
        tx.commit().await?;
        let data = Flag::ALL.into_iter().map(|flag| flag.view(&rows, &ctx.grants)).collect();
        Ok(Json(Items { data }))
    }

    /// Switch a feature flag
    ///
    /// Takes effect on every node with the next request. Returns 409 `cash_not_settled` for cash on delivery that is under way.
    #[oai(path = "/:name", method = "patch", operation_id = "feature_flag_update")]
    async fn feature_flag_update(
        &self,
        ctx: Ctx,
        name: Path<String>,
        body: Body<FeatureFlagUpdate>,
    ) -> ApiResult<Json<Item<FeatureFlag>>> {
        ctx.require(Resource::FeatureFlag, Action::Update)?;
        let flag = Flag::from_name(&name).ok_or_else(ApiError::not_found)?;
        let mut tx = ctx.begin().await?;
        if let Some(changes) = switch(&mut tx, flag, body.enabled, Some(ctx.user.id)).await? {
            if !body.enabled {
                follow(&mut tx, ctx.state(), FlagSwitchedOff { flag }).await?;
            }
            audit::record(&mut tx, &ctx, "feature_flag.update", None, changes).await?;
        }
        let rows = flags::list(&mut tx).await?;
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Item { data: flag.view(&rows, &ctx.grants) }))
    }
}

impl Flag {
    fn view(self, rows: &[SetFlag], grants: &Grants) -> FeatureFlag {
        let row = rows.iter().find(|row| row.name == self.name());
        let default_enabled = Settings::default().flag(self.name());
        FeatureFlag {
            name: self,
            enabled: row.map_or(default_enabled, |row| row.enabled),
            default_enabled,
            changed_by: row.and_then(|row| row.changed_by.clone()),
            changed_at: row.map(|row| row.changed_at),
            can: FeatureFlagCan::of(grants),
        }
    }
}
