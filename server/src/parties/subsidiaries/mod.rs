//! Subsidiaries: the company's own branches. Who bears a profile that is bound to subsidiaries works on what is theirs.

mod api;
mod model;
mod store;

use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::SubsidiaryApi;
pub use model::SubsidiaryOption;

use crate::access::profiles;
use crate::audit;
use crate::http::ctx::{Ctx, RowScope};
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::MessageCode;
use crate::http::standing::{Standing, Word};

/// How a subsidiary stands towards an action, whoever asks.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let subsidiary = store::find(tx, id).await?;
    Ok(Standing::of_company(Word::of_switch(subsidiary.active, action)))
}

/// The subsidiary that a record is of, when `asked` was said. Where it stood it may stay, even at a closed one; a
/// client's or a partner's user leaves it there, and who is bound to a single one need not name it.
pub async fn chosen(
    tx: &mut TenantTx,
    scope: &RowScope,
    asked: Option<Uuid>,
    stood: Option<Uuid>,
) -> ApiResult<Result<Option<Uuid>, MessageCode>> {
    let chosen = match model::within(scope, asked, stood) {
        Ok(chosen) => chosen,
        Err(code) => return Ok(Err(code)),
    };
    let is_new = chosen != stood;
    match chosen {
        Some(id) if is_new && !store::is_active(tx, id).await? => Ok(Err(MessageCode::UnknownOption)),
        _ => Ok(Ok(chosen)),
    }
}

/// Gives a user exactly these subsidiaries and writes the audit's line. 422 at `subsidiary_ids` when one does not
/// exist, or is closed and not yet the user's.
pub async fn set_for_user(tx: &mut TenantTx, ctx: &Ctx, user_id: Uuid, ids: &[Uuid]) -> ApiResult<()> {
    let before = store::of_user(tx, user_id).await?;
    let mut chosen = store::named(tx, ids).await?;
    chosen.retain(|one| one.active || before.iter().any(|it| it.id == one.id));
    let mut asked = ids.to_vec();
    asked.sort_unstable();
    asked.dedup();
    if chosen.len() != asked.len() {
        return Err(ApiError::invalid_field("subsidiary_ids", MessageCode::UnknownOption));
    }
    let titles = |list: &[SubsidiaryOption]| list.iter().map(|one| one.label.clone()).collect::<Vec<_>>();
    let (before, after) = (titles(&before), titles(&chosen));
    if before != after {
        store::replace(tx, user_id, &asked).await?;
        profiles::changed(tx).await?;
        let changes = json!({ "subsidiaries": [before, after] });
        audit::record(tx, ctx, "user.assign_subsidiaries", Some(user_id), changes).await?;
    }
    Ok(())
}
