//! `/cargo-messages/sources`: where messages of carriers are fetched, and how that goes.

use chrono::{DateTime, Utc};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};

use super::state::LeftMessageFile;
use super::store::{self, ListedSource};
use crate::gateways::ManifestGatewayKind;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::outgoing::HostFailure;
use server_core::tags::Tag;

pub struct MessageSourceApi;

/// A place from which messages of carriers are fetched.
#[derive(Object, Clone, Debug)]
pub struct CargoMessageSource {
    pub name: String,
    pub label: String,
    pub kind: ManifestGatewayKind,
    /// New messages that came from it.
    pub fetched_count: i64,
    /// Files that stay there, at most 20, each with its reason.
    pub left_files: Vec<LeftMessageFile>,
    /// The list of its files is too long: those that are not listed follow once others are gone.
    pub list_cut: bool,
    /// Failures since the last success.
    pub failure_count: i32,
    pub last_success_at: Option<DateTime<Utc>>,
    pub last_failure_at: Option<DateTime<Utc>>,
    pub last_failure: Option<HostFailure>,
    /// Status of its last failure; null if it did not answer.
    pub last_status: Option<i16>,
    /// Null before the first fetch.
    pub next_fetch_at: Option<DateTime<Utc>>,
}

#[OpenApi(prefix_path = "/cargo-messages", tag = "Tag::Consolidation")]
impl MessageSourceApi {
    /// List the sources of messages
    ///
    /// Where messages of carriers are fetched, in the order of the company's folder. Each is asked again after ten minutes, more
    /// seldom while nothing comes or it does not answer. Sources are of no branch: users of branches see none.
    #[oai(path = "/sources", method = "get", operation_id = "cargo_message_sources")]
    async fn cargo_message_sources(&self, ctx: Ctx) -> ApiResult<Json<Items<CargoMessageSource>>> {
        let scope = ctx.scope(Resource::CargoMessage, Action::List)?;
        if !scope.has_branch(None) {
            return Ok(Json(Items { data: Vec::new() }));
        }
        let mut tx = ctx.begin().await?;
        let sources = store::list(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data: sources.into_iter().map(ListedSource::view).collect() }))
    }
}

impl ListedSource {
    fn view(self) -> CargoMessageSource {
        let state = self.fetch_state.0;
        CargoMessageSource {
            name: self.name,
            label: self.label,
            kind: self.kind,
            fetched_count: state.fetched_count,
            left_files: state.left,
            list_cut: state.is_list_cut,
            failure_count: state.health.failure_count,
            last_success_at: state.health.last_success_at,
            last_failure_at: state.health.last_failure_at,
            last_failure: state.health.last_failure,
            last_status: state.health.last_status,
            next_fetch_at: self.next_fetch_at,
        }
    }
}
