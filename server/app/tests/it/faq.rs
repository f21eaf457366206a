//! Questions and answers: kept by administrators, read by everybody.

use serde_json::{Value, json};
use server_core::settings::PUBLIC_FAQ;

use crate::feature_flags::switch;
use crate::isolation::document::Operation;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

const GROUPS: &str = "/api/faq-groups";
const QUESTIONS: &str = "/api/faq-questions";

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn group(admin: &Person, code: &str, position: i16) -> Value {
    let title = json!({ "pt": format!("Grupo {code}"), "en": format!("Group {code}") });
    let form = json!({ "code": code, "title_locale": title, "position": position });
    admin.post(GROUPS, form).await.data()
}

fn form(group: &Value, question: &Value, answer: &Value) -> Value {
    json!({
        "faq_group_id": group["id"], "position": 1, "question_locale": question, "answer_locale": answer,
    })
}

/// A published question.
async fn publish(admin: &Person, form: Value) -> Value {
    let made = admin.post(QUESTIONS, form).await.data();
    admin.post(&format!("{QUESTIONS}/{}/activate", text(&made["id"])), json!({})).await.data()
}

/// The questions of the page, as `group: question`.
async fn read(reader: &Person, query: &str) -> Vec<String> {
    let page = reader.get(&format!("/api/faq?{query}")).await.data();
    let groups = page["groups"].as_array().unwrap().iter();
    let lines = groups.flat_map(|group| {
        let questions = group["questions"].as_array().unwrap().iter();
        questions.map(|one| format!("{}: {}", text(&group["title"]), text(&one["question"])))
    });
    lines.collect()
}

/// A group of another company is no option.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    assert_eq!(reference, "faq_group_id", "{}", operation.id);
    let texts = json!({ "pt": "Onde?", "en": "Where?" });
    let theirs = json!({ "id": theirs });
    let answer = if operation.id == "faq_question_create" {
        stranger.post(QUESTIONS, form(&theirs, &texts, &texts)).await
    } else {
        let own = group(stranger, "OWN", 1).await;
        let made = stranger.post(QUESTIONS, form(&own, &texts, &texts)).await.data();
        let change = json!({ "version": made["version"], "faq_group_id": theirs["id"] });
        stranger.patch(&format!("{QUESTIONS}/{}", text(&made["id"])), change).await
    };
    assert_eq!((answer.status, answer.code_at(reference)), (422, "unknown_option".into()));
}

/// SHP-11: visitors read what is published while the company shows it to anybody.
#[tokio::test]
async fn visitors_read_published_questions_while_the_flag_is_on() {
    let app = TestApp::start().await;
    let (admin, client, visitor) =
        (app.admin(ATLANTICO).await, app.client(ATLANTICO).await, app.visitor(ATLANTICO));
    switch(&admin, PUBLIC_FAQ, true).await.data();
    let (late, early) = (group(&admin, "LATE", 2).await, group(&admin, "EARLY", 1).await);
    let texts = |word: &str| json!({ "pt": word, "en": word });
    publish(&admin, form(&late, &texts("Taxas?"), &texts("Sim"))).await;
    publish(&admin, form(&early, &texts("Prazo?"), &texts("Cinco dias"))).await;
    admin.post(QUESTIONS, form(&early, &texts("Rascunho?"), &texts("Não"))).await.data();
    let own = ["Grupo EARLY: Prazo?", "Grupo LATE: Taxas?"];
    let added = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| line.starts_with("Grupo ")).collect()
    };
    assert_eq!(added(read(&visitor, "language=pt-BR").await), own, "drafts are not shown");
    assert!(!read(&app.visitor(PACIFIC), "language=pt-BR").await.iter().any(|line| line.ends_with("Prazo?")));

    let off = format!("{GROUPS}/{}/deactivate", text(&late["id"]));
    admin.post(&off, json!({})).await.data();
    assert_eq!(added(read(&visitor, "language=pt-BR").await), own[..1]);

    switch(&admin, PUBLIC_FAQ, false).await.data();
    assert_eq!(visitor.get("/api/faq").await.status, 404);
    assert_eq!(
        added(read(&client, "language=pt-BR").await),
        own[..1],
        "users of the company still read them"
    );
}

