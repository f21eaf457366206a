//! Events of waybills: what airlines report, by messages or by telephone, and where the goods are after it.

pub mod apply;
pub mod code;
mod event_api;
pub mod event_store;
pub mod fetch_stage;
mod ffm_text;
pub mod fields;
mod flights;
pub mod fold;
pub mod following;
mod fsu_text;
mod message_api;
mod message_process;
pub mod message_store;
pub mod model;
pub mod moment;
mod plain_text;
pub mod progress;
pub mod reader;
pub mod report;
mod status_xml;

pub use event_api::CargoEventApi;
pub use message_api::{CargoMessageApi, keep as keep_message};
pub use message_process::{ReadCargoMessage, end_failed_reading, read_waiting, start_readings};
pub use message_store::{CARGO_MESSAGES, fail_all as end_all_readings};

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::fetch_stage::MessageFacts;
use self::message_store::MessageRow;
use server_core::http::error::ApiResult;
use server_core::http::record_state::RecordState;
use server_core::record::Where;

/// Whether the state of a message allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let row: MessageRow = CARGO_MESSAGES.find(tx, &Where::all(), id).await?;
    Ok(RecordState::of_company(row.stage.verdict(action, MessageFacts { is_deleted: row.is_deleted })))
}
