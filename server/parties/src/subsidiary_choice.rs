//! The subsidiary of a record, as its form asks for it and the user may choose it.

use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;

/// The subsidiary of a record after an input of `requested`. The stored subsidiary (`stored`) can stay, even if
/// closed. A client's or a partner's user cannot change it; a user bound to a single one can omit it.
pub async fn choose(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    requested: Option<Uuid>,
    stored: Option<Uuid>,
) -> ApiResult<Result<Option<Uuid>, MessageCode>> {
    let chosen = match within(scope, requested, stored) {
        Ok(chosen) => chosen,
        Err(code) => return Ok(Err(code)),
    };
    let is_known = references::subsidiary_is_open(tx, ctx, chosen, stored).await?;
    Ok(if is_known { Ok(chosen) } else { Err(MessageCode::UnknownOption) })
}

/// The subsidiary that the scope allows.
fn within(
    scope: &RowScope,
    requested: Option<Uuid>,
    stored: Option<Uuid>,
) -> Result<Option<Uuid>, MessageCode> {
    match (scope, requested) {
        (RowScope::All, requested) => Ok(requested),
        (RowScope::Client(_) | RowScope::Partner(_), _) => Ok(stored),
        (RowScope::Subsidiaries(own), Some(requested)) if own.contains(&requested) => Ok(Some(requested)),
        (RowScope::Subsidiaries(_), Some(_)) => Err(MessageCode::UnknownOption),
        (RowScope::Subsidiaries(own), None) => match own.as_slice() {
            [only] => Ok(Some(*only)),
            _ => Err(MessageCode::Required),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIFE: Uuid = Uuid::from_u128(1);
    const SANTOS: Uuid = Uuid::from_u128(2);

    #[test]
    fn a_bound_user_creates_records_for_own_subsidiaries_only() {
        let bound = |own: &[Uuid]| RowScope::Subsidiaries(own.to_vec());
        assert_eq!(within(&bound(&[RECIFE]), Some(SANTOS), None), Err(MessageCode::UnknownOption));
        assert_eq!(within(&bound(&[RECIFE]), Some(RECIFE), None), Ok(Some(RECIFE)));
        assert_eq!(within(&bound(&[RECIFE]), None, None), Ok(Some(RECIFE)));
        assert_eq!(within(&bound(&[RECIFE, SANTOS]), None, None), Err(MessageCode::Required));
        assert_eq!(within(&bound(&[]), None, None), Err(MessageCode::Required));
        assert_eq!(within(&RowScope::All, None, Some(RECIFE)), Ok(None));
        assert_eq!(within(&RowScope::All, Some(SANTOS), None), Ok(Some(SANTOS)));
    }

    #[test]
    fn a_clients_user_cannot_change_the_subsidiary() {
        let client = RowScope::Client(Uuid::nil());
        assert_eq!(within(&client, Some(SANTOS), Some(RECIFE)), Ok(Some(RECIFE)));
        assert_eq!(within(&client, Some(SANTOS), None), Ok(None));
    }
}
