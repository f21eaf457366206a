//! Announcements of features, sent when their transaction commits.

use policy::Resource;
use serde::{Deserialize, Serialize};
use tenancy::{Announcement, Readers, TenantTx};
use uuid::Uuid;

use super::event::{Audience, CONTROL, LiveEvent, RecordsChanged, RightsChanged, SettingsChanged};
use crate::http::error::ApiResult;

/// Records that one event names. More are announced without their ids.
pub const MAX_IDS: usize = 100;

/// More parties than this are not named: everybody hears of the records, and of none in particular.
const MAX_PARTIES: usize = 50;

/// Announces an event. Receivers get it after the commit, and never after a rollback.
pub fn announce(tx: &mut TenantTx, audience: &Audience, event: &LiveEvent) {
    tx.announce(event.announcement(audience));
}

/// Announces that records of a resource were created, changed or deleted.
pub fn records_changed(tx: &mut TenantTx, audience: &Audience, resource: &str, ids: &[Uuid]) {
    let ids = if ids.len() > MAX_IDS { Vec::new() } else { ids.to_vec() };
    let event = RecordsChanged { resource: resource.to_owned(), ids };
    announce(tx, audience, &LiveEvent::Records(event));
}

/// Announces records to the staff and to their clients and partners. `parties` selects those of the ids, `$1`: at most 51.
pub async fn parties_changed(
    tx: &mut TenantTx,
    parties: &'static str,
    resource: Resource,
    ids: &[Uuid],
) -> ApiResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let audience = find_audience(tx, parties, ids).await?;
    let named: &[Uuid] = if matches!(audience, Audience::Everybody) { &[] } else { ids };
    records_changed(tx, &audience, resource.name(), named);
    Ok(())
}

/// The staff, and the clients and partners of records; everybody when there are many, who then hear of no record in particular.
/// `parties` selects those of the ids, `$1`: at most 51.
pub async fn find_audience(tx: &mut TenantTx, parties: &'static str, ids: &[Uuid]) -> ApiResult<Audience> {
    let parties: Vec<Uuid> = sqlx::query_scalar(parties).bind(ids).fetch_all(&mut **tx).await?;
    Ok(if parties.len() > MAX_PARTIES { Audience::Everybody } else { Audience::Parties(parties) })
}

/// Announces a change to nobody, because the readers hear of it together with later ones. What is remembered until the next
/// event ends here.
pub fn records_change_unheard(tx: &mut TenantTx, resource: &str) {
    records_changed(tx, &Audience::Users(Vec::new()), resource, &[]);
}

/// Announces that settings of the company were changed.
pub fn settings_changed(tx: &mut TenantTx) {
    announce(tx, &Audience::Everybody, &LiveEvent::Settings(SettingsChanged { group: None }));
}

/// Announces that permissions were changed: those of one user, or those of a profile. Open connections read their rights
/// again.
pub fn rights_changed(tx: &mut TenantTx, user_id: Option<Uuid>) {
    let audience = user_id.map_or(Audience::Everybody, |id| Audience::Users(vec![id]));
    announce(tx, &audience, &LiveEvent::Rights(RightsChanged { user_id }));
    control(tx, &user_id.map_or(Control::Everybody {}, |id| Control::Users { ids: vec![id] }));
}

/// Announces that sessions were deleted: their connections end.
pub fn sessions_ended(tx: &mut TenantTx, ids: Vec<Uuid>) {
    if !ids.is_empty() {
        control(tx, &Control::Sessions { ids });
    }
}

/// Announces that a user was deactivated, has a new epoch or works for somebody else: the user's connections are checked.
pub fn user_changed(tx: &mut TenantTx, id: Uuid) {
    control(tx, &Control::Users { ids: vec![id] });
}

/// An event for the server itself; pages never get it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Control {
    /// These sessions ended.
    Sessions { ids: Vec<Uuid> },
    /// The connections of these users must be checked.
    Users { ids: Vec<Uuid> },
    /// All connections must be checked.
    Everybody {},
}

const NAME: &str = "control";

fn control(tx: &mut TenantTx, event: &Control) {
    let body = serde_json::to_value(event).unwrap_or_default();
    tx.announce(Announcement { kind: NAME, readers: Readers::Audience(CONTROL.to_owned()), body });
}
