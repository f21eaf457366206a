//! The published document on a company's own address, and the first call of its guide.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::make;
use crate::shipments::created;
use crate::support::{ATLANTICO, PACIFIC, Served, TestApp};

const GUIDE: &str = include_str!("../../../../../openapi/GUIDE.md");
const EXAMPLE_ADDRESS: &str = "https://company.example";

/// All examples with their languages, in their order: the first call in three languages, then the way of an order.
fn examples() -> Vec<(&'static str, &'static str)> {
    GUIDE.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect()
}

#[tokio::test]
async fn a_company_serves_the_document_with_its_own_address() {
    let app = TestApp::start().await;
    let mut served: Vec<Value> = Vec::new();
    for host in [ATLANTICO, PACIFIC] {
        let answer = app.visitor(host).get("/api/openapi.json").await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
        let mut document = answer.json();
        assert_eq!(document["servers"][0]["url"], format!("http://{host}/api"));
        document["servers"] = app::openapi::document()["servers"].clone();
        served.push(document);
    }
    assert!(served.iter().all(|one| *one == app::openapi::document()), "only the address differs");
}

#[test]
fn the_first_call_is_the_same_in_all_languages() {
    for (_, text) in &examples()[..3] {
        assert!(text.contains(&format!("{EXAMPLE_ADDRESS}/api/shipments?per_page=10")), "{text}");
        assert!(text.contains("REMESSA_TOKEN") && text.contains("Bearer "), "{text}");
    }
}

/// Every example of the guide, with the program that runs it. No name server knows the host of a test, so each program is
/// told its address in a file that the example does not see.
struct Runner {
    language: &'static str,
    program: &'static str,
    file: &'static str,
    resolver: (&'static str, &'static str),
}

const RUNNERS: [Runner; 3] = [
    Runner {
        language: "sh",
        program: "sh",
        file: "example.sh",
        resolver: (".curlrc", "resolve = \"HOST:PORT:127.0.0.1\"\n"),
    },
    Runner {
        language: "python",
        program: "python3",
        file: "example.py",
        resolver: (
            "sitecustomize.py",
            "import socket\nfind = socket.getaddrinfo\n\
             socket.getaddrinfo = lambda host, *more, **named: find(\
             '127.0.0.1' if host == 'HOST' else host, *more, **named)\n",
        ),
    },
    Runner {
        language: "js",
        program: "node",
        file: "example.mjs",
        resolver: (
            "resolver.cjs",
            "const dns = require('node:dns')\nconst find = dns.lookup\n\
             dns.lookup = (host, ...more) => find(host === 'HOST' ? '127.0.0.1' : host, ...more)\n",
        ),
    },
];

impl Runner {
    /// Runs an example as it is written, with another address and this secret.
    fn run(&self, example: &str, port: u16, secret: &str) -> Output {
        let folder = tempfile::tempdir().unwrap();
        self.run_in(folder.path(), example, port, secret)
    }

    fn run_in(&self, folder: &Path, example: &str, port: u16, secret: &str) -> Output {
        let at = |name: &str| folder.join(name);
        let call = example.replace(EXAMPLE_ADDRESS, &format!("http://{ATLANTICO}:{port}"));
        std::fs::write(at(self.file), call).unwrap();
        let resolver = self.resolver.1.replace("HOST", ATLANTICO).replace("PORT", &port.to_string());
        std::fs::write(at(self.resolver.0), resolver).unwrap();
        Command::new(self.program)
            .arg(at(self.file))
            .current_dir(folder)
            .env("CURL_HOME", folder)
            .env("PYTHONPATH", folder)
            .env("NODE_OPTIONS", format!("--require {}", at("resolver.cjs").display()))
            .env("no_proxy", "*")
            .env("REMESSA_TOKEN", secret)
            .output()
            .unwrap_or_else(|error| {
                panic!("{} runs the examples in {}: {error}", self.program, self.language)
            })
    }
}

/// The tracking codes that an example prints, within the answer or one in a line.
fn tracking_codes(printed: &str) -> Vec<String> {
    match serde_json::from_str::<Value>(printed) {
        Ok(answer) => {
            let shipments = answer["data"].as_array().cloned().unwrap_or_default();
            shipments.iter().filter_map(|one| one["tracking_code"].as_str().map(str::to_owned)).collect()
        }
        Err(_) => printed.lines().map(str::to_owned).collect(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_examples_of_the_guide_work_as_they_are_written() {
    let examples = examples();
    let languages: Vec<&str> = examples.iter().map(|(language, _)| *language).collect();
    assert_eq!(languages[..3], RUNNERS.map(|runner| runner.language), "each example is run");
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    created(&staff).await;
    created(&staff).await;
    let (_, secret) = make(&staff, &["shipment.list"]).await;
    let served = Served::start(&app).await;
    let expected = tracking_codes(&staff.get("/api/shipments?per_page=10").await.text());
    assert_eq!(expected.len(), 2);
    for (runner, (_, example)) in RUNNERS.iter().zip(examples) {
        let done = runner.run(example, served.port(), &secret);
        let (printed, told) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success(), "{}: {printed}{told}", runner.language);
        assert_eq!(tracking_codes(&printed), expected, "{}", runner.language);
        let refused = runner.run(example, served.port(), "rem_live_x");
        assert!(!refused.status.success(), "{} tells the shell that it was refused", runner.language);
    }
}

/// In thirty lines and a bit of air: order, draft, confirmation, label.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_order_of_the_guide_becomes_a_label() {
    let [.., (language, example)] = examples()[..] else { panic!("no example") };
    let lines = example.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 30, "{lines} lines");
    let runner = RUNNERS.iter().find(|runner| runner.language == language).unwrap();
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let rights =
        ["shipment.create", "shipment.show", "shipment.confirm", "shipment.print_label", "service.select"];
    let (_, secret) = make(&staff, &rights).await;
    let served = Served::start(&app).await;
    let folder = tempfile::tempdir().unwrap();
    let done = runner.run_in(folder.path(), example, served.port(), &secret);
    let (printed, told) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{printed}{told}");
    let label = std::fs::read(folder.path().join("label.pdf")).unwrap();
    assert!(label.starts_with(b"%PDF-"));
    let found = staff.get("/api/shipments?source=my-shop").await.data();
    assert_eq!((&found[0]["tracking_code"], &found[0]["status"]), (&printed.trim().into(), &30.into()));
    let refused = runner.run(example, served.port(), &secret);
    assert!(!refused.status.success(), "the same order is confirmed once");
}
