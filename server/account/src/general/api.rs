//! `/account`: the account of the current user.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Account, AccountCan, AccountClient, AccountUpdate, FormContext, PreferredTimeZone};
use super::picture_url;
use access::ctx::Ctx;
use access::sessions;
use access::users::own_user::{self, AccountRow, OwnUserForm, PictureKeys};
use parties::clients::{self, Client};
use server_core::audit;
use server_core::files::picture::{self, Picture};
use server_core::files::{FileKey, FileKind, document};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::file_answer::{FileAnswer, Jpeg};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::{Language, MessageCode};
use server_core::settings::Settings;
use server_core::tags::Tag;
use site::lookups;
use trade::party::{DocumentType, PersonType};
use trade::units::{SizeUnit, WeightUnit};

pub struct GeneralApi;

#[OpenApi(tag = "Tag::MyAccount")]
impl GeneralApi {
    /// Show the account
    #[oai(path = "/account", method = "get", operation_id = "account_show")]
    async fn account_show(&self, ctx: Ctx) -> ApiResult<Json<Item<Account>>> {
        ctx.require(Resource::Account, Action::Show)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let whole =
            UserWithClient::of(own_user::find(&mut tx, ctx.user.id, ctx.now()).await?, &ctx, &mut tx).await?;
        tx.commit().await?;
        Ok(Json(Item { data: whole.view(&ctx, &settings) }))
    }

