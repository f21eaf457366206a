//! Name, document, telephones, picture and preferences.

use std::io::Cursor;

use serde_json::{Value, json};

use super::{audited, id_of, patch, run};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

pub fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::from_pixel(40, 30, image::Rgb([0, 90, 160]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

pub async fn send_picture(person: &Person, name: &str, content: &[u8]) -> Answer {
    let path = format!("/api/account/{}", id_of(person).await);
    person.upload(&path, ("picture", name, content), &[("_method", "patch")]).await
}

fn files(app: &TestApp) -> usize {
    let uploads = app.files.path().join("files").join(app.tenant(ATLANTICO).id.to_string()).join("uploads");
    std::fs::read_dir(uploads).map_or(0, Iterator::count)
}

#[tokio::test]
async fn a_change_is_stored_shown_and_audited() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let account = staff.get("/api/account").await.data();
    assert_eq!((&account["name"], &account["client"]), (&json!("Sofia Reis"), &Value::Null));
    let changes = [
        ("name", " Sofia R. Reis "),
        ("company_position", "Operations"),
        ("document", "529.982.247-25"),
        ("birthday", "1990-05-01"),
        ("phone_whatsapp", "(81) 98765-4321"),
        ("prefered_weight_unit", "20"),
        ("label_format", "zpl_203"),
        ("preferred_timezone_id", "America/Recife"),
    ];
    let account = patch(&staff, &changes).await.data();
    assert_eq!(account["document"], "52998224725");
    assert_eq!(account["phone_whatsapp"], "+5581987654321");
    assert_eq!(account["version"], 2);

    let profile = staff.get("/api/profile").await.data();
    assert_eq!(
        (&profile["name"], &profile["company_position"], &profile["weight_unit"], &profile["time_zone"]),
        (&json!("Sofia R. Reis"), &json!("Operations"), &json!(20), &json!("America/Recife"))
    );
    let entries = audited(&app, "account.update").await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["name"], json!(["Sofia Reis", "Sofia R. Reis"]));
    assert_eq!(entries[0]["prefered_weight_unit"], json!([10, 20]));
    assert_eq!(
        (&profile["label_format"], &entries[0]["label_format"]),
        (&json!("zpl_203"), &json!(["pdf", "zpl_203"]))
    );
    assert_eq!(entries[0].get("language_id"), None);
}

#[tokio::test]
async fn users_see_their_companys_name_and_client_users_its_place() {
    let app = TestApp::start().await;
    let moved = "
        update clients
        set country_id = 32, postcode = '50030-230', address_1 = 'Rua da Aurora', address_number = '12',
            address_2 = 'Boa Vista', city = 'Recife',
            state_id = (select id from ref.states where country_id = 32 and code = 'PE')
        where code = 'C001'";
    run(&app, moved).await;
    let account = app.client(ATLANTICO).await.get("/api/account").await.data();
    let client = &account["client"];
    for (field, value) in [
        ("postcode", "50030-230"),
        ("address_1", "Rua da Aurora"),
        ("address_number", "12"),
        ("address_2", "Boa Vista"),
        ("city", "Recife"),
        ("state", "Pernambuco"),
    ] {
        assert_eq!(client[field], value, "{field}");
    }
    assert_eq!((&client["country_id"], &account["company_name"]), (&json!(32), &client["name"]));
    let staff = app.staff(ATLANTICO).await.get("/api/account").await.data();
    assert_eq!(staff["company_name"], "Atlântico Courier");
}

#[tokio::test]
async fn a_time_zone_has_a_readable_name() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for (id, description) in [
        ("America/Sao_Paulo", "(UTC-03:00) America/Sao_Paulo"),
        ("UTC", "(UTC+00:00) UTC"),
        ("Etc/GMT+4", "Etc/GMT+4"),
    ] {
        let account = patch(&staff, &[("preferred_timezone_id", id)]).await.data();
        assert_eq!(account["preferred_timezone"], json!({ "id": id, "description": description }));
        assert_eq!(account["preferred_timezone_id"], id);
    }
}

#[tokio::test]
async fn an_omitted_field_is_unchanged_and_an_empty_one_is_cleared() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    patch(&staff, &[("company_position", "Operations"), ("phone_work", "+5581987654321")]).await.data();
    let account = patch(&staff, &[("phone_work", "")]).await.data();
    assert_eq!((&account["company_position"], &account["phone_work"]), (&json!("Operations"), &Value::Null));
}

/// ACC-2: telephones of all four types, each on its own.
#[tokio::test]
async fn an_account_has_a_telephone_of_each_type() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let types = ["phone_house", "phone_work", "phone_fax", "phone_whatsapp"];
    let numbers = ["+558133334401", "+558133334402", "+558133334403", "+5581987654321"];
    let all: Vec<_> = types.into_iter().zip(numbers).collect();
    patch(&staff, &all).await.data();
    patch(&staff, &[("phone_house", "")]).await.data();
    let account = staff.get("/api/account").await.data();
    let kept = types.map(|name| account[name].as_str());
    assert_eq!(kept, [None, Some(numbers[1]), Some(numbers[2]), Some(numbers[3])]);
}

