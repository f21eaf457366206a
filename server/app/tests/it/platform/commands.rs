//! `remessa platform …` and the related commands of `remessa tenant …`, as a program.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Operator, PLATFORM};
use crate::support::servers::free_port;
use crate::support::{ATLANTICO, TestApp};
use crate::users::invitation::secret_in_mail;

fn remessa(app: &TestApp, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_remessa"));
    command.args(args).envs(app.environment()).env("REMESSA_ADMIN_URL", app.admin_url());
    command
}

fn run(app: &TestApp, args: &[&str]) -> Output {
    remessa(app, args).output().unwrap()
}

fn read_output(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[tokio::test]
async fn a_token_is_shown_once_listed_and_revoked() {
    let app = TestApp::start().await;
    let secret =
        read_output(&run(&app, &["platform", "token", "create", "billing", "--expires-in-days", "30"]));
    assert!(server_core::http::token::is_token(&secret), "{secret}");
    let operator = Operator::stranger(&app, &[]).await.with(&secret);
    assert_eq!(operator.get("/api/tenants").await.status, 200);

    let listed = read_output(&run(&app, &["platform", "token", "list", "--json"]));
    assert!(!listed.contains(&secret));
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!((&listed[0]["name"], &listed[0]["revoked_at"]), (&json!("billing"), &Value::Null));
    assert!(listed[0]["expires_at"].is_string() && listed[0]["last_used_at"].is_string());
    for name in ["billing", "Not a name"] {
        assert!(!run(&app, &["platform", "token", "create", name]).status.success(), "{name}");
    }
    read_output(&run(&app, &["platform", "token", "revoke", "billing"]));
    assert!(!run(&app, &["platform", "token", "revoke", "billing"]).status.success());
    assert_eq!(operator.get("/api/tenants").await.status, 401);
    assert!(!run(&app, &["platform", "token", "create", "billing"]).status.success(), "a name is given once");
}

#[tokio::test]
async fn the_command_line_shows_flags_and_usage() {
    let app = TestApp::start().await;
    assert!(read_output(&run(&app, &["tenant", "flag", "list", "atlantico"])).contains("public_tracking"));
    read_output(&run(&app, &["tenant", "flag", "set", "atlantico", "public_tracking", "false"]));
    assert!(!run(&app, &["tenant", "flag", "set", "atlantico", "beer", "true"]).status.success());
    let operator = Operator::of(&app, &[]).await;
    let flags = operator.get("/api/tenants/atlantico/flags").await.data();
    let switched = json!({ "name": "public_tracking", "enabled": false, "default_enabled": true });
    assert!(flags.as_array().unwrap().contains(&switched), "{flags}");
    let usage = read_output(&run(&app, &["tenant", "usage", "atlantico", "--json"]));
    let told = operator.get("/api/tenants/atlantico/usage").await.data();
    let usage: Value = serde_json::from_str(&usage).unwrap();
    assert_eq!(usage["users_active"], told["users_active"]);
}

/// The least that a folder must say.
const BOREAL: &str = r##"
slug = "boreal"
name = "Boreal Cargo"
hosts = ["boreal.localhost"]
languages = ["en"]
default_language = "en"
country = "US"
currency = "USD"
time_zone = "America/New_York"
brand_color = "#0b7a5c"
weight_unit = 10
size_unit = 10
"##;

/// Whatever the command, unless somebody has said otherwise meanwhile.
#[tokio::test]
async fn tracking_asks_for_the_postcode_in_a_company_of_the_command_line() {
    let app = TestApp::start().await;
    let asks = |slug: &str| {
        let flags = read_output(&run(&app, &["tenant", "flag", "list", slug]));
        let line = flags.lines().find_map(|line| line.strip_prefix("tracking_postcode"));
        line.unwrap().trim() == "on"
    };
    let apply = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("tenant.toml"), text).unwrap();
        read_output(&run(&app, &["tenant", "apply", folder.path().to_str().unwrap()]));
    };
    read_output(&run(&app, &["tenant", "create", "aurora", "--host", "aurora.localhost"]));
    assert!(asks("aurora"), "made by its name");
    apply(BOREAL);
    assert!(asks("boreal"), "made of a folder");
    read_output(&run(&app, &["tenant", "flag", "set", "aurora", "tracking_postcode", "false"]));
    apply(&BOREAL.replace("boreal", "aurora"));
    assert!(!asks("aurora"), "a folder that does not name the flag leaves it");
}

#[tokio::test]
async fn the_command_line_invites_an_administrator() {
    let app = TestApp::start().await;
    let invite = |email: &str| {
        run(&app, &["tenant", "invite-administrator", "atlantico", "--name", "Íris Prado", "--email", email])
    };
    assert!(read_output(&invite("iris@atlantico.test")).contains("iris@atlantico.test"));
    for refused in ["iris@atlantico.test", "iris"] {
        assert!(!invite(refused).status.success(), "{refused}");
    }
    app.run_processes().await;
    assert!(secret_in_mail(&app, "/invitation/").is_some());
}

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn the_program_serves_the_operators_api_on_its_own_host() {
    let app = TestApp::start().await;
    let secret = super::token_called(&app, "served").await;
    let listen = format!("127.0.0.1:{}", free_port());
    let child = remessa(&app, &["platform", "serve"])
        .env("REMESSA_PLATFORM_LISTEN", &listen)
        .env("REMESSA_PLATFORM_HOST", PLATFORM)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _process = Process(child);
    rustls::crypto::ring::default_provider().install_default().ok();
    let client = reqwest::Client::new();
    let asked = async |host: &str| {
        let url = format!("http://{listen}/api/tenants");
        Some(client.get(url).header("host", host).bearer_auth(&secret).send().await.ok()?.status().as_u16())
    };
    let since = Instant::now();
    while asked(PLATFORM).await.is_none() {
        assert!(since.elapsed() < Duration::from_secs(30), "`remessa platform serve` does not come up");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(asked(PLATFORM).await, Some(200));
    assert_eq!(asked(ATLANTICO).await, Some(404));
}
