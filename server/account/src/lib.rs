//! The signed-in user: the data for the page frame (PERM-3), and My account.

pub mod addresses;
mod allowed;
pub mod client_details;
pub mod devices;
pub mod erasure;
pub mod general;
pub mod notifications;
pub mod password;
mod processes;
pub mod saved_views;
mod stopped_mails;

use chrono::{DateTime, Utc};
use poem::{Route, get};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use allowed::{ProfileCan, ProfileMenu};

use access::ctx::Ctx;
use access::legal;
use access::profiles;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::http::messages::Language;
use server_core::http::spa;
use server_core::notify::stop_link;
use server_core::settings::LegalTextInForce;
use server_core::tags::Tag;
use trade::print_format::PrintFormat;
use trade::units::{SizeUnit, WeightUnit};
use trade::user_type::UserTypeCode;

/// The signed-in user.
#[derive(Object)]
pub struct Profile {
    pub id: Uuid,
    pub user_type: UserTypeCode,
    /// Names of the user's profiles.
    pub profiles: Vec<String>,
    pub name: String,
    pub email: String,
    pub picture_url: Option<String>,
    /// True while an administrator acts as this user.
    pub user_switch: bool,
    /// Name of that administrator; null when nobody acts as this user.
    pub switched_by: Option<String>,
    /// When acting as this user ends at the latest; null when nobody does.
    pub switched_until: Option<DateTime<Utc>>,
    /// Name of the client or company the user belongs to.
    pub company_name: String,
    pub company_position: Option<String>,
    /// The client of a client's user; null for others.
    pub client_id: Option<Uuid>,
    /// True when the user works for a client or a partner, not for the company.
    pub is_outside: bool,
    pub language: Language,
    /// IANA name of the time zone in which times are shown.
    pub time_zone: String,
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    /// How labels go to the user's printer, unless a station says otherwise.
    pub label_format: PrintFormat,
    /// Terms and privacy notice that the user must accept; the page asks for it before anything else.
    pub consents_due: Vec<LegalTextInForce>,
    pub menu: ProfileMenu,
    /// Permissions of the user, independent of a record.
    pub can: ProfileCan,
}

pub fn api() -> impl OpenApi {
    (
        AccountApi,
        saved_views::SavedViewApi,
        general::GeneralApi,
        password::PasswordApi,
        devices::DeviceApi,
        addresses::AddressApi,
        client_details::ClientDetailsApi,
        notifications::NotificationApi,
        stopped_mails::StoppedMailApi,
        processes::ProcessApi,
    )
}

/// Adds the address that mail programs call to end e-mails; people get the web's page there.
pub fn routes(site: Route) -> Route {
    let path = format!("{}/:token", stop_link::PATH);
    site.at(path, get(spa::web).post(stopped_mails::one_click))
}

pub struct AccountApi;

#[OpenApi(tag = "Tag::Account")]
impl AccountApi {
    /// Show the signed-in user
    ///
    /// Returns 401 when nobody is signed in.
    #[oai(path = "/profile", method = "get", operation_id = "profile_show")]
    async fn profile_show(&self, ctx: Ctx) -> ApiResult<Json<Item<Profile>>> {
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let face = general::face(&mut tx, ctx.user.id).await?;
        let consents_due = legal::list_due(&mut tx, &ctx, &settings.legal).await?;
        tx.commit().await?;
        let menu = ProfileMenu::of(&policy::menu(&ctx.grants, |flag| settings.flag(flag)));
        let profiles = profiles::names(&ctx.visit, &ctx.user).await?;
        Ok(Json(Item {
            data: Profile { profiles, consents_due, ..profile(&ctx, &settings.name, face, menu) },
        }))
    }
}

fn profile(ctx: &Ctx, tenant_name: &str, face: general::Face, menu: ProfileMenu) -> Profile {
    let user = &ctx.user;
    Profile {
        id: user.id,
        user_type: UserTypeCode::from_code(user.user_type.code()).unwrap_or(UserTypeCode::Client),
        profiles: Vec::new(),
        name: user.name.clone(),
        email: user.email.clone(),
        picture_url: face.thumbnail_key.map(|key| general::picture_url(user.id, &key)),
        user_switch: user.acting.is_some(),
        switched_by: user.acting.as_ref().map(|acting| acting.name.clone()),
        switched_until: user.acting.as_ref().map(|acting| acting.until),
        company_name: face.company_name.unwrap_or_else(|| tenant_name.to_owned()),
        company_position: face.company_position,
        client_id: user.client_id,
        consents_due: Vec::new(),
        is_outside: ctx.is_outside(),
        language: user.language(),
        time_zone: user.time_zone.clone(),
        weight_unit: WeightUnit::from_code(user.weight_unit).unwrap_or(WeightUnit::Kilograms),
        size_unit: SizeUnit::from_code(user.size_unit).unwrap_or(SizeUnit::Centimetres),
        label_format: face.label_format,
        menu,
        can: ProfileCan::of(&ctx.grants),
    }
}