#[tokio::test]
async fn all_invalid_fields_are_reported_at_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let wrong = [
        ("name", " "),
        ("document", "529.982.247-26"),
        ("birthday", "2020-01-01"),
        ("phone_work", "12"),
        ("preferred_timezone_id", "Mars/Olympus"),
    ];
    let answer = patch(&staff, &wrong[1..]).await;
    assert_eq!(answer.status, 422);
    for (field, code) in [
        ("document", "invalid_cpf"),
        ("birthday", "too_young"),
        ("phone_work", "invalid_phone"),
        ("preferred_timezone_id", "unknown_option"),
    ] {
        assert_eq!(answer.code_at(field), code, "{field}");
    }
    assert_eq!(patch(&staff, &wrong[..1]).await.code_at("name"), "required");
    assert_eq!(patch(&staff, &[("language_id", "fr")]).await.code_at("language_id"), "unknown_option");
    assert!(audited(&app, "account.update").await.is_empty());
}

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let before = client.get("/api/profile").await.data();
    let sent = [
        ("user_type", "10"),
        ("client_id", "00000000-0000-7000-8000-000000000000"),
        ("email", "admin2@atlantico.test"),
        ("active", "false"),
        ("picture_key", "uploads/x"),
        ("id", "00000000-0000-7000-8000-000000000000"),
    ];
    assert_eq!(patch(&client, &sent).await.status, 200);
    assert_eq!(client.get("/api/profile").await.data(), before);
}

#[tokio::test]
async fn stale_version_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    patch(&staff, &[("name", "Sofia"), ("version", "1")]).await.data();
    let answer = patch(&staff, &[("name", "Sofia Reis"), ("version", "1")]).await;
    assert_eq!((answer.status, answer.message_code()), (409, "stale_version".into()));
}

#[tokio::test]
async fn only_a_natural_person_changes_its_document_and_birthday() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let identity = [("document", "529.982.247-25"), ("birthday", "1990-05-01")];
    let account = patch(&client, &identity).await.data();
    assert_eq!((&account["document"], &account["can"]["update_identity"]), (&Value::Null, &json!(false)));
    assert_eq!(account["client"]["name"], "Horizonte Comércio");

    run(&app, "update clients set person_type = 1 where code = 'C001'").await;
    let account = patch(&client, &identity).await.data();
    assert_eq!((&account["document"], &account["client"]), (&json!("52998224725"), &Value::Null));
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let stored: (Option<String>, Option<String>) = sqlx::query_as(
        "select c.document, u.document from users u join clients c on c.id = u.client_id
         where u.email = 'client@atlantico.test'",
    )
    .fetch_one(&mut *tx)
    .await
    .unwrap();
    assert_eq!(stored, (Some("52998224725".into()), None));
}

#[tokio::test]
async fn a_picture_is_converted_private_and_deleted_completely() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let account = send_picture(&staff, "holiday.exe", &png()).await.data();
    let (large, small) = (
        account["picture_url"].as_str().unwrap().to_owned(),
        staff.get("/api/profile").await.data()["picture_url"].as_str().unwrap().to_owned(),
    );
    for (url, side) in [(&large, 320), (&small, 96)] {
        let answer = staff.get(url).await;
        assert_eq!(answer.header("content-type"), Some("image/jpeg"));
        assert!(answer.header("cache-control").unwrap().starts_with("private"));
        let picture = image::load_from_memory(&answer.body).unwrap();
        assert_eq!((picture.width(), picture.height()), (side, side));
    }
    for stranger in [app.admin(ATLANTICO).await, app.admin(PACIFIC).await] {
        assert_eq!(stranger.get(&large).await.status, 404);
        let own = large.replace(&id_of(&staff).await, &id_of(&stranger).await);
        assert_eq!(stranger.get(&own).await.status, 404);
    }
    assert_eq!(app.visitor(ATLANTICO).get(&large).await.status, 401);

    send_picture(&staff, "another.png", &png()).await.data();
    assert_eq!(staff.get(&large).await.status, 404);
    assert_eq!(files(&app), 2, "the first picture is gone");
    let account = patch(&staff, &[("remove_picture", "true")]).await.data();
    assert_eq!((&account["picture_url"], files(&app)), (&Value::Null, 0));
    assert!(audited(&app, "account.update").await.iter().all(|changes| changes["picture"].is_array()));
}

#[tokio::test]
async fn a_file_that_is_not_a_picture_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let svg = send_picture(&staff, "a.png", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>").await;
    assert_eq!((svg.status, svg.code_at("picture")), (422, "not_a_picture".into()));
    let large = send_picture(&staff, "a.png", &vec![0; 10 * 1024 * 1024 + 1]).await;
    assert_eq!(large.code_at("picture"), "file_too_large");
    assert_eq!(files(&app), 0);
}

#[tokio::test]
async fn another_users_account_is_404() {
    let app = TestApp::start().await;
    let other = id_of(&app.staff(ATLANTICO).await).await;
    for person in [app.admin(ATLANTICO).await, app.client(ATLANTICO).await, app.admin(PACIFIC).await] {
        let path = format!("/api/account/{other}");
        let answer = person.submit(&path, &[("_method", "patch"), ("name", "Somebody")]).await;
        assert_eq!(answer.status, 404);
    }
    assert_eq!(app.staff(ATLANTICO).await.get("/api/profile").await.data()["name"], "Sofia Reis");
}
