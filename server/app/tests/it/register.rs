//! Registration of a client: the form, the e-mail, the verification of the address.

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const ADDRESS: &str = "iris@aurora.test";
const PASSWORD: &str = "a-password";

/// A Brazilian company.
const COMPANY: &[(&str, &str)] = &[
    ("person_type", "2"),
    ("name", "Aurora Exportadora Ltda"),
    ("document_type", "1"),
    ("tax_id", "12.ABC.345/01DE-35"),
    ("phone", "+5581987654321"),
    ("trading_name", "Aurora"),
    ("br_ie", "0321418-40"),
    ("responsible", "Íris Prado"),
    ("email", "Iris@Aurora.test"),
    ("country_id", "32"),
    ("postcode", "50050-000"),
    ("address_1", "Rua da Aurora"),
    ("address_2", ""),
    ("address_number", "175"),
    ("address_complement", "Sala 402"),
    ("city", "Recife"),
    ("password", PASSWORD),
    ("password_confirmation", PASSWORD),
    ("language", "es"),
];

/// All e-mails in the mail folder, oldest first, with folded lines joined.
pub fn mails(app: &TestApp) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return Vec::new() };
    let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap().replace("=\r\n", "")).collect()
}

/// E-mails with this link, oldest first.
pub fn mails_with(app: &TestApp, link: &str) -> Vec<String> {
    mails(app).into_iter().filter(|mail| mail.contains(link)).collect()
}

