//! Tests with a real Postgres, set by `REMESSA_ADMIN_URL`.

#[cfg(test)]
mod admin;
#[cfg(test)]
mod archive;
#[cfg(test)]
mod cancel;
#[cfg(test)]
mod citus;
#[cfg(test)]
mod escape;
#[cfg(test)]
mod injection;
#[cfg(test)]
mod kill;
#[cfg(test)]
mod live;
#[cfg(test)]
mod migrate;
#[cfg(test)]
mod outage;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod registry;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tenant_schema;
#[cfg(test)]
mod worker_away;
