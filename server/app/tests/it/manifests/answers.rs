//! Receivers answer house by house, by hand and by file.

use serde_json::json;

use super::{act, address, houses, ready, sent, show, text, versions};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_sent_manifest_is_accepted_when_each_house_is() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (ready(&staff, json!({})).await, ready(&staff, json!({})).await);
    let manifest = sent(&app, &staff, &[&one, &two]).await;
    assert_eq!((&manifest["status"], &manifest["is_known"]), (&json!(30), &json!(true)));
    let version = versions(&staff, &manifest).await[0].clone();
    assert_eq!(version["message_id"], format!("{}-1", text(&manifest["number"])));
    assert_eq!(version["gateway"], "download");

    let reject = json!({ "houses": [{ "house": one["tracking_code"], "answer": "rejected" }] });
    let silent = act(&staff, &manifest, "record_answer", reject).await;
    assert_eq!((silent.status, silent.code_at("houses.0.reason")), (422, "required".into()));
    let unknown = json!({ "houses": [{ "house": "NOBODY", "answer": "accepted" }] });
    let unknown = act(&staff, &manifest, "record_answer", unknown).await;
    assert_eq!((unknown.status, unknown.code_at("houses")), (422, "manifest_house_unknown".into()));

    let reject = json!({
        "houses": [{ "house": one["tracking_code"], "answer": "rejected", "reason": "no document" }],
    });
    let waiting = act(&staff, &manifest, "record_answer", reject).await.data();
    assert_eq!((&waiting["status"], &waiting["rejected_count"]), (&json!(30), &json!(1)), "one is missing");
    let answered = act(
        &staff,
        &manifest,
        "record_answer",
        json!({
            "others": "accepted", "houses": [{ "house": one["tracking_code"], "answer": "rejected", "reason": "no document" }],
        }),
    );
    let answered = answered.await.data();
    assert_eq!((&answered["status"], &answered["accepted_count"]), (&json!(45), &json!(1)));
    let rejected = houses(&staff, &manifest, "answer=rejected").await;
    assert_eq!(
        (&rejected[0]["house"], &rejected[0]["answer_reason"]),
        (&one["tracking_code"], &json!("no document"))
    );
    let accepted = act(&staff, &manifest, "record_answer", json!({ "others": "accepted" })).await.data();
    assert_eq!((&accepted["status"], &accepted["rejected_count"]), (&json!(40), &json!(0)));
}

#[tokio::test]
async fn a_file_of_answers_is_read_and_one_that_says_nothing_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (ready(&staff, json!({})).await, ready(&staff, json!({})).await);
    let manifest = sent(&app, &staff, &[&one, &two]).await;
    let path = format!("{}/record_answer_file", address(&manifest));
    let version = manifest["version"].to_string();
    let upload = |text: String| {
        let (staff, path, version) = (&staff, &path, &version);
        async move {
            let file = ("file", "answers.csv", text.as_bytes());
            staff.upload(path, file, &[("version", version.as_str())]).await
        }
    };
    let refused = upload("house,state\nX,ok\n".into()).await;
    assert_eq!((refused.status, refused.code_at("file")), (422, "manifest_answer_unreadable".into()));
    let silent = upload("house,answer,reason\n".into()).await;
    assert_eq!((silent.status, silent.code_at("file")), (422, "manifest_answer_empty".into()));
    let kept = staff.get("/api/cargo-messages").await.data();
    assert_eq!(kept.as_array().unwrap().len(), 2, "what cannot be read is kept: {kept}");
    let raw = staff.get(&format!("/api/cargo-messages/{}/file", text(&kept[0]["id"]))).await;
    assert_eq!(
        (raw.text().as_str(), &kept[0]["file_name"]),
        ("house,answer,reason\n", &json!("answers.csv"))
    );
    let (first, second) = (text(&one["tracking_code"]), text(&two["tracking_code"]));
    let short = upload(format!("house,answer,reason\n{first},accepted,\n{second},rejected, \n")).await;
    assert_eq!(short.code_at("file"), "manifest_answer_no_reason");
    assert_eq!(show(&staff, &manifest).await["status"], 30);
    let both =
        format!("house,answer,reason\n{first},accepted,\n\n{second},accepted,\n{first},rejected,CPF\n");
    let both = upload(both).await;
    assert_eq!(both.code_at("file"), "manifest_answer_twice");
    assert_eq!(both.json()["errors"]["file"][0]["params"], json!({ "house": first, "rows": "2, 5" }));
    let named = json!([
        { "house": first, "answer": "accepted" },
        { "house": first.to_lowercase(), "answer": "rejected", "reason": "CPF" },
    ]);
    let by_hand = act(&staff, &manifest, "record_answer", json!({ "houses": named })).await;
    assert_eq!((by_hand.status, by_hand.code_at("houses")), (422, "manifest_answer_twice".into()));
    assert_eq!(show(&staff, &manifest).await["status"], 30);
    let table =
        format!("house;answer;reason\n{first};accepted;\n{second};rejected;HS code\n{first};accepted;\n");
    let answered = upload(table.clone()).await.data();
    assert_eq!(
        (&answered["status"], &answered["accepted_count"], &answered["rejected_count"]),
        (&json!(45), &json!(1), &json!(1))
    );
    let file = format!("{}/versions/1/houses/2/answer_file", address(&manifest));
    let stored = staff.get(&file).await;
    assert_eq!((stored.status, stored.text()), (200, table), "as it came");
    assert_eq!(stored.header("content-type"), Some("text/csv"));
    let line = houses(&staff, &manifest, "").await[1].clone();
    let answer = json!({ "houses": [{ "house": line["house"], "answer": "accepted" }] });
    act(&staff, &manifest, "record_answer", answer).await.data();
    let shown = houses(&staff, &manifest, "").await;
    let have: Vec<_> = shown.as_array().unwrap().iter().map(|one| &one["has_answer_file"]).collect();
    assert_eq!(have, [true, false], "the second one was answered by hand since");
    assert_eq!(staff.get(&file).await.status, 404);
}
