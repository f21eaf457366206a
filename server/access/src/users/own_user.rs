//! The data that users change themselves.

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::messages::Language;
use server_core::live;
use trade::party::DocumentType;
use trade::print_format::PrintFormat;
use trade::units::{SizeUnit, WeightUnit};

#[derive(sqlx::FromRow)]
pub struct AccountRow {
    pub name: String,
    pub email: String,
    pub pending_email: Option<String>,
    pub has_password: bool,
    pub client_id: Option<Uuid>,
    pub company_position: Option<String>,
    pub document_type: i16,
    pub document: Option<String>,
    pub birthday: Option<NaiveDate>,
    pub phone_house: Option<String>,
    pub phone_work: Option<String>,
    pub phone_fax: Option<String>,
    pub phone_whatsapp: Option<String>,
    pub language: String,
    pub time_zone: String,
    pub weight_unit: i16,
    pub size_unit: i16,
    pub label_format: PrintFormat,
    pub picture_key: Option<String>,
    pub thumbnail_key: Option<String>,
    pub version: i32,
}

pub const FIND: &str = "
    select u.name, u.email, e.email as pending_email, u.password_hash is not null as has_password, u.client_id,
           u.company_position, u.document_type, u.document, u.birthday, u.phone_house, u.phone_work, u.phone_fax,
           u.phone_whatsapp, u.language, u.time_zone, u.weight_unit, u.size_unit, u.label_format, u.picture_key,
           u.thumbnail_key, u.version
    from users u left join email_changes e on e.user_id = u.id and e.expires_at > $2
    where u.id = $1";

/// Locked before `FIND`, so that the account does not change before the commit.
pub const LOCK: &str = "select id from users where id = $1 for update";

/// Changes that refer to the user go on.
pub const TAKE_TURN: &str = "select id from users where id = $1 for no key update";

pub const UPDATE: &str = "
    update users
    set name = $2, company_position = $3, phone_house = $4, phone_work = $5, phone_fax = $6, phone_whatsapp = $7,
        language = $8, time_zone = $9, weight_unit = $10, size_unit = $11, picture_key = $12, thumbnail_key = $13,
        updated_at = $14, label_format = $15, version = version + 1
    where id = $1";

pub const SET_IDENTITY: &str = "
    update users set document_type = $2, document = $3, birthday = $4 where id = $1";

/// The new epoch ends sessions that are being opened with the old password.
pub const SET_PASSWORD: &str = "
    update users set password_hash = $2, epoch = epoch + 1, version = version + 1, updated_at = $3 where id = $1";

pub const SET_LANGUAGE: &str = "
    update users set language = $2, version = version + 1, updated_at = $3 where id = $1 and language <> $2";

pub const FACE: &str = "
    select coalesce(c.name, p.name) as company_name, u.company_position, u.thumbnail_key, u.label_format
    from users u left join clients c on c.id = u.client_id left join partners p on p.id = u.partner_id
    where u.id = $1";

/// The data the page frame shows or uses besides the name.
#[derive(sqlx::FromRow)]
pub struct Face {
    /// Name of the user's client or partner; none for the company's own users.
    pub company_name: Option<String>,
    pub company_position: Option<String>,
    pub thumbnail_key: Option<String>,
    pub label_format: PrintFormat,
}

/// Calls of one user that must not overlap take turns: each waits for the commit of the one before.
pub async fn take_turn(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<()> {
    sqlx::query(TAKE_TURN).bind(id).execute(&mut **tx).await?;
    Ok(())
}

pub async fn face(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Face> {
    sqlx::query_as(FACE).bind(id).fetch_one(&mut **tx).await
}

pub async fn find(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<AccountRow> {
    sqlx::query_as(FIND).bind(id).bind(now).fetch_one(&mut **tx).await
}

pub async fn lock(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<AccountRow> {
    lock_row(tx, id).await?;
    find(tx, id, now).await
}

/// Locks a user, also for changes of what belongs to the user.
pub async fn lock_row(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<()> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// What users change of their own data.
pub struct OwnUserForm<'a> {
    pub name: &'a str,
    pub company_position: Option<&'a str>,
    pub phone_house: Option<&'a str>,
    pub phone_work: Option<&'a str>,
    pub phone_fax: Option<&'a str>,
    pub phone_whatsapp: Option<&'a str>,
    pub language: Language,
    pub time_zone: &'a str,
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    pub label_format: PrintFormat,
}

/// The file names of a picture.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PictureKeys {
    pub large: Option<String>,
    pub thumbnail: Option<String>,
}

pub async fn update(
    tx: &mut TenantTx,
    id: Uuid,
    form: &OwnUserForm<'_>,
    picture: &PictureKeys,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(UPDATE)
        .bind(id)
        .bind(form.name)
        .bind(form.company_position)
        .bind(form.phone_house)
        .bind(form.phone_work)
        .bind(form.phone_fax)
        .bind(form.phone_whatsapp)
        .bind(form.language.as_str())
        .bind(form.time_zone)
        .bind(form.weight_unit)
        .bind(form.size_unit)
        .bind(&picture.large)
        .bind(&picture.thumbnail)
        .bind(now)
        .bind(form.label_format.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn set_identity(
    tx: &mut TenantTx,
    id: Uuid,
    document_type: DocumentType,
    document: Option<&str>,
    birthday: Option<NaiveDate>,
) -> sqlx::Result<()> {
    sqlx::query(SET_IDENTITY)
        .bind(id)
        .bind(document_type)
        .bind(document)
        .bind(birthday)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Stores the hash of a new password. The caller ends the other sessions.
pub async fn set_password(tx: &mut TenantTx, id: Uuid, hash: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(SET_PASSWORD).bind(id).bind(hash).bind(now).execute(&mut **tx).await?;
    live::user_changed(tx, id);
    Ok(())
}

/// True when the user had another language before.
pub async fn set_language(
    tx: &mut TenantTx,
    id: Uuid,
    language: Language,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let set = sqlx::query(SET_LANGUAGE).bind(id).bind(language.as_str()).bind(now).execute(&mut **tx).await?;
    Ok(set.rows_affected() > 0)
}