/// SHP-11: a text that a language lacks is shown in English, and the answer says so.
#[tokio::test]
async fn a_missing_language_falls_back_to_english_and_says_so() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let place = group(&admin, "SHOWN", 1).await;
    let question = json!({ "pt": "Onde está?", "en": "Where is it?" });
    let answer = json!({ "pt": "Na **alfândega**", "en": "At **customs** <b>" });
    let made = publish(&admin, form(&place, &question, &answer)).await;
    let entry = async |language: &str| {
        let page = admin.get(&format!("/api/faq?language={language}")).await.data();
        let groups = page["groups"].as_array().unwrap().clone();
        let mut all = groups.iter().flat_map(|group| group["questions"].as_array().unwrap());
        all.find(|one| one["id"] == made["id"]).unwrap().clone()
    };
    let spanish = entry("es").await;
    assert_eq!((&spanish["language"], &spanish["question"]), (&json!("en"), &json!("Where is it?")));
    assert_eq!(spanish["answer_html"], "<p>At <strong>customs</strong> &lt;b&gt;</p>\n");
    assert_eq!(entry("pt-BR").await["language"], "pt-BR");
}

/// SHP-11: the search knows no accents, and looks in questions and answers.
#[tokio::test]
async fn questions_are_found_without_accents() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let place = group(&admin, "SOUGHT", 1).await;
    let question = json!({ "pt": "Há prazo na alfândega?", "en": "Is there a deadline?" });
    let answer = json!({ "pt": "Não, zumbimento", "en": "No" });
    publish(&admin, form(&place, &question, &answer)).await;
    for words in ["ALFANDEGA", "alf%C3%A2ndega%20prazo", "zumbi", "deadline"] {
        let found = read(&admin, &format!("language=pt-BR&search={words}")).await;
        assert!(found.contains(&"Grupo SOUGHT: Há prazo na alfândega?".to_owned()), "{words}: {found:?}");
    }
    assert_eq!(read(&admin, "search=zumbi%20nothing").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_language_has_a_question_and_its_answer_or_neither() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let place = group(&admin, "PAIRS", 1).await;
    let half = form(&place, &json!({ "pt": " ", "en": "Where?" }), &json!({ "pt": "Aqui", "es": "Aquí" }));
    let wrong = admin.post(QUESTIONS, half).await;
    let missing = ["question_locale.pt", "answer_locale.en", "question_locale.es"];
    assert_eq!(missing.map(|field| wrong.code_at(field)), ["required"; 3]);
    let nowhere = form(&json!({ "id": uuid::Uuid::now_v7() }), &json!({ "pt": "A?" }), &json!({ "pt": "B" }));
    assert_eq!(admin.post(QUESTIONS, nowhere).await.code_at("faq_group_id"), "unknown_option");
}

#[tokio::test]
async fn a_question_is_a_draft_until_it_is_published_and_comes_back_as_one() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = group(&admin, "STATES", 1).await;
    let made =
        admin.post(QUESTIONS, form(&place, &json!({ "pt": "A?" }), &json!({ "pt": "B" }))).await.data();
    let can =
        |one: &Value| (one["active"] == true, one["can"]["activate"] == true, one["can"]["restore"] == true);
    assert_eq!(can(&made), (false, true, false));
    let at = format!("{QUESTIONS}/{}", text(&made["id"]));
    let shown = admin.post(&format!("{at}/activate"), json!({})).await.data();
    assert_eq!(can(&shown), (true, false, false));
    let change = json!({ "version": shown["version"], "position": 9 });
    assert_eq!(admin.patch(&at, change.clone()).await.data()["position"], 9);
    assert_eq!(admin.patch(&at, change).await.message_code(), "stale_version");
    assert_eq!(admin.delete(&at).await.data(), json!({ "restorable": true }));
    assert_eq!(can(&admin.get(&at).await.data()), (false, false, true));
    let back = admin.post(&format!("{at}/restore"), json!({})).await.data();
    assert_eq!(can(&back), (false, true, false), "nobody reads it before somebody publishes it again");

    let listed = admin.get(&format!("{QUESTIONS}?faq_group_id={}", text(&place["id"]))).await.data();
    assert_eq!(listed[0]["group_title_locale"]["pt"], "Grupo STATES");
    assert_eq!(admin.delete(&format!("{GROUPS}/{}", text(&place["id"]))).await.data()["restorable"], true);
    for answer in [client.get(QUESTIONS).await, client.get(GROUPS).await, client.get(&at).await] {
        assert_eq!(answer.status, 403);
    }
}