/// The secret at the end of a link.
pub fn token_after(mail: &str, link: &str) -> String {
    let (_, rest) = mail.split_once(link).unwrap_or_else(|| panic!("no {link} in {mail}"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// The secret of the last e-mail with this link.
pub fn last_token(app: &TestApp, link: &str) -> String {
    token_after(mails_with(app, link).last().unwrap(), link)
}

pub fn token_in(mail: &str) -> String {
    let (_, rest) = mail.split_once("/register/validate/").expect("a link");
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap().to_owned()
}

pub async fn at_the_door(app: &TestApp, host: &str) -> Person {
    let mut visitor = app.visitor(host);
    visitor.visit().await;
    visitor
}

/// The form with some fields changed; a state of Brazil is looked up unless one is given.
pub async fn register(visitor: &Person, changes: &[(&str, &str)]) -> Answer {
    let states = visitor.get("/api/auxiliar/states/BR").await.data();
    let state = states.as_array().unwrap().iter().find(|state| state["code"] == "PE").unwrap();
    let state = state["id"].to_string();
    let mut fields: Vec<(&str, &str)> =
        COMPANY.iter().copied().chain([("state_id", state.as_str())]).collect();
    for change in changes {
        fields.retain(|(name, _)| name != &change.0);
        fields.push(*change);
    }
    visitor.submit("/api/register", &fields).await
}

pub async fn validate(visitor: &Person, token: &str) -> Answer {
    visitor.post("/api/register/validate", json!({ "token": token })).await
}

async fn resend(visitor: &Person, email: &str) -> Answer {
    visitor.post("/api/register/resend", json!({ "email": email })).await
}

pub async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query_scalar(sql).fetch_one(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn a_company_registers_confirms_its_email_and_signs_in() {
    let app = TestApp::start().await;
    let mut visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    let early = visitor.log_in(ADDRESS, PASSWORD).await;
    assert_eq!((early.status, early.message_code()), (409, "email_not_validated".into()));
    let wrong = visitor.log_in(ADDRESS, "another").await;
    assert_eq!((wrong.status, wrong.code_at("email")), (422, "login_failed".into()));

    app.run_processes().await;
    let mails = mails(&app);
    let [mail] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    assert!(mail.contains("https://atlantico.localhost/register/validate/"), "{mail}");
    assert!(mail.contains("Confirmar correo"), "not in the language of the form: {mail}");
    assert!(!mail.contains("Prado") && !mail.contains("Aurora Exp"), "what was typed is shown: {mail}");

    let confirmed = validate(&visitor, &token_in(mail)).await;
    assert_eq!((confirmed.status, &confirmed.data()["email"]), (200, &json!(ADDRESS)));
    let again = validate(&visitor, &token_in(mail)).await;
    assert_eq!((again.status, again.message_code()), (409, "link_not_valid".into()));
    assert_eq!(visitor.log_in(ADDRESS, PASSWORD).await.status, 200);
    let profile = visitor.get("/api/profile").await.data();
    assert_eq!((&profile["user_type"], &profile["name"]), (&json!(30), &json!("Íris Prado")));
    assert_eq!(profile["company_name"], "Aurora Exportadora Ltda");
    assert_eq!(profile["language"], "es");
    let account = visitor.get("/api/account").await.data();
    assert_eq!(account["client"]["address_complement"], "Sala 402");
    assert_eq!(visitor.get("/api/shipments").await.json()["meta"]["total"], 0);
}

#[tokio::test]
async fn a_registration_is_stored_and_audited() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    let kept = "select count(*) from clients c join users u on u.client_id = c.id
        where c.code = 'C1001' and c.document = '12ABC34501DE35' and c.ie = '0321418-40' and c.person_type = 2
          and c.phone = '+5581987654321' and c.postcode = '50050-000' and c.state_id is not null
          and u.email = 'iris@aurora.test' and u.user_type = 30 and u.email_verified_at is null";
    assert_eq!(count(&app, kept).await, 1);
    let audited = "select count(*) from audit_entries a join users u on u.id = a.user_id
        join clients c on c.id = a.resource_id and c.id = u.client_id where a.action = 'client.register'";
    assert_eq!(count(&app, audited).await, 1);
}

#[tokio::test]
async fn registering_creates_a_new_client_only() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let client_id: uuid::Uuid =
        sqlx::query_scalar("select id from clients where code = 'C001'").fetch_one(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let client_id = client_id.to_string();
    let more = [
        ("user_type", "10"),
        ("client_id", client_id.as_str()),
        ("email_verified_at", "2026-01-01T00:00:00Z"),
        ("active", "false"),
        ("code", "C001"),
        ("id", "0199d3c2-7c1a-7000-8000-000000000001"),
    ];
    assert_eq!(register(&visitor, &more).await.status, 200);
    let made = "select count(*) from users u join clients c on c.id = u.client_id
        where u.email = 'iris@aurora.test' and u.user_type = 30 and u.active and u.email_verified_at is null
          and c.code = 'C1001'";
    assert_eq!(count(&app, made).await, 1);
}

#[tokio::test]
async fn a_known_email_gets_the_same_answer_and_its_owner_is_notified() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let unknown = register(&visitor, &[]).await;
    let known = register(
        &visitor,
        &[
            ("email", "client@atlantico.test"),
            ("password", "another-one"),
            ("password_confirmation", "another-one"),
        ],
    )
    .await;
    assert_eq!((known.status, known.text()), (unknown.status, unknown.text()));
    app.run_processes().await;
    let mails = mails(&app);
    let told = mails.iter().find(|mail| mail.contains("client@atlantico.test")).expect("an e-mail");
    assert!(told.contains("/login") && !told.contains("/register/validate/"), "{told}");
    assert_eq!(mails.len(), 2);
    assert_eq!(count(&app, "select count(*) from clients").await, 3);
    // The password of the form is not used.
    let mut owner = app.visitor(ATLANTICO);
    assert_eq!(owner.log_in("client@atlantico.test", "another-one").await.status, 422);
    assert_eq!(owner.log_in("client@atlantico.test", "remessa-demo").await.status, 200);
}

#[tokio::test]
async fn registering_again_sends_the_link_again_and_changes_nothing() {
    let app = TestApp::start().await;
    let mut visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    let other = [("password", "another-one"), ("password_confirmation", "another-one")];
    assert_eq!(register(&visitor, &other).await.status, 200);
    app.run_processes().await;
    let mails = mails(&app);
    assert_eq!(mails.len(), 2);
    assert_eq!(validate(&visitor, &token_in(&mails[1])).await.status, 200);
    // Verifying the address invalidates the other links to it.
    assert_eq!(validate(&visitor, &token_in(&mails[0])).await.status, 409);
    assert_eq!(visitor.log_in(ADDRESS, "another-one").await.status, 422);
    assert_eq!(visitor.log_in(ADDRESS, PASSWORD).await.status, 200);
}

#[tokio::test]
async fn the_email_is_sent_again_to_unconfirmed_users() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    let answers = [
        resend(&visitor, "IRIS@aurora.test").await,
        resend(&visitor, "client@atlantico.test").await,
        resend(&visitor, "nobody@aurora.test").await,
    ];
    for answer in &answers {
        assert_eq!((answer.status, answer.text()), (200, answers[0].text()));
    }
    app.run_processes().await;
    let mails = mails(&app);
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().all(|mail| mail.contains(ADDRESS)));
}

