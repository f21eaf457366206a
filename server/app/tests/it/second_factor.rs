//! The second step of the sign-in.

use access::second_factor::totp;
use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::sealed::Seal;

use crate::recovery;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::users::{audited, demo_user, path};

const PASSWORD: &str = "remessa-demo";
const STAFF: &str = "staff@atlantico.test";

/// A user's app and recovery codes.
pub struct Keys {
    secret: Vec<u8>,
    recovery: Vec<String>,
}

impl Keys {
    fn code(&self, app: &TestApp) -> String {
        totp::code(&self.secret, totp::step_at(app.state.clock.now()))
    }

    /// The code half a minute later.
    pub fn next_code(&self, app: &TestApp) -> String {
        app.state.clock.advance(TimeDelta::seconds(30));
        self.code(app)
    }
}

fn bytes_of(base32: &str) -> Vec<u8> {
    let digits = base32.chars().filter(|symbol| *symbol != ' ');
    let value = |symbol| "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(symbol).unwrap();
    let bits: String = digits.map(|symbol| format!("{:05b}", value(symbol))).collect();
    bits.as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect()
}

async fn begin(person: &Person, password: &str) -> Answer {
    person.post("/api/account-second-factor", json!({ "current_password": password })).await
}

async fn enable(person: &Person, code: &str) -> Answer {
    person.post("/api/account-second-factor/enable", json!({ "code": code })).await
}

async fn with_proof(person: &Person, what: &str, password: &str, code: &str) -> Answer {
    let proof = json!({ "current_password": password, "code": code });
    person.post(&format!("/api/account-second-factor/{what}"), proof).await
}

async fn state(person: &Person) -> Value {
    person.get("/api/account-second-factor").await.data()
}

pub async fn switched_on(app: &TestApp, person: &Person) -> Keys {
    let setup = begin(person, PASSWORD).await.data();
    let mut keys = Keys { secret: bytes_of(setup["secret"].as_str().unwrap()), recovery: Vec::new() };
    let codes = enable(person, &keys.code(app)).await.data();
    let codes = codes["recovery_codes"].as_array().unwrap();
    keys.recovery = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    keys
}

/// A browser after a correct password.
async fn at_the_second_step(app: &TestApp, email: &str, password: &str) -> Person {
    let mut person = app.visitor(ATLANTICO);
    let answer = person.log_in(email, password).await.data();
    assert_eq!(answer["second_factor"], true);
    person
}

pub async fn step(person: &mut Person, code: &str) -> Answer {
    let answer = person.post("/api/login/second_factor", json!({ "code": code })).await;
    if answer.status == 200 {
        person.keep(&answer);
    }
    answer
}

#[tokio::test]
async fn a_code_enables_the_second_step() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(
        (&state(&staff).await["enabled_at"], &state(&staff).await["can"]["update"]),
        (&Value::Null, &json!(true))
    );
    assert_eq!(begin(&staff, "not-it").await.code_at("current_password"), "wrong_password");
    let setup = begin(&staff, PASSWORD).await.data();
    assert!(setup["uri"].as_str().unwrap().starts_with("otpauth://totp/"));
    assert!(setup["uri"].as_str().unwrap().contains(STAFF));
    let mut visitor = app.visitor(ATLANTICO);
    assert_eq!(
        visitor.log_in(STAFF, PASSWORD).await.data()["second_factor"],
        false,
        "a beginning asks nothing"
    );
    assert_eq!(enable(&staff, "000000x").await.code_at("code"), "wrong_code");

    let keys = switched_on(&app, &staff).await;
    assert_eq!(keys.recovery.len(), 10);
    assert_eq!(state(&staff).await["recovery_codes_left"], 10);
    assert_eq!(begin(&staff, PASSWORD).await.message_code(), "second_factor_on");
    assert_eq!(staff.get("/api/profile").await.status, 200, "this session goes on");

    let mut person = at_the_second_step(&app, STAFF, PASSWORD).await;
    assert_eq!(person.get("/api/profile").await.status, 401, "nobody is signed in before the code");
    let pending = person.cookie.clone();
    assert_eq!(step(&mut person, &keys.next_code(&app)).await.status, 200);
    assert_eq!(person.get("/api/profile").await.data()["email"], STAFF);
    assert_ne!(person.cookie, pending);
    let opened = audited(&app, "session.open").await;
    assert_eq!(opened.last().unwrap().2, json!({ "second_factor": "app" }));
    assert_eq!(app.visitor(ATLANTICO).log_in(STAFF, "not-it").await.code_at("email"), "login_failed");
}

