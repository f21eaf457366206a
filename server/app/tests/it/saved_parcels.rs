//! Parcels that clients save to use them again.

use serde_json::{Value, json};

use crate::client_merge::{clients, merge};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

const PATH: &str = "/api/saved-parcels";

fn form(name: &str) -> Value {
    json!({ "name": name, "length_mm": 304.84, "width_mm": 200, "height_mm": 100, "weight_g": 1200 })
}

fn form_for(client: &Value, name: &str) -> Value {
    let mut form = form(name);
    form["client_id"] = client["id"].clone();
    form
}

async fn names(person: &Person, query: &str) -> Vec<String> {
    let data = person.get(&format!("{PATH}{query}")).await.data();
    data.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_client_saves_a_parcel_under_a_name_and_deletes_it() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let made = client.post(PATH, form(" Shoe box ")).await.data();
    let kept = ["name", "length_mm", "weight_g"].map(|field| made[field].clone());
    assert_eq!(kept, [json!("Shoe box"), json!(304.8), json!(1200)]);
    assert_eq!(made["can"], json!({ "delete": true }));
    client.post(PATH, form("Álbum")).await.data();
    assert_eq!(names(&client, "").await, ["Álbum", "Shoe box"], "by name");

    assert_eq!(client.post(PATH, form("SHOE BÓX")).await.code_at("name"), "taken");
    assert_eq!(client.post(PATH, json!({ "name": "Empty" })).await.code_at("length_mm"), "required");
    assert_eq!(other.post(PATH, form("Shoe box")).await.status, 200, "names are those of one client");

    let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
    assert_eq!(other.delete(&path).await.status, 404);
    assert_eq!(client.delete(&path).await.status, 200);
    assert_eq!(names(&client, "").await, ["Álbum"]);
    let noted = audited(&app, "saved_parcel.delete").await;
    assert!(noted.iter().any(|entry| entry.2["weight_g"] == json!([1200, null])), "{noted:?}");
}

#[tokio::test]
async fn staff_save_for_a_client_or_for_the_company() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let own = json!({ "id": client.get("/api/profile").await.data()["client_id"] });
    staff.post(PATH, form_for(&own, "Wine")).await.data();
    staff.post(PATH, form("Tube")).await.data();
    assert_eq!(names(&client, "").await, ["Wine"]);
    assert_eq!(names(&staff, "").await, ["Tube"]);
    let of_client = format!("?client_id={}", own["id"].as_str().unwrap());
    assert_eq!(names(&staff, &of_client).await, ["Wine"]);
    let nobody = json!({ "id": uuid::Uuid::now_v7() });
    assert_eq!(staff.post(PATH, form_for(&nobody, "Wine")).await.code_at("client_id"), "unknown_client");
}

#[tokio::test]
async fn a_client_saves_at_most_100_parcels() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    for number in 1..=99 {
        client.post(PATH, form(&format!("Box {number}"))).await.data();
    }
    // The last one is saved once by two at the same time.
    let (one, other) = tokio::join!(client.post(PATH, form("Left")), client.post(PATH, form("Right")));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let refused = client.post(PATH, form("One more")).await;
    assert_eq!((refused.status, &*refused.message_code()), (409, "too_many_saved_parcels"));
    assert_eq!(names(&client, "").await.len(), 100);
}

#[tokio::test]
async fn saved_parcels_of_a_duplicate_move_and_one_of_each_name_remains() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [stays, duplicate] = clients(&admin).await;
    let kept = admin.post(PATH, form_for(&stays, "Box")).await.data();
    let mut same = form_for(&duplicate, "BOX");
    same["weight_g"] = 900.into();
    admin.post(PATH, same).await.data();
    admin.post(PATH, form_for(&duplicate, "Tube")).await.data();
    let id = |record: &Value| record["id"].as_str().unwrap().to_owned();
    let preview = format!("/api/clients/{}/merge?duplicate_id={}", id(&stays), id(&duplicate));
    let preview = admin.get(&preview).await.data();
    assert_eq!(
        (&preview["moves"]["saved_parcels"], &preview["shared"]["saved_parcels"]),
        (&json!(2), &json!(1))
    );
    merge(&admin, &stays, &duplicate).await;
    let left = admin.get(&format!("{PATH}?client_id={}", id(&stays))).await.data();
    assert_eq!((&left[0]["id"], &left[1]["name"], &left[2]), (&kept["id"], &json!("Tube"), &Value::Null));
}
