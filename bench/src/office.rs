//! Somebody of the office who calls the server over HTTP, each time on a new connection.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::Value;

use crate::answers::read_data;
use crate::browser::{Browser, status};
use crate::figures::{millis, quantile};

const CALLER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 10);

pub struct Office {
    browser: Browser,
}

/// The outcome of a call, and how long it took until the answer was there.
pub struct OfficeAnswer {
    pub data: Value,
    pub took: Duration,
}

/// A page of a list.
pub struct ListPage {
    pub name: &'static str,
    /// With its filters.
    pub path: String,
}

impl Office {
    /// Somebody who has signed in before, by the token of the session.
    pub async fn open(server: SocketAddr, slug: &str, token: &str) -> anyhow::Result<Self> {
        Ok(Self { browser: Browser::with_session(server, CALLER, slug, token).await? })
    }

    pub async fn get(&self, path: &str) -> anyhow::Result<OfficeAnswer> {
        let began = Instant::now();
        let answer = self.browser.send("GET", path, "", b"").await?;
        Self::read(path, &answer, began.elapsed())
    }

    pub async fn post(&self, path: &str, form: &Value) -> anyhow::Result<OfficeAnswer> {
        let body = form.to_string();
        let began = Instant::now();
        let answer = self.browser.json("POST", path, &body).await?;
        Self::read(path, &answer, began.elapsed())
    }

    /// Downloads a file, and throws it away.
    pub async fn download(&self, path: &str) -> anyhow::Result<()> {
        let answer = self.browser.send("GET", path, "", b"").await?;
        anyhow::ensure!(status(&answer) == 200, "{path}: no file");
        Ok(())
    }

    fn read(path: &str, answer: &str, took: Duration) -> anyhow::Result<OfficeAnswer> {
        let is_done = (200..300).contains(&status(answer));
        let data = read_data(answer).filter(|_| is_done).with_context(|| format!("{path}: {answer}"))?;
        Ok(OfficeAnswer { data, took })
    }

    /// Asks for each page so many times, prints how long it took, and returns the times of all, the shortest first.
    pub async fn time_pages(&self, pages: &[ListPage], rounds: usize) -> anyhow::Result<Vec<Duration>> {
        println!("{:>8} {:>8} {:>8}  page", "p50 ms", "p95 ms", "worst");
        let mut all = Vec::new();
        for ListPage { name, path } in pages {
            // The first one warms caches and is not counted.
            self.get(path).await?;
            let mut times = Vec::with_capacity(rounds);
            for _ in 0..rounds {
                times.push(self.get(path).await?.took);
            }
            times.sort_unstable();
            let at = |share| millis(quantile(&times, share));
            println!("{:>8.1} {:>8.1} {:>8.1}  {name}", at(0.5), at(0.95), at(1.0));
            all.extend(times);
        }
        all.sort_unstable();
        Ok(all)
    }
}
