//! Tickets with their answers, and messages of the messenger.

use std::sync::Arc;

use serde_json::json;
use tokio::time::sleep;
use uuid::Uuid;

use super::PAUSE;
use crate::soak::caller::Call;
use crate::soak::ground::Ground;
use crate::soak::journal::ClaimKind;

const TICKETS: &str = "tickets";
const CHAT: &str = "chat";

/// A client opens a ticket, and staff answer it.
pub async fn ask(ground: Arc<Ground>) -> anyhow::Result<()> {
    while !ground.is_over() {
        let (id, question, answer) = (Uuid::now_v7(), ground.mark("question"), ground.mark("answer"));
        let form = json!({ "key": id, "support_subject_id": ground.subject_id, "body": question });
        if ground.client.insist(Call::post(TICKETS, "/api/support-tickets", &form)).await?.is_ok() {
            ground.journal.claim(ClaimKind::Ticket, question);
            let path = format!("/api/backoffice/support-tickets/{id}/reply");
            let form = json!({ "key": Uuid::now_v7(), "body": answer });
            if ground.staff.insist(Call::post(TICKETS, &path, &form)).await?.is_ok() {
                ground.journal.claim(ClaimKind::Ticket, answer);
            }
        }
        sleep(PAUSE * 4).await;
    }
    Ok(())
}

pub async fn chat(ground: Arc<Ground>) -> anyhow::Result<()> {
    let path = format!("/api/rooms/{}/messages", ground.room_id);
    while !ground.is_over() {
        let mark = ground.mark("message");
        let form = json!({ "key": Uuid::now_v7(), "body": mark });
        if ground.client.insist(Call::post(CHAT, &path, &form)).await?.is_ok() {
            ground.journal.claim(ClaimKind::Chat, mark);
        }
        sleep(PAUSE).await;
    }
    Ok(())
}
