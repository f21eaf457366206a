//! Items that the lines of a list name: each once, and all of one owner.

use std::collections::{HashMap, HashSet};

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

pub const LOCK: &str =
    "select id, client_id, active from stock_items where id = any($1) order by id for share";

/// An item that a line names.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct WantedItem {
    pub id: Uuid,
    pub client_id: Option<Uuid>,
    pub active: bool,
}

/// The items of these ids, locked so that they are not deactivated meanwhile.
pub async fn lock(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<WantedItem>> {
    Ok(sqlx::query_as(LOCK).bind(ids).fetch_all(&mut **tx).await?)
}

/// Reports at its line what is unknown, of another owner, or named twice.
pub fn check(ids: &[Uuid], client_id: Option<Uuid>, items: &[WantedItem], errors: &mut FieldErrors) {
    let known: HashMap<Uuid, &WantedItem> = items.iter().map(|item| (item.id, item)).collect();
    let mut seen = HashSet::new();
    for (index, id) in ids.iter().enumerate() {
        let field = format!("lines.{index}.item_id");
        match known.get(id) {
            Some(item) if item.active => {
                if item.client_id != client_id {
                    errors.push(field, MessageCode::StockOtherOwner);
                } else if !seen.insert(*id) {
                    errors.push(field, MessageCode::PickItemTwice);
                }
            }
            _ => errors.push(field, MessageCode::UnknownOption),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_once_on_the_list_and_of_its_owner() {
        let [own, other, closed, unknown] = [1, 2, 3, 4].map(Uuid::from_u128);
        let items = [
            WantedItem { id: own, client_id: None, active: true },
            WantedItem { id: other, client_id: Some(Uuid::nil()), active: true },
            WantedItem { id: closed, client_id: None, active: false },
        ];
        let mut errors = FieldErrors::default();
        check(&[own, other, closed, unknown, own], None, &items, &mut errors);
        let found: Vec<(String, MessageCode)> =
            errors.into_problems().map(|(field, code, _)| (field, code)).collect();
        let expected = [
            ("lines.1.item_id", MessageCode::StockOtherOwner),
            ("lines.2.item_id", MessageCode::UnknownOption),
            ("lines.3.item_id", MessageCode::UnknownOption),
            ("lines.4.item_id", MessageCode::PickItemTwice),
        ];
        assert_eq!(found, expected.map(|(field, code)| (field.to_owned(), code)));
    }
}
