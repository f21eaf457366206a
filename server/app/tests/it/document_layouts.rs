//! Layouts of documents that a company replaces: checked, previewed, used, kept in versions, restored.

use serde_json::{Value, json};

use crate::labels::{code, id, printed_text};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::users::audited;

const PATH: &str = "/api/tenant_settings/document_layouts";
const VIEW: &str = "/api/tenant_settings/document_layouts/order_view";

async fn save(person: &Person, layout: Option<&str>, version: i64) -> Answer {
    person.post(VIEW, json!({ "layout": layout, "version": version })).await
}

async fn built_in(person: &Person) -> String {
    person.get(VIEW).await.data()["built_in"].as_str().unwrap().to_owned()
}

async fn print_document(person: &Person, shipment: &Value) -> String {
    let answer = person.get(&format!("/api/shipments/{}/documents/order_view", id(shipment))).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    printed_text(&answer.body)
}

#[tokio::test]
async fn a_company_replaces_a_layout_and_goes_back() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let shipment = staff.post("/api/shipments", complete(&staff).await).await.data();
    let listed = admin.get(PATH).await.data();
    assert!(
        listed.as_array().unwrap().iter().all(|one| one["is_own"] == false && one["version"] == 0),
        "{listed}"
    );
    for form in ["cn22", "cn23", "commercial_invoice", "order_view"] {
        let at = format!("{PATH}/{form}");
        let shipped = admin.get(&at).await.data()["layout"].clone();
        let preview = admin.post(&format!("{at}/preview"), json!({ "layout": shipped })).await;
        assert_eq!(preview.status, 200, "{form}: {}", preview.text());
        assert!(printed_text(&preview.body).contains("Illustrated books"), "{form}");
    }
    let own = built_in(&admin).await.replace("{caption.title} {code_shown}", "OUR PAPER {code_shown}");
    assert!(!print_document(&staff, &shipment).await.contains("OUR PAPER"));

    let draft = json!({ "layout": own, "tracking_code": code(&shipment).to_lowercase() });
    let preview = admin.post(&format!("{VIEW}/preview"), draft).await;
    assert_eq!(preview.header("content-type"), Some("application/pdf"));
    let text = printed_text(&preview.body);
    assert!(text.contains("OUR PAPER") && text.contains("Maria Müller"), "{text}");
    let unknown = json!({ "layout": own, "tracking_code": "LX000000000BR" });
    let unknown = admin.post(&format!("{VIEW}/preview"), unknown).await;
    assert_eq!(unknown.code_at("tracking_code"), "unknown_option");

    let saved = save(&admin, Some(&own), 0).await.data();
    assert_eq!(
        (&saved["version"], &saved["is_own"], &saved["layout"]),
        (&json!(1), &json!(true), &json!(own))
    );
    assert!(print_document(&staff, &shipment).await.contains("OUR PAPER"));
    assert_eq!(save(&admin, None, 0).await.message_code(), "stale_version");
    assert_eq!(save(&admin, Some(&own), 1).await.data()["version"], 1, "nothing changed");
    let restored = save(&admin, None, 1).await.data();
    assert_eq!((&restored["version"], &restored["is_own"]), (&json!(2), &json!(false)));
    assert!(!print_document(&staff, &shipment).await.contains("OUR PAPER"));
    let versions: Vec<_> =
        restored["versions"].as_array().unwrap().iter().map(|one| one["is_own"].clone()).collect();
    assert_eq!(versions, [json!(false), json!(true)]);
    let first = admin.get(&format!("{VIEW}/versions/1")).await.data();
    assert_eq!(first["layout"], json!(own));
    assert_eq!(admin.get(&format!("{VIEW}/versions/9")).await.status, 404);
    assert_eq!(audited(&app, "tenant_setting.update_document_layout").await.len(), 2);
}

#[tokio::test]
async fn a_layout_that_could_not_print_everything_is_refused_with_line_and_box() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let good = built_in(&admin).await;
    let line = |text: &str, part: &str| text.lines().position(|line| line.contains(part)).unwrap() + 1;
    for (from, to, problem, name) in [
        ("{route}", "{rout}", "layout_unknown_field", "route"),
        ("x = 15, y = 30, w = 180", "x = 55, y = 30, w = 180", "layout_outside", "route"),
        ("size = 12, smallest = 6, bold", "size = 40, smallest = 40, bold", "layout_overflow", "route"),
        ("Incoterm", "Incoterm བ", "layout_letters", "incoterm"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        for answer in [
            save(&admin, Some(&bad), 0).await,
            admin.post(&format!("{VIEW}/preview"), json!({ "layout": bad })).await,
        ] {
            assert_eq!(
                (answer.status, answer.code_at("layout").as_str()),
                (422, problem),
                "{}",
                answer.text()
            );
            let params = &answer.json()["errors"]["layout"][0]["params"];
            let at = line(&bad, &format!("name = \"{name}\""));
            assert_eq!((&params["line"], &params["box"]), (&json!(at), &json!(name)));
        }
    }
    let broken = save(&admin, Some("page = {"), 0).await;
    assert_eq!(broken.code_at("layout"), "layout_syntax");
    assert_eq!(save(&admin, Some(&"#".repeat(40_001)), 0).await.code_at("layout"), "too_long");
    assert_eq!(admin.get(VIEW).await.data()["version"], 0);
}

/// Both are a few kilobytes: one fills millions of letters, the other thousands of sheets.
#[tokio::test]
async fn a_small_layout_with_much_work_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let bomb = |size: &str, names: usize| {
        let field = "{receiver.address}{sender.address}".repeat(names);
        format!(
            "page = {{ width = 210, height = 297 }}\n\n[[box]]\nkind = \"text\"\nname = \"route\"\nx = 5\ny = 5\n{size}\n\
             size = 8\noverflow = \"continue\"\ntext = \"{field}\"\n"
        )
    };
    for layout in [bomb("w = 200\nh = 280", 180), bomb("w = 8\nh = 4", 20)] {
        assert!(layout.len() < 7_500, "{}", layout.len());
        for answer in [
            save(&admin, Some(&layout), 0).await,
            admin.post(&format!("{VIEW}/preview"), json!({ "layout": layout })).await,
        ] {
            assert_eq!((answer.status, answer.code_at("layout").as_str()), (422, "layout_too_long"));
        }
    }
    assert_eq!(admin.get(VIEW).await.data()["version"], 0);
}

#[tokio::test]
async fn layouts_belong_to_one_company_and_to_those_who_set_it_up() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = built_in(&admin).await.replace("{caption.title}", "OURS");
    save(&admin, Some(&own), 0).await.data();
    let other = app.admin(PACIFIC).await;
    assert_eq!(other.get(VIEW).await.data()["version"], 0);
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.get(PATH).await.status, 403);
    assert_eq!(save(&client, None, 1).await.status, 403);
    assert_eq!(save(&staff, None, 1).await.status, 403);
    let draft = json!({ "layout": own });
    assert_eq!(staff.post(&format!("{VIEW}/preview"), draft).await.status, 403);
}
