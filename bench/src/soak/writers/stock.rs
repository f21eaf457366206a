//! Goods: received in one place, and moved to another.

use std::sync::Arc;

use serde_json::json;
use tokio::time::sleep;
use uuid::Uuid;

use super::PAUSE;
use crate::soak::caller::Call;
use crate::soak::ground::{Ground, text};
use crate::soak::journal::ClaimKind;

const STOCK: &str = "stock";
const RECEIVED: i64 = 10;
const MOVED: i64 = 3;

pub async fn keep_moving(ground: Arc<Ground>) -> anyhow::Result<()> {
    let [first, second] = &ground.places;
    while !ground.is_over() {
        let key = Uuid::now_v7();
        let form = json!({ "key": key, "item_id": ground.item_id, "place_id": first, "quantity": RECEIVED });
        let received = ground.admin.insist(Call::post(STOCK, "/api/stocks/receive", &form)).await?;
        if let Ok(received) = received {
            ground.journal.claim(ClaimKind::Movement, key.to_string());
            ground.journal.add_units(first, RECEIVED);
            let path = format!("/api/stocks/{}/move", text(&received["data"]["stock"]["id"])?);
            let key = Uuid::now_v7();
            let form = json!({ "key": key, "to_place_id": second, "quantity": MOVED });
            if ground.admin.insist(Call::post(STOCK, &path, &form)).await?.is_ok() {
                ground.journal.claim(ClaimKind::Movement, key.to_string());
                ground.journal.add_units(first, -MOVED);
                ground.journal.add_units(second, MOVED);
            }
        }
        sleep(PAUSE * 2).await;
    }
    Ok(())
}
