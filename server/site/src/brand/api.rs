//! Upload and removal of logo, dark logo and favicon.

use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;

use super::drawing::{self, BrandPicture};
use super::mail_logo::{self, MailLogo};
use super::store;
use access::ctx::Ctx;
use server_core::audit;
use server_core::files::picture;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::sent::SentFile;
use server_core::settings;
use server_core::settings::Settings;
use server_core::tags::Tag;

/// A picture of the company.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum BrandAssetName {
    Logo,
    LogoDark,
    Favicon,
}

impl BrandAssetName {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Logo => "logo",
            Self::LogoDark => "logo_dark",
            Self::Favicon => "favicon",
        }
    }
}

/// The company's own pictures; a null one is replaced by the logo.
#[derive(Object)]
pub struct TenantBrand {
    /// For light backgrounds; null when there is none.
    pub logo: Option<String>,
    /// For dark backgrounds; null when the logo is used.
    pub logo_dark: Option<String>,
    /// Square; null when the logo is used.
    pub favicon: Option<String>,
}

impl TenantBrand {
    pub fn of(settings: &Settings) -> Self {
        let own = |name| settings.brand_assets.contains_key(name).then(|| settings.brand_url(name));
        Self { logo: own("logo"), logo_dark: own("logo_dark"), favicon: own("favicon") }
    }
}

/// A new picture, or its removal.
#[derive(Object)]
pub struct TenantBrandUpdate {
    asset: BrandAssetName,
    /// PNG, JPEG or WebP, up to 10 MB, or an SVG with only shapes, up to 256 kB. A raster picture becomes a PNG of at
    /// most 640 × 192 pixels, a favicon one of 192 × 192.
    picture: Option<FilePart>,
    /// True removes the dark logo or the favicon; the logo is used instead.
    #[oai(default)]
    remove: bool,
}

pub struct BrandApi;

#[OpenApi(prefix_path = "/tenant_settings", tag = "Tag::Company")]
impl BrandApi {
    /// Update a logo or the favicon
    ///
    /// Open pages show the change within seconds.
    #[oai(path = "/brand", method = "patch", operation_id = "tenant_setting_brand")]
    async fn tenant_setting_brand(
        &self,
        ctx: Ctx,
        form: FormPatch<TenantBrandUpdate>,
    ) -> ApiResult<Json<Item<TenantBrand>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let asked = form.fields.onto(&json!({}))?;
        // The image is processed without a database connection.
        let drawn = read_picture(&ctx, &asked, form.file).await?;

        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let before = settings::load(&mut tx).await?;
        let name = asked.asset.as_str();
        let changed = match &drawn {
            Some(drawn) => store::save(&mut tx, name, &drawn.content_type, &drawn.body).await?,
            None => store::delete(&mut tx, name).await?,
        };
        if asked.asset == BrandAssetName::Logo {
            // Uploaded drawings have no texts, so that the picture is whole.
            let mail_body = drawn.and_then(|drawn| drawn.mail_body);
            let mail_logo = mail_body.map(|body| MailLogo { is_whole: true, body });
            mail_logo::save(&mut tx, mail_logo.as_ref()).await?;
        }
        let after = settings::load(&mut tx).await?;
        if changed {
            let changes = json!({ name: [before.brand_assets.get(name), after.brand_assets.get(name)] });
            audit::record(&mut tx, &ctx, "tenant_setting.update", None, changes).await?;
            settings::announce(&mut tx).await?;
        }
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Item { data: TenantBrand::of(&after) }))
    }
}

/// The new picture; none when the current one is removed.
async fn read_picture(
    ctx: &Ctx,
    asked: &TenantBrandUpdate,
    file: Option<SentFile>,
) -> ApiResult<Option<BrandPicture>> {
    let asset = asked.asset;
    let Some(file) = file else {
        return match asked.remove {
            true if asset != BrandAssetName::Logo => Ok(None),
            _ => Err(ApiError::invalid_field("picture", MessageCode::Required)),
        };
    };
    let drawn =
        picture::draw_upload_by(drawing::task(asset), file, ctx.wait_for_read_permit().await?).await?;
    drawn.map(Some).map_err(|wrong| {
        let mut errors = FieldErrors::default();
        picture::refuse(wrong, &mut errors);
        ApiError::invalid(errors)
    })
}
