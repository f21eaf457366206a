//! Clients that may be the same: those with one document, e-mail address or telephone number.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::http::messages::{MessageCode, Params};
use server_core::tags::Tag;

/// A client with the same document, e-mail address or telephone number.
#[derive(Object, sqlx::FromRow)]
pub struct ClientDuplicate {
    pub id: Uuid,
    pub code: String,
    pub name: String,
    pub city: String,
    pub active: bool,
    pub same_document: bool,
    pub same_email: bool,
    pub same_phone: bool,
}

/// The best matches first; `$1` has the document as typed and without its mask.
pub const FIND: &str = "
    select id, code, name, city, active, coalesce(document = any($1), false) as same_document,
           coalesce(email = $2, false) as same_email, coalesce(phone = $3, false) as same_phone
    from clients
    where merged_into is null and excluded_at is null and id is distinct from $4 and (document = any($1) or email = $2 or phone = $3)
    order by 6 desc, 7 desc, 8 desc, code limit 10";
pub const WITH_DOCUMENT: &str = "
    select id, name from clients where document = $1 and id is distinct from $2 and merged_into is null
      and excluded_at is null
    order by active desc, code limit 1";

pub struct ClientDuplicateApi;

#[OpenApi(prefix_path = "/clients", tag = "Tag::Parties")]
impl ClientDuplicateApi {
    /// List possible duplicates of a client
    ///
    /// Clients with this document, main e-mail address or main telephone number, at most 10.
    #[oai(path = "/duplicates", method = "get", operation_id = "client_duplicates")]
    async fn client_duplicates(
        &self,
        ctx: Ctx,
        /// With or without punctuation.
        #[oai(validator(max_length = 40))]
        document: Query<Option<String>>,
        #[oai(validator(max_length = 254))] email: Query<Option<String>>,
        /// E.164.
        #[oai(validator(max_length = 40))]
        phone: Query<Option<String>>,
        /// The client to exclude from the result.
        except_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Items<ClientDuplicate>>> {
        ctx.require(Resource::Client, Action::List)?;
        let email = trim_text(email.0).map(|email| email.to_lowercase());
        let mut tx = ctx.begin().await?;
        let find =
            sqlx::query_as(FIND).bind(spellings(trim_text(document.0))).bind(email).bind(trim_text(phone.0));
        let data = find.bind(except_id.0).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}

fn trim_text(asked: Option<String>) -> Option<String> {
    asked.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A document as typed, and as a tax number is stored.
fn spellings(document: Option<String>) -> Vec<String> {
    let Some(typed) = document else { return Vec::new() };
    let unmasked: String =
        typed.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_uppercase()).collect();
    vec![typed, unmasked]
}

/// Returns 409 `document_of_client` at the document of a client that another one has. `own` is the client itself.
pub async fn refuse_document(tx: &mut TenantTx, document: &str, own: Option<Uuid>) -> ApiResult<()> {
    let find = sqlx::query_as(WITH_DOCUMENT).bind(document).bind(own);
    let found: Option<(Uuid, String)> = find.fetch_optional(&mut **tx).await?;
    let Some((id, name)) = found else { return Ok(()) };
    let params = Params::from([("id", id.to_string().into()), ("name", name.into())]);
    Err(ApiError::refused_field("document", MessageCode::DocumentOfClient, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_document_is_found_without_its_mask() {
        let typed = Some("12.abc.345/01de-35".to_owned());
        assert_eq!(spellings(typed), ["12.abc.345/01de-35", "12ABC34501DE35"]);
        assert_eq!(spellings(trim_text(Some("  ".into()))), Vec::<String>::new());
    }
}
