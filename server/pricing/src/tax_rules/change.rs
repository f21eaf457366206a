//! Changes of rules: a company's change to a shipped rule is stored as its own.

use chrono::NaiveDate;
use poem::http::StatusCode;
use tenancy::TenantTx;

use super::model::{OwnRule, StoredRule, TaxRuleFollowed};
use super::store::{self, OWN};
use crate::taxes::RuleTerms;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// Stores what a locked rule says now.
pub async fn save(tx: &mut TenantTx, ctx: &Ctx, before: StoredRule, terms: RuleTerms) -> ApiResult<()> {
    let StoredRule { id, own_id, stands_for, terms: old, .. } = before;
    if terms == old {
        return Ok(());
    }
    let Some(own_id) = own_id else {
        let own = OwnRule { stands_for: Some(id), terms };
        return OWN.create(tx, ctx, &own).await.map(|_| ()).map_err(stale);
    };
    let stored = |terms| OwnRule { stands_for: stands_for.clone(), terms };
    OWN.update(tx, ctx, own_id, &stored(old), &stored(terms)).await?;
    Ok(())
}

/// Ends a rule on the day before the one that follows it, unless it ends earlier.
pub async fn end_before(
    tx: &mut TenantTx,
    ctx: &Ctx,
    followed: &TaxRuleFollowed,
    next: &RuleTerms,
) -> ApiResult<()> {
    let before = store::lock(tx, &followed.id).await?;
    if before.version != followed.version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    let other = [
        ("country", before.terms.country != next.country),
        ("tax", before.terms.tax != next.tax),
        ("valid_from", next.valid_from <= before.terms.valid_from),
    ];
    if let Some((field, _)) = other.into_iter().find(|(_, differs)| *differs) {
        return Err(ApiError::invalid_field(field, MessageCode::Invalid));
    }
    let last: Option<NaiveDate> = next.valid_from.pred_opt();
    if before.terms.valid_to.is_some() && before.terms.valid_to <= last {
        return Ok(());
    }
    let terms = RuleTerms { valid_to: last, ..before.terms.clone() };
    save(tx, ctx, before, terms).await
}

/// The only value that can be taken is the shipped rule's id: somebody changed it at the same time.
fn stale(error: ApiError) -> ApiError {
    if error.status() == StatusCode::UNPROCESSABLE_ENTITY {
        return ApiError::refused(MessageCode::StaleVersion);
    }
    error
}
