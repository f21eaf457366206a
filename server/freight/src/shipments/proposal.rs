//! Values that the form of a new shipment proposes: the client's own record, and the last used options.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::fields::{ContentsType, Direction, DocumentType, NonDelivery, PersonType};
use crate::address_book::Party;
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::clients::{self, Client};
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::Tag;

/// Shipments that are looked at for the last used options, newest first.
const RECENT: i64 = 200;

/// Values for a new shipment.
#[derive(Object, Default)]
pub struct ShipmentProposal {
    /// The client as sender; null without a client.
    pub sender: Option<Party>,
    /// Options of the user's last shipment for this client, else of the client's last one; null if there is none.
    pub last: Option<LastOptions>,
}

/// Options of an earlier shipment.
#[derive(Object, sqlx::FromRow)]
pub struct LastOptions {
    /// Null if the service is no longer offered, or not by this user.
    pub service_id: Option<Uuid>,
    pub direction: Direction,
    pub contents_type: Option<ContentsType>,
    pub incoterm: Option<String>,
    pub non_delivery: NonDelivery,
    pub currency: Option<String>,
}

pub struct ShipmentProposalApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentProposalApi {
    /// Propose values for a new shipment
    #[oai(path = "/proposal", method = "get", operation_id = "shipment_proposal")]
    async fn shipment_proposal(
        &self,
        ctx: Ctx,
        /// Client of the new shipment. Ignored for users of a client or a partner.
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Item<ShipmentProposal>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Create)?;
        let may_choose = ctx.grants.allow(Resource::Client, Action::Select);
        let client_id = scope.client_of(client_id.0.filter(|_| may_choose), None);
        let mut tx = ctx.begin().await?;
        let sender = load_sender(&mut tx, client_id).await?;
        let seller = SellingUser { user_id: ctx.user.id, service_profiles: ctx.service_profiles() };
        let last = last_query(&scope, client_id, seller).build_query_as().fetch_optional(&mut *tx).await?;
        tx.commit().await?;
        Ok(Json(Item { data: ShipmentProposal { sender, last } }))
    }
}

/// The client as the sender of its shipments; none without one.
pub async fn load_sender(tx: &mut TenantTx, client_id: Option<Uuid>) -> sqlx::Result<Option<Party>> {
    match client_id {
        Some(id) => Ok(clients::find(tx, id).await?.map(party)),
        None => Ok(None),
    }
}

/// Who asks for a proposal, and the profiles whose services they may sell (`Ctx::service_profiles`).
#[derive(Clone)]
pub struct SellingUser {
    pub user_id: Uuid,
    pub service_profiles: Option<Vec<Uuid>>,
}

/// The options of the user's newest shipment for the client, else of the client's newest one.
pub fn last_query(scope: &RowScope, client_id: Option<Uuid>, seller: SellingUser) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "select v.id as service_id, direction, contents_type, incoterm, non_delivery, trim(currency) as currency
         from (select id as shipment_id, created_at as at, created_by, service_id, direction, contents_type, incoterm,
                      non_delivery, currency
               from shipments where true",
    );
    scope.push(&mut query, "");
    match (scope, client_id) {
        (RowScope::Client(_) | RowScope::Partner(_), _) => {}
        (_, Some(id)) => drop(query.push(" and client_id = ").push_bind(id)),
        (_, None) => drop(query.push(" and client_id is null")),
    }
    query.push(" order by created_at desc, id desc limit ").push_bind(RECENT);
    query.push(
        ") recent left join services v on v.id = recent.service_id and v.active
             and (v.profile_ids = '{}' or coalesce(v.profile_ids && ",
    );
    query.push_bind(seller.service_profiles).push(
        "::uuid[], true))
         where coalesce(recent.service_id::text, contents_type, incoterm) is not null
         order by created_by is not distinct from ",
    );
    query.push_bind(seller.user_id).push(" desc, at desc, shipment_id desc limit 1");
    query
}

fn party(client: Client) -> Party {
    Party {
        person_type: PersonType::from_code(client.person_type).unwrap_or(PersonType::Company),
        name: Some(client.name),
        trading_name: client.trading_name,
        responsible: client.responsible,
        document_type: client.document_type.and_then(DocumentType::from_code),
        document: client.document,
        ie: client.ie,
        email: client.email,
        phone: client.phone,
        country_id: client.country_id,
        postcode: client.postcode,
        address_1: client.address_1,
        address_2: client.address_2,
        address_number: client.address_number,
        address_complement: client.address_complement,
        state_id: client.state_id,
        city: client.city,
    }
}