#[tokio::test]
async fn a_code_works_once_and_within_half_a_minute() {
    let app = TestApp::start().await;
    let keys = switched_on(&app, &app.staff(ATLANTICO).await).await;
    let used = keys.code(&app);
    let mut person = at_the_second_step(&app, STAFF, PASSWORD).await;
    assert_eq!(step(&mut person, &used).await.code_at("code"), "wrong_code", "it switched the step on");
    let code = keys.next_code(&app);
    assert_eq!(step(&mut person, &code).await.status, 200);
    let mut again = at_the_second_step(&app, STAFF, PASSWORD).await;
    assert_eq!(step(&mut again, &code).await.code_at("code"), "wrong_code");
    let late = keys.next_code(&app);
    app.state.clock.advance(TimeDelta::seconds(90));
    assert_eq!(step(&mut again, &late).await.code_at("code"), "wrong_code");
    assert_eq!(step(&mut again, &keys.code(&app)).await.status, 200);
}

#[tokio::test]
async fn a_recovery_code_works_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let keys = switched_on(&app, &staff).await;
    let typed = keys.recovery[3].to_uppercase().replace('-', " ");
    let mut person = at_the_second_step(&app, STAFF, PASSWORD).await;
    assert_eq!(step(&mut person, &typed).await.status, 200);
    assert_eq!(state(&staff).await["recovery_codes_left"], 9);
    let mut again = at_the_second_step(&app, STAFF, PASSWORD).await;
    assert_eq!(step(&mut again, &typed).await.code_at("code"), "wrong_code");

    let renewed = with_proof(&staff, "recovery_codes", PASSWORD, &keys.next_code(&app)).await.data();
    assert_eq!(renewed["recovery_codes"].as_array().unwrap().len(), 10);
    assert_eq!(step(&mut again, &keys.recovery[4]).await.code_at("code"), "wrong_code", "replaced");
    assert_eq!(step(&mut again, renewed["recovery_codes"][0].as_str().unwrap()).await.status, 200);
}

#[tokio::test]
async fn guessing_codes_is_limited_over_all_browsers() {
    let app = TestApp::start().await;
    let keys = switched_on(&app, &app.staff(ATLANTICO).await).await;
    let mut person = at_the_second_step(&app, STAFF, PASSWORD).await;
    for _ in 0..5 {
        assert_eq!(step(&mut person, "12345").await.code_at("code"), "wrong_code");
    }
    let mut another = at_the_second_step(&app, STAFF, PASSWORD).await;
    for person in [&mut person, &mut another] {
        let refused = step(person, &keys.next_code(&app)).await;
        assert_eq!((refused.status, refused.message_code()), (429, "rate_limited".into()));
        let wait: i64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((800..=900).contains(&wait), "{wait}");
    }
    app.state.clock.advance(TimeDelta::minutes(15));
    let mut patient = at_the_second_step(&app, STAFF, PASSWORD).await;
    assert_eq!(step(&mut patient, &keys.next_code(&app)).await.status, 200);
}

#[tokio::test]
async fn a_pending_sign_in_belongs_to_one_browser_and_domain_and_expires() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let keys = switched_on(&app, &staff).await;
    let expired =
        |answer: Answer| assert_eq!((answer.status, answer.message_code()), (409, "sign_in_expired".into()));
    let mut nobody = app.visitor(ATLANTICO);
    nobody.visit().await;
    expired(step(&mut nobody, &keys.next_code(&app)).await);

    let person = at_the_second_step(&app, STAFF, PASSWORD).await;
    let mut elsewhere = person.on(PACIFIC);
    elsewhere.visit().await;
    expired(step(&mut elsewhere, &keys.next_code(&app)).await);
    let mut used = person.clone();
    assert_eq!(step(&mut used, &keys.next_code(&app)).await.status, 200);
    expired(step(&mut person.clone(), &keys.next_code(&app)).await);

    let mut late = at_the_second_step(&app, STAFF, PASSWORD).await;
    app.state.clock.advance(TimeDelta::minutes(11));
    expired(step(&mut late, &keys.code(&app)).await);

    let mut outdated = at_the_second_step(&app, STAFF, PASSWORD).await;
    let form = json!({ "current_password": PASSWORD, "password": "a-new-one", "password_confirmation": "a-new-one" });
    assert_eq!(staff.post("/api/account-password", form).await.status, 200);
    expired(step(&mut outdated, &keys.next_code(&app)).await);
}

#[tokio::test]
async fn a_password_recovery_does_not_skip_the_second_step() {
    let app = TestApp::start().await;
    let keys = switched_on(&app, &app.client(ATLANTICO).await).await;
    let token = recovery::token(&app).await;
    let visitor = recovery::at_the_door(&app, ATLANTICO).await;
    assert_eq!(recovery::reset(&visitor, &token, recovery::ADDRESS, "a-new-one").await.status, 200);
    let mut person = at_the_second_step(&app, recovery::ADDRESS, "a-new-one").await;
    assert_eq!(person.get("/api/profile").await.status, 401);
    assert_eq!(step(&mut person, &keys.next_code(&app)).await.status, 200);
}

