//! The plain records of a company. Each is tried by what all of them have in common (`support::plain_record`), and one of each
//! stands in the isolation walk.

use crate::support::plain_record::{PlainRecord, behaves_as_plain_record};
use crate::{packages, partners, subsidiaries};

const PACKAGE: PlainRecord = PlainRecord {
    path: "/api/packages",
    resource: "package",
    named: "code",
    form: |name| packages::form(name, "Caixa"),
    change: ("package_type", "tube"),
    sorts: &["code", "package_type", "max_weight_g", "updated_at"],
};
const PARTNER: PlainRecord = PlainRecord {
    path: "/api/partners",
    resource: "partner",
    named: "name",
    form: partners::form,
    change: ("city", "Paulista"),
    sorts: &["code", "name", "city", "user_count", "updated_at"],
};
const SUBSIDIARY: PlainRecord = PlainRecord {
    path: "/api/subsidiaries",
    resource: "subsidiary",
    named: "title",
    form: subsidiaries::form,
    change: ("city", "Paulista"),
    sorts: &["title", "city", "user_count", "updated_at"],
};
pub const ALL: [&PlainRecord; 3] = [&PACKAGE, &PARTNER, &SUBSIDIARY];

#[tokio::test]
async fn a_package_is_a_plain_record() {
    behaves_as_plain_record(&PACKAGE).await;
}

#[tokio::test]
async fn a_partner_is_a_plain_record() {
    behaves_as_plain_record(&PARTNER).await;
}

#[tokio::test]
async fn a_subsidiary_is_a_plain_record() {
    behaves_as_plain_record(&SUBSIDIARY).await;
}
