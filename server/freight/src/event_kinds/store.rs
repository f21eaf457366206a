//! Tracking events in the database.

use chrono::{DateTime, Utc};
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{TrackingEventKind, TrackingEventOption};
use crate::event_kinds;
use server_core::http::error::ApiResult;
use server_core::http::list::Words;
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::{RecordState, Verdict};
use server_core::record::{Table, Where};

/// All events of the company, to read: the catalogue of the system with the company's changes, and its own ones. `own` tells
/// them apart; `upu_code` (EMSEVT) and `fsu_code` (Cargo-IMP) are the names of an event in messages of others.
pub const KINDS: Table = Table {
    name: concat!(event_kinds!(), " kinds"),
    resource: "tracking_event",
    columns: "code, stage, status_effect, public, notify, short_description_locale, description_locale",
    read: &["own", "terminal", "upu_code", "fsu_code", "active", "excluded_at"],
    unique: &[],
    order: "number, code",
};
/// The rows of the company, to write: its own events, and its changes of events of the system.
pub const ROWS: Table = Table {
    name: "event_kinds",
    resource: "tracking_event",
    columns: KINDS.columns,
    read: &["active", "excluded_at"],
    unique: &[("event_kinds_code_key", "code")],
    order: "code",
};
pub const SEARCHED: &str = "concat_ws(' ', code, upu_code, fsu_code, short_description_locale ->> 'pt', \
                            short_description_locale ->> 'en', short_description_locale ->> 'es', \
                            short_description_locale ->> 'zh')";
const MAX_OPTIONS: i64 = 200;
pub const IS_SYSTEM: &str = "select exists (select from ref.tracking_events where code = $1)";
/// Begins the changes of an event of the system ($2 is its code) with its values.
pub const COPY: &str = "
    with kind as materialized (
        select code, stage, status_effect, public, notify, short_description_locale, description_locale
        from ref.tracking_events where code = $2
    )
    insert into event_kinds (id, code, own, stage, status_effect, public, notify, short_description_locale,
                             description_locale, created_at, updated_at)
    select $1, code, false, stage, status_effect, public, notify, short_description_locale, description_locale, $3, $3
    from kind
    on conflict (code) do nothing";
pub const LOCK: &str = "select from event_kinds where id = $1 for update";

/// Whether an event of the catalogue allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let kind: TrackingEventKind = KINDS.find(tx, id).await?;
    let is_switch = matches!(action, Action::Activate | Action::Deactivate | Action::Delete);
    let verdict = match kind.own {
        false if is_switch => Verdict::no(MessageCode::SystemEvent),
        _ => Verdict::of_record(kind.active, kind.excluded_at.is_some(), action),
    };
    Ok(RecordState::of_company(verdict))
}

/// The event, locked until the transaction ends. One of the system has a row only after its first change.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<TrackingEventKind> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    KINDS.find(tx, id).await
}

/// Makes sure that an event of the system has a row.
pub async fn copy(tx: &mut TenantTx, kind: &TrackingEventKind, now: DateTime<Utc>) -> sqlx::Result<()> {
    if !kind.own {
        sqlx::query(COPY).bind(kind.id).bind(&kind.input.code).bind(now).execute(&mut **tx).await?;
    }
    Ok(())
}

pub async fn is_system(tx: &mut TenantTx, code: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_SYSTEM).bind(code).fetch_one(&mut **tx).await
}

/// Active events to choose from, in the order of the catalogue; only public ones for clients and partners.
pub async fn select(
    tx: &mut TenantTx,
    language: Language,
    words: &Words,
    only_public: bool,
) -> sqlx::Result<Vec<TrackingEventOption>> {
    let label = format!("short_description_locale ->> '{}'", language.locale_key());
    let label = format!("code, stage, status_effect, {label}");
    let filter = Where::words(words, SEARCHED).and("active = ", Some(true));
    let filter = filter.and("public = ", only_public.then_some(true));
    KINDS.select(tx, &label, &filter, MAX_OPTIONS).await
}