#[tokio::test]
async fn disabling_needs_password_and_code_and_sends_an_email() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(
        with_proof(&staff, "disable", PASSWORD, "123456").await.message_code(),
        "second_factor_not_on"
    );
    let keys = switched_on(&app, &staff).await;
    let code = keys.next_code(&app);
    assert_eq!(
        with_proof(&staff, "disable", "not-it", &code).await.code_at("current_password"),
        "wrong_password"
    );
    assert_eq!(with_proof(&staff, "disable", PASSWORD, "12345").await.code_at("code"), "wrong_code");
    assert_eq!(with_proof(&staff, "disable", PASSWORD, &code).await.status, 200);
    assert_eq!(state(&staff).await["recovery_codes_left"], 0);
    app.run_processes().await;
    let mails = std::fs::read_dir(app.files.path().join("mail")).unwrap().count();
    assert_eq!(mails, 1);
    assert_eq!(app.visitor(ATLANTICO).log_in(STAFF, PASSWORD).await.data()["second_factor"], false);
    assert_eq!(audited(&app, "second_factor.enable").await.len(), 1);
    assert_eq!(audited(&app, "second_factor.disable").await.len(), 1);
}

#[tokio::test]
async fn an_administrator_disables_it_and_the_user_gets_an_email() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let user = demo_user(&admin, "staff").await;
    assert_eq!((&user["second_factor"], &user["can"]["reset_second_factor"]), (&json!(false), &json!(false)));
    let reset = |user: &Value| format!("{}/reset_second_factor", path(user));
    assert_eq!(admin.post(&reset(&user), json!({})).await.message_code(), "second_factor_not_on");
    switched_on(&app, &staff).await;
    let mut waiting = at_the_second_step(&app, STAFF, PASSWORD).await;
    assert_eq!(demo_user(&admin, "staff").await["can"]["reset_second_factor"], true);
    for stranger in [&staff, &app.client(ATLANTICO).await] {
        assert_eq!(stranger.post(&reset(&user), json!({})).await.status, 403);
    }
    assert_eq!(app.admin(PACIFIC).await.post(&reset(&user), json!({})).await.status, 404);
    let after = admin.post(&reset(&user), json!({})).await.data();
    assert_eq!(
        (&after["second_factor"], &after["can"]["reset_second_factor"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(step(&mut waiting, "123456").await.message_code(), "sign_in_expired");
    assert_eq!(app.visitor(ATLANTICO).log_in(STAFF, PASSWORD).await.data()["second_factor"], false);
    app.run_processes().await;
    let mut mails = std::fs::read_dir(app.files.path().join("mail")).unwrap();
    let mail = std::fs::read_to_string(mails.next().unwrap().unwrap().path()).unwrap();
    assert!(mail.contains(STAFF) && mail.contains("Ana Souza"), "{mail}");
    assert_eq!(audited(&app, "user.reset_second_factor").await.len(), 1);

    switched_on(&app, &admin).await;
    let own = demo_user(&admin, "admin").await;
    let refused = admin.post(&reset(&own), json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "not_yourself".into()));
}

#[tokio::test]
async fn an_acting_administrator_cannot_change_the_second_step() {
    let app = TestApp::start().await;
    let mut admin = app.admin(ATLANTICO).await;
    let user = demo_user(&admin, "staff").await;
    let answer = admin.post(&crate::users::switch::path_for(&user), json!({})).await;
    admin.keep(&answer);
    assert_eq!(state(&admin).await["can"]["update"], false);
    for answer in [
        begin(&admin, PASSWORD).await,
        enable(&admin, "123456").await,
        with_proof(&admin, "recovery_codes", PASSWORD, "123456").await,
        with_proof(&admin, "disable", PASSWORD, "123456").await,
    ] {
        assert_eq!((answer.status, answer.message_code()), (409, "not_while_switched".into()));
    }
}

#[tokio::test]
async fn a_secret_decrypts_for_its_user_and_tenant_only() {
    let app = TestApp::start().await;
    let (tenant, other) = (app.tenant(ATLANTICO).id, app.tenant(PACIFIC).id);
    let seal = Seal { secret: "a secret", tenant: &tenant, purpose: "test", owner: b"one" };
    let sealed = seal.close(b"plain");
    assert_eq!(seal.open(&sealed).as_deref(), Some(&b"plain"[..]));
    assert_ne!(seal.close(b"plain"), sealed);
    for stranger in [
        Seal { secret: "another", ..seal },
        Seal { tenant: &other, ..seal },
        Seal { purpose: "else", ..seal },
        Seal { owner: b"two", ..seal },
    ] {
        assert_eq!(stranger.open(&sealed), None);
    }
    assert_eq!(seal.open(&sealed[..5]), None);
    let staff = app.staff(ATLANTICO).await;
    let keys = switched_on(&app, &staff).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let stored: Vec<u8> =
        sqlx::query_scalar("select secret from second_factors").fetch_one(&mut *tx).await.unwrap();
    assert!(!stored.windows(keys.secret.len()).any(|part| part == keys.secret));
}
