//! Words between the company and its clients: tickets, answers to questions, shared files, reviews and chats.

use serde_json::json;

use super::{NAME, Neighbour, text};
use crate::support::{ATLANTICO, TestApp};

impl Neighbour {
    pub(super) async fn add_conversations(&mut self, app: &TestApp) {
        self.add_ticket(app).await;
        self.add_question(app).await;
        self.add_upload().await;
        self.add_review(app).await;
        self.add_room(app).await;
    }

    /// A ticket with a file and a recipient, its subject and its department; a reply template, and a file of a draft.
    async fn add_ticket(&mut self, app: &TestApp) {
        let admin = app.admin(ATLANTICO).await;
        let title = json!({ "en": NAME, "pt": NAME });
        let form = json!({ "code": "ZELDA", "title_locale": title, "members": [self.user_id] });
        let department = text(&admin.post("/api/backoffice/support-departments", form).await.data()["id"]);
        let form = json!({ "code": "ZELDA", "title_locale": title, "departments": [department] });
        let subject = text(&admin.post("/api/backoffice/support-subjects", form).await.data()["id"]);
        let form = json!({ "key": uuid::Uuid::now_v7(), "support_subject_id": subject, "body": NAME });
        let ticket = text(&self.staff.post("/api/support-tickets", form).await.data()["id"]);
        let form = json!({ "code": "ZELDA", "title_locale": title, "body_locale": title });
        let template = text(&admin.post("/api/backoffice/support-templates", form).await.data()["id"]);
        self.subject_id.clone_from(&subject);
        self.department_id.clone_from(&department);
        for room in ["support_tickets", "support-tickets"] {
            self.records.insert(room, vec![ticket.clone()]);
        }
        self.add_ticket_files(&ticket).await;
        let backoffice = self.records.entry("backoffice").or_default();
        backoffice.extend([ticket, subject, department, template]);
    }

    /// A question with its answer, in a group of the plain records.
    async fn add_question(&mut self, app: &TestApp) {
        let texts = json!({ "pt": NAME, "en": NAME });
        let form = json!({
            "faq_group_id": self.records["faq-groups"][0], "position": 1, "question_locale": texts,
            "answer_locale": texts,
        });
        let made = app.admin(ATLANTICO).await.post("/api/faq-questions", form).await.data();
        self.records.insert("faq-questions", vec![text(&made["id"])]);
    }

    /// A file for the client alone.
    async fn add_upload(&mut self) {
        let mut form = crate::uploads::form(NAME, b"for one client");
        form["audience"] = "client".into();
        form["client_id"] = self.client_id.as_str().into();
        let id = text(&crate::uploads::send(&self.staff, form, b"for one client").await["id"]);
        self.links.push(format!("/api/uploads/{id}/file"));
        self.records.insert("uploads", vec![id]);
    }

    /// The words of the client about its shipment.
    async fn add_review(&mut self, app: &TestApp) {
        let id = crate::reviews::insert(app, &self.shipment_id, NAME).await;
        self.records.insert("reviews", vec![id]);
    }

    /// A file that was sent, and one of a draft.
    async fn add_ticket_files(&mut self, ticket: &str) {
        let path = format!("/api/support_tickets/{ticket}/files");
        let file = ("file", "a.pdf", &b"%PDF-1.7"[..]);
        let mut ids = Vec::new();
        for _ in 0..2 {
            ids.push(text(&self.staff.upload(&path, file, &[("file_name", NAME)]).await.data()["id"]));
        }
        let reply = json!({ "key": uuid::Uuid::now_v7(), "body": NAME, "seen": 1, "files": [ids[0]] });
        self.staff.post(&format!("/api/backoffice/support-tickets/{ticket}/reply"), reply).await.data();
        self.links.extend(ids.iter().map(|id| format!("{path}/{id}")));
        self.records.insert("support-ticket-files", vec![ids.remove(1)]);
    }

    /// A direct chat of staff, with a message and a file.
    async fn add_room(&mut self, app: &TestApp) {
        let admin = text(&app.admin(ATLANTICO).await.get("/api/profile").await.data()["id"]);
        let form = json!({ "key": uuid::Uuid::now_v7(), "member_ids": [admin] });
        let room = text(&self.staff.post("/api/rooms", form).await.data()["id"]);
        let file = ("file", "a.pdf", &b"%PDF-1.7"[..]);
        let path = format!("/api/rooms/{room}");
        let file = self.staff.upload(&format!("{path}/files"), file, &[("file_name", NAME)]).await.data();
        let file = text(&file["id"]);
        let form = json!({ "key": uuid::Uuid::now_v7(), "body": NAME, "file_ids": [file] });
        self.staff.post(&format!("{path}/messages"), form).await.data();
        self.links.push(format!("{path}/files/{file}"));
        self.records.insert("rooms", vec![room]);
        self.records.insert("room_files", vec![file]);
    }
}
