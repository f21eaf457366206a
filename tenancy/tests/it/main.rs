//! Cases against a real Postgres, named by `REMESSA_ADMIN_URL`.

#[cfg(test)]
mod registry;
#[cfg(test)]
mod support;
