//! The published document on a company's own address, and the first call of its guide.

use std::process::{Command, Output};

use serde_json::Value;

use super::make;
use crate::shipments::created;
use crate::support::{ATLANTICO, PACIFIC, Served, TestApp};

const GUIDE: &str = include_str!("../../../../../openapi/GUIDE.md");
const EXAMPLE_ADDRESS: &str = "https://company.example";

/// The languages of all examples, in their order.
fn languages() -> Vec<&'static str> {
    GUIDE.split("```").skip(1).step_by(2).filter_map(|block| block.lines().next()).collect()
}

/// The first example in a language.
fn example(language: &str) -> &'static str {
    let (_, rest) = GUIDE.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
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
    for language in ["sh", "python", "js"] {
        let text = example(language);
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
    /// Runs the example as it is written, with another address and this secret.
    fn run(&self, port: u16, secret: &str) -> Output {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let call = example(self.language).replace(EXAMPLE_ADDRESS, &format!("http://{ATLANTICO}:{port}"));
        std::fs::write(at(self.file), call).unwrap();
        let resolver = self.resolver.1.replace("HOST", ATLANTICO).replace("PORT", &port.to_string());
        std::fs::write(at(self.resolver.0), resolver).unwrap();
        Command::new(self.program)
            .arg(at(self.file))
            .env("CURL_HOME", folder.path())
            .env("PYTHONPATH", folder.path())
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
    assert_eq!(languages(), RUNNERS.map(|runner| runner.language), "each example is run");
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    created(&staff).await;
    created(&staff).await;
    let (_, secret) = make(&staff, &["shipment.list"]).await;
    let served = Served::start(&app).await;
    let expected = tracking_codes(&staff.get("/api/shipments?per_page=10").await.text());
    assert_eq!(expected.len(), 2);
    for runner in &RUNNERS {
        let done = runner.run(served.port(), &secret);
        let (printed, told) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success(), "{}: {printed}{told}", runner.language);
        assert_eq!(tracking_codes(&printed), expected, "{}", runner.language);
        let refused = runner.run(served.port(), "rem_live_x");
        assert!(!refused.status.success(), "{} tells the shell that it was refused", runner.language);
    }
}