    /// Update the account
    ///
    /// For a user of a client, document and birthday belong to the client. They are unchanged when the client is a
    /// company.
    #[oai(path = "/account/:id", method = "patch", operation_id = "account_update")]
    async fn account_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<AccountUpdate>,
    ) -> ApiResult<Json<Item<Account>>> {
        require_own(&ctx, *id, Action::Update)?;
        let settings = ctx.settings();
        // The image is processed without a database connection.
        let drawn = match form.file {
            Some(file) => Some(picture::draw_upload(file, ctx.wait_for_read_permit().await?).await?),
            None => None,
        };
        let mut tx = ctx.begin().await?;
        let before =
            UserWithClient::of(own_user::lock(&mut tx, *id, ctx.now()).await?, &ctx, &mut tx).await?;
        let asked = form.fields.onto(&before.form())?;
        if asked.version.is_some_and(|version| version != before.row.version) {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let mut errors = FieldErrors::default();
        let asked = before.check_update(asked, &settings, ctx.now(), &mut errors);
        let picture = match drawn {
            Some(Err(wrong)) => {
                picture::refuse(wrong, &mut errors);
                None
            }
            Some(Ok(picture)) => Some(picture),
            None => None,
        };
        errors.into_result()?;
        let account = save(&ctx, tx, before, &asked, picture, &settings).await?;
        sessions::forget(&ctx.visit).await;
        Ok(Json(Item { data: account }))
    }

    /// Get a picture of the signed-in user
    ///
    /// The URL changes with every new picture.
    #[oai(path = "/account/:id/picture/:file", method = "get", operation_id = "account_picture")]
    async fn account_picture(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        file: Path<String>,
    ) -> ApiResult<Response<FileAnswer<Jpeg>>> {
        require_own(&ctx, *id, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let row = own_user::find(&mut tx, *id, ctx.now()).await?;
        tx.commit().await?;
        let known = [row.picture_key, row.thumbnail_key];
        let asked = known.iter().flatten().find(|key| is_named(key, &file));
        serve_picture(&ctx, asked.ok_or_else(ApiError::not_found)?, &file).await
    }
}

/// Whether a key of a picture ends with this name.
fn is_named(key: &str, file: &str) -> bool {
    key.rsplit('/').next() == Some(file)
}

/// The picture with this key, if the URL has its name.
pub async fn serve_picture(ctx: &Ctx, key: &str, file: &str) -> ApiResult<Response<FileAnswer<Jpeg>>> {
    if !is_named(key, file) {
        return Err(ApiError::not_found());
    }
    let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
    let response = document::to_response(files, tenant, key, "image/jpeg").await?;
    Ok(response.header("cache-control", "private, max-age=31536000, immutable"))
}

/// Returns 404 for another user's id, so that the existence of users is not revealed.
fn require_own(ctx: &Ctx, id: Uuid, action: Action) -> ApiResult<()> {
    ctx.require(Resource::Account, action)?;
    if id == ctx.user.id { Ok(()) } else { Err(ApiError::not_found()) }
}

/// Saves the account. Deletes the new files if the transaction fails, and the replaced files after it commits.
async fn save(
    ctx: &Ctx,
    mut tx: TenantTx,
    before: UserWithClient,
    asked: &AccountUpdate,
    picture: Option<Picture>,
    settings: &Settings,
) -> ApiResult<Account> {
    let old = before.picture();
    let new = match picture {
        Some(picture) => keep(ctx, picture).await?,
        None if asked.remove_picture => PictureKeys::default(),
        None => old.clone(),
    };
    let account = async {
        before.write(&mut tx, ctx, asked, &new).await?;
        let after =
            UserWithClient::of(own_user::find(&mut tx, ctx.user.id, ctx.now()).await?, ctx, &mut tx).await?;
        tx.commit().await?;
        Ok(after.view(ctx, settings))
    };
    let account = account.await;
    if old != new {
        let left = if account.is_ok() { old } else { new };
        forget(ctx, left).await;
    }
    account
}

async fn keep(ctx: &Ctx, picture: Picture) -> ApiResult<PictureKeys> {
    let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
    let put = |bytes| files.put(tenant, FileKind::Upload, bytes);
    let large = put(picture.large).await?;
    let thumbnail = put(picture.thumbnail).await?;
    Ok(PictureKeys { large: Some(large.name().to_owned()), thumbnail: Some(thumbnail.name().to_owned()) })
}

async fn forget(ctx: &Ctx, picture: PictureKeys) {
    let names = [picture.large, picture.thumbnail].into_iter().flatten();
    for key in names.filter_map(|name| FileKey::of(&ctx.tenant().id, &name)) {
        if let Err(error) = ctx.state().files.delete(&key).await {
            tracing::warn!(%error, key = key.name(), "a picture without a user was left behind");
        }
    }
}

/// A user and the client the user belongs to.
struct UserWithClient {
    row: AccountRow,
    client: Option<Client>,
    company_name: Option<String>,
    time_zone: PreferredTimeZone,
}

impl UserWithClient {
    async fn of(row: AccountRow, ctx: &Ctx, tx: &mut TenantTx) -> ApiResult<Self> {
        let client = match row.client_id {
            Some(id) => clients::find(tx, id).await?,
            None => None,
        };
        let company_name = own_user::face(tx, ctx.user.id).await?.company_name;
        let zone = lookups::time_zone(tx, &row.time_zone).await?;
        // A name that is not on the list is shown unchanged.
        let description = zone.map_or_else(|| row.time_zone.clone(), |zone| zone.description);
        let time_zone = PreferredTimeZone { id: row.time_zone.clone(), description };
        Ok(Self { row, client, company_name, time_zone })
    }

    fn company(&self) -> Option<&Client> {
        self.client.as_ref().filter(|client| client.person_type == PersonType::Company.code())
    }

    fn picture(&self) -> PictureKeys {
        PictureKeys { large: self.row.picture_key.clone(), thumbnail: self.row.thumbnail_key.clone() }
    }

    /// The fields of the form. Document and birthday of a company are empty.
    fn form(&self) -> AccountUpdate {
        let row = &self.row;
        let (document_type, document, birthday) = match (&self.client, self.company()) {
            (_, Some(_)) => (None, None, None),
            (Some(client), None) => (client.document_type, client.document.clone(), client.birthday),
            (None, None) => (Some(row.document_type), row.document.clone(), row.birthday),
        };
        AccountUpdate {
            name: row.name.clone(),
            company_position: row.company_position.clone(),
            document_type: document_type.and_then(DocumentType::from_code).unwrap_or(DocumentType::TaxId),
            document,
            birthday,
            phone_house: row.phone_house.clone(),
            phone_work: row.phone_work.clone(),
            phone_fax: row.phone_fax.clone(),
            phone_whatsapp: row.phone_whatsapp.clone(),
            language: Language::nearest(&row.language).unwrap_or_default(),
            time_zone: row.time_zone.clone(),
            weight_unit: WeightUnit::from_code(row.weight_unit).unwrap_or(WeightUnit::Kilograms),
            size_unit: SizeUnit::from_code(row.size_unit).unwrap_or(SizeUnit::Centimetres),
            label_format: row.label_format,
            version: None,
            picture: None,
            remove_picture: false,
        }
    }

    fn country_id(&self, settings: &Settings) -> Option<i16> {
        match &self.client {
            Some(client) => client.country_id,
            None => Some(settings.country_id),
        }
    }

    fn check_update(
        &self,
        asked: AccountUpdate,
        settings: &Settings,
        now: DateTime<Utc>,
        errors: &mut FieldErrors,
    ) -> AccountUpdate {
        let country_id = self.country_id(settings);
        let of = FormContext {
            country_id,
            phone_country_id: country_id.unwrap_or(settings.country_id),
            today: settings.today(now),
            languages: &settings.languages,
            identity_is_open: self.company().is_none(),
        };
        asked.check(&of, errors)
    }

    async fn write(
        &self,
        tx: &mut TenantTx,
        ctx: &Ctx,
        asked: &AccountUpdate,
        picture: &PictureKeys,
    ) -> ApiResult<()> {
        own_user::update(tx, ctx.user.id, &own_form(asked), picture, ctx.now()).await?;
        match (&self.client, self.company()) {
            (_, Some(_)) => {}
            (Some(client), None) => {
                let document = asked.document.as_deref();
                clients::set_identity(tx, client.id, asked.document_type, document, asked.birthday).await?;
            }
            (None, None) => {
                let document = asked.document.as_deref();
                own_user::set_identity(tx, ctx.user.id, asked.document_type, document, asked.birthday)
                    .await?;
            }
        }
        let mut before = self.form();
        before.version = asked.version;
        let mut asked = asked.clone();
        if self.company().is_some() {
            (asked.document_type, asked.document, asked.birthday) = (before.document_type, None, None);
        }
        let mut changes = audit::difference(&before, &asked);
        if self.picture() != *picture {
            changes["picture"] = json!([self.row.picture_key, picture.large]);
        }
        audit::record(tx, ctx, "account.update", Some(ctx.user.id), changes).await
    }

    fn view(&self, ctx: &Ctx, settings: &Settings) -> Account {
        let (row, form) = (&self.row, self.form());
        let update = ctx.grants.allow(Resource::Account, Action::Update);
        Account {
            id: ctx.user.id,
            email: row.email.clone(),
            pending_email: row.pending_email.clone(),
            has_password: row.has_password,
            company_name: self.company_name.clone().unwrap_or_else(|| settings.name.clone()),
            name: form.name,
            company_position: form.company_position,
            document_type: form.document_type,
            document: form.document,
            birthday: form.birthday,
            phone_house: form.phone_house,
            phone_work: form.phone_work,
            phone_fax: form.phone_fax,
            phone_whatsapp: form.phone_whatsapp,
            language: form.language,
            time_zone_id: form.time_zone,
            time_zone: self.time_zone.clone(),
            weight_unit: form.weight_unit,
            size_unit: form.size_unit,
            label_format: form.label_format,
            picture_url: row.picture_key.as_deref().map(|key| picture_url(ctx.user.id, key)),
            country_id: self.country_id(settings),
            currency: settings.currency.clone(),
            client: self.company().map(AccountClient::of),
            version: row.version,
            can: AccountCan { update, update_identity: update && self.company().is_none() },
        }
    }
}

fn own_form(form: &AccountUpdate) -> OwnUserForm<'_> {
    OwnUserForm {
        name: &form.name,
        company_position: form.company_position.as_deref(),
        phone_house: form.phone_house.as_deref(),
        phone_work: form.phone_work.as_deref(),
        phone_fax: form.phone_fax.as_deref(),
        phone_whatsapp: form.phone_whatsapp.as_deref(),
        language: form.language,
        time_zone: &form.time_zone,
        weight_unit: form.weight_unit,
        size_unit: form.size_unit,
        label_format: form.label_format,
    }
}

impl AccountClient {
    fn of(client: &Client) -> Self {
        Self {
            code: client.code.clone(),
            name: client.name.clone(),
            trading_name: client.trading_name.clone(),
            document: client.document.clone(),
            ie: client.ie.clone(),
            responsible: client.responsible.clone(),
            email: client.email.clone(),
            phone: client.phone.clone(),
            country_id: client.country_id,
            postcode: client.postcode.clone(),
            address_1: client.address_1.clone(),
            address_2: client.address_2.clone(),
            address_number: client.address_number.clone(),
            address_complement: client.address_complement.clone(),
            state_id: client.state_id,
            state: client.state.clone(),
            city: client.city.clone(),
        }
    }
}
