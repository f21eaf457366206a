//! The figures of the dashboard over the same shipments.

use std::time::{Duration, Instant};

use ::tenancy::{Tenancy, Tenant};
use access::scope::RowScope;
use chrono_tz::Tz;
use freight::shipments::{self, attention};
use server_core::clock::Clock;
use server_core::record::periods::{Periods, first_of_month};

use crate::figures::{goal, millis, quantile};

const ZONE: Tz = chrono_tz::America::Sao_Paulo;
const GOAL_WORST: f64 = 300.0;

#[derive(Clone, Copy)]
enum Figures {
    Months,
    Days,
    Attention,
}

/// Times each set of figures and prints it.
pub async fn measure(tenancy: &Tenancy, tenant: &Tenant, rounds: usize) -> anyhow::Result<()> {
    let sets = [
        (Figures::Months, "24 months"),
        (Figures::Days, "this month by day"),
        (Figures::Attention, "what needs attention"),
    ];
    for (figures, name) in sets {
        // The first round warms caches and is not counted.
        ask(tenancy, tenant, figures).await?;
        let mut times = Vec::new();
        for _ in 0..rounds {
            times.push(ask(tenancy, tenant, figures).await?);
        }
        times.sort();
        println!("dashboard, {name}: p50 {:.1} ms", millis(quantile(&times, 0.5)));
        goal("worst, ms", millis(quantile(&times, 1.0)), GOAL_WORST);
    }
    Ok(())
}

async fn ask(tenancy: &Tenancy, tenant: &Tenant, figures: Figures) -> anyhow::Result<Duration> {
    let today = Clock::default().now().with_timezone(&ZONE).date_naive();
    let began = Instant::now();
    let mut tx = tenancy.begin(tenant).await?;
    match figures {
        Figures::Months => {
            shipments::per_period(&mut tx, &Periods::months(24, today, ZONE), &RowScope::All).await?;
        }
        Figures::Days => {
            let days = Periods::days(first_of_month(today), today, ZONE);
            shipments::per_period(&mut tx, &days, &RowScope::All).await?;
        }
        Figures::Attention => {
            attention::counts(&mut tx, &RowScope::All, ZONE.name(), 999).await?;
        }
    }
    tx.commit().await?;
    Ok(began.elapsed())
}