#[tokio::test]
async fn a_link_is_invalid_late_or_on_another_domain() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    app.run_processes().await;
    let token = token_in(&mails(&app)[0]);
    assert_eq!(validate(&at_the_door(&app, PACIFIC).await, &token).await.status, 409);
    app.state.clock.advance(TimeDelta::hours(25));
    let late = validate(&visitor, &token).await;
    assert_eq!((late.status, late.message_code()), (409, "link_not_valid".into()));
}

#[tokio::test]
async fn a_password_recovery_confirms_the_email() {
    let app = TestApp::start().await;
    let mut visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    assert_eq!(visitor.post("/api/password/email", json!({ "email": ADDRESS })).await.status, 200);
    app.run_processes().await;
    let mails = mails(&app);
    let (_, rest) = mails.iter().find_map(|mail| mail.split_once("/password/reset/")).expect("a link");
    let token = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap();
    let form = json!({
        "token": token, "email": ADDRESS, "password": "a-new-one", "password_confirmation": "a-new-one",
    });
    assert_eq!(visitor.post("/api/password/reset", form).await.status, 200);
    assert_eq!(visitor.log_in(ADDRESS, "a-new-one").await.status, 200);
}

#[tokio::test]
async fn missing_and_malformed_fields_are_reported() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let answer = visitor.submit("/api/register", &[("person_type", "3"), ("birthday", "01/05/1990")]).await;
    assert_eq!(answer.status, 422);
    let required = ["name", "phone", "email", "country_id", "postcode", "address_1", "city", "password"];
    for field in required {
        assert_eq!(answer.code_at(field), "required", "{field}");
    }
    assert_eq!(answer.code_at("person_type"), "unknown_option");
    assert_eq!(answer.code_at("birthday"), "not_a_date");
}

#[tokio::test]
async fn broken_rules_are_reported_at_their_fields() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let wrong = [
        ("tax_id", "12.ABC.345/01DE-36"),
        ("phone", "12"),
        ("email", "iris"),
        ("postcode", "123"),
        ("state_id", ""),
        ("password", "12345"),
        ("password_confirmation", "123456"),
    ];
    let answer = register(&visitor, &wrong).await;
    assert_eq!(answer.status, 422);
    let codes = [
        ("tax_id", "invalid_cnpj"),
        ("phone", "invalid_phone"),
        ("email", "invalid_email"),
        ("postcode", "invalid_postcode"),
        ("state_id", "required"),
        ("password", "too_short"),
        ("password_confirmation", "confirmation_differs"),
    ];
    for (field, code) in codes {
        assert_eq!(answer.code_at(field), code, "{field}");
    }
    let elsewhere = register(&visitor, &[("country_id", "9999")]).await;
    assert_eq!(elsewhere.code_at("country_id"), "unknown_country");
    let person = [("person_type", "1"), ("tax_id", "529.982.247-26")];
    assert_eq!(register(&visitor, &person).await.code_at("tax_id"), "invalid_cpf");
    assert_eq!(count(&app, "select count(*) from clients").await, 2);
}

#[tokio::test]
async fn a_person_must_be_eighteen_in_the_tenants_time_zone() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let today = app.today();
    let eighteen = today.checked_sub_months(chrono::Months::new(18 * 12)).unwrap();
    let person = |birthday: chrono::NaiveDate| {
        [
            ("person_type", "1".to_owned()),
            ("tax_id", "529.982.247-25".into()),
            ("birthday", birthday.to_string()),
        ]
    };
    for (birthday, status) in [(eighteen.succ_opt().unwrap(), 422), (eighteen.pred_opt().unwrap(), 200)] {
        let form = person(birthday);
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = register(&visitor, &form).await;
        assert_eq!(answer.status, status, "{birthday}: {}", answer.text());
        if status == 422 {
            assert_eq!(answer.code_at("birthday"), "too_young");
        }
    }
}

#[tokio::test]
async fn registration_emails_are_limited() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    for _ in 0..2 {
        assert_eq!(register(&visitor, &[]).await.status, 200);
    }
    assert_eq!(resend(&visitor, ADDRESS).await.status, 200);
    for refused in [resend(&visitor, ADDRESS).await, register(&visitor, &[]).await] {
        assert_eq!(refused.status, 429);
        assert!(refused.header("retry-after").is_some());
    }
}

#[tokio::test]
async fn an_oversized_form_is_refused() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let long = "x".repeat(2_100_000);
    let answer = register(&visitor, &[("name", &long)]).await;
    assert_eq!((answer.status, answer.message_code()), (413, "payload_too_large".into()));
}
