//! The common behaviour of plain records: list, search, sort, filter, update, switch, audit, and no access
//! for external users.

use serde_json::{Value, json};

use super::{ATLANTICO, Person, TestApp};
use crate::users::audited;

/// The description of a plain record for these tests.
pub struct PlainRecord {
    pub path: &'static str,
    /// Name of the resource in the audit log.
    pub resource: &'static str,
    /// The field that reports `taken` when a form is sent twice.
    pub unique: &'static str,
    /// The field that holds the name.
    pub named: &'static str,
    /// The form with this name.
    pub form: fn(&str) -> Value,
    /// A field of the form, and another value for it: JSON, or a text.
    pub change: (&'static str, &'static str),
    pub sorts: &'static [&'static str],
    pub ends: Ends,
}

/// The end of a record, and its owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// It is the company's, and can be deactivated.
    Switched,
    /// It is a client's or the company's, and can be deleted.
    Deleted,
}

const FIRST: &str = "Ágora Norte 77";
const SECOND: &str = "Zebra Sul 78";

pub async fn behaves_as_plain_record(record: &PlainRecord) {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let first = admin.post(record.path, (record.form)(FIRST)).await.data();
    let second = admin.post(record.path, (record.form)(SECOND)).await.data();
    assert_eq!(admin.get(&record.at(&first, "")).await.data(), first);
    record.is_listed(&admin, (&first, &second)).await;
    record.is_changed(&app, &admin, &first).await;
    if record.ends == Ends::Switched {
        assert_eq!(first["active"], json!(true));
        record.is_switched(&app, &admin, &second).await;
        record.is_excluded(&app, &admin, &second).await;
        record.is_closed_to_clients(&app, &first).await;
    } else {
        record.is_own_to_clients(&app, &first).await;
        record.is_deleted(&app, &admin, &second).await;
    }
}

impl PlainRecord {
    fn at(&self, record: &Value, end: &str) -> String {
        format!("{}/{}{end}", self.path, record["id"].as_str().unwrap())
    }

    async fn names(&self, person: &Person, query: &str) -> Vec<String> {
        let data = person.get(&format!("{}?{query}", self.path)).await.data();
        data.as_array().unwrap().iter().map(|one| one[self.named].as_str().unwrap().to_owned()).collect()
    }

    async fn is_listed(&self, admin: &Person, (first, second): (&Value, &Value)) {
        let name = |record: &Value| record[self.named].as_str().unwrap().to_owned();
        for words in
            ["AGORA%20nor", "norte%20%C3%A1gora", "77", "%207"].map(|words| format!("search={words}"))
        {
            assert!(self.names(admin, &words).await.contains(&name(first)), "{words}");
        }
        assert_eq!(self.names(admin, "search=agora%20sul").await, Vec::<String>::new(), "every word counts");
        assert_eq!(
            self.names(admin, "search=gora").await,
            Vec::<String>::new(),
            "words are found by their beginning"
        );
        assert_eq!(
            self.names(admin, "search=%25").await,
            Vec::<String>::new(),
            "nothing typed is a wildcard"
        );
        for key in self.sorts {
            let (up, down) = (
                self.names(admin, &format!("sort={key}")).await,
                self.names(admin, &format!("sort=-{key}")).await,
            );
            assert_eq!(up.len(), down.len());
        }
        let sort = format!("search=7&sort={}", self.named);
        assert_eq!(self.names(admin, &sort).await, [name(first), name(second)]);
        assert_eq!(self.names(admin, &sort.replace("sort=", "sort=-")).await, [name(second), name(first)]);
        let unknown = admin.get(&format!("{}?sort=nothing", self.path)).await;
        assert_eq!((unknown.status, unknown.code_at("sort")), (422, "unknown_option".into()));
        let page = admin.get(&format!("{}?page=2&per_page=10&search=7", self.path)).await.json();
        assert_eq!((&page["data"], &page["meta"]["total"]), (&json!([]), &json!(2)));
    }

    async fn is_changed(&self, app: &TestApp, admin: &Person, first: &Value) {
        let at = self.at(first, "");
        let taken = admin.post(self.path, (self.form)(FIRST)).await;
        assert_eq!((taken.status, taken.code_at(self.unique)), (422, "taken".into()));

        let same = admin.patch(&at, json!({ "version": first["version"] })).await.data();
        assert_eq!(&same, first, "an update that changes nothing writes nothing");
        let update = format!("{}.update", self.resource);
        assert_eq!(audited(app, &update).await.len(), 0);

        let (field, value) = &self.change;
        let value: Value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
        let change = json!({ "version": first["version"], *field: value });
        let changed = admin.patch(&at, change.clone()).await.data();
        assert_eq!((&changed[*field], &changed[self.named]), (&value, &first[self.named]), "the rest stays");
        assert_eq!(audited(app, &update).await[0].2, json!({ *field: [first[*field], value] }));

        let stale = admin.patch(&at, change).await;
        assert_eq!((stale.status, stale.message_code()), (409, "stale_version".into()));
        let blind = admin.patch(&at, json!({ *field: value })).await;
        assert_eq!((blind.status, blind.code_at("version")), (422, "required".into()));
        let nobody =
            admin.patch(&format!("{}/{}", self.path, uuid::Uuid::now_v7()), json!({ "version": 1 })).await;
        assert_eq!(nobody.status, 404);
    }

    async fn is_switched(&self, app: &TestApp, admin: &Person, second: &Value) {
        let off = admin.post(&self.at(second, "/deactivate"), json!({})).await.data();
        let expected = (&json!(false), &json!(false), &json!(true));
        assert_eq!((&off["active"], &off["can"]["deactivate"], &off["can"]["activate"]), expected);
        let again = admin.post(&self.at(second, "/deactivate"), json!({})).await.data();
        assert_eq!(again, off, "switching off twice is switching off once");
        assert_eq!(audited(app, &format!("{}.deactivate", self.resource)).await.len(), 1);
        let name = second[self.named].as_str().unwrap();
        assert_eq!(self.names(admin, "active=0&search=7").await, [name]);
        assert!(!self.names(admin, "active=1").await.contains(&name.to_owned()));
        let on = admin.post(&self.at(second, "/activate"), json!({})).await.data();
        assert_eq!(on["active"], json!(true));
        assert_eq!(audited(app, &format!("{}.activate", self.resource)).await.len(), 1);
    }

    /// A record that was changed is kept and can be restored; one that was not is gone.
    async fn is_excluded(&self, app: &TestApp, admin: &Person, second: &Value) {
        let (at, name) = (self.at(second, ""), second[self.named].as_str().unwrap());
        assert_eq!(admin.delete(&at).await.data(), json!({ "restorable": true }));
        assert!(!self.names(admin, "").await.contains(&name.to_owned()));
        assert_eq!(self.names(admin, "active=2").await, [name]);
        assert_eq!(self.names(admin, "active=0&search=7").await, Vec::<String>::new());
        let gone = admin.get(&at).await.data();
        assert!(gone["excluded_at"].is_string() && gone["active"] == false, "{gone}");
        let can = ["update", "activate", "deactivate", "delete", "restore"].map(|verb| &gone["can"][verb]);
        assert_eq!(can, [&json!(false), &json!(false), &json!(false), &json!(false), &json!(true)]);
        for answer in [
            admin.post(&self.at(second, "/activate"), json!({})).await,
            admin.patch(&at, json!({ "version": gone["version"] })).await,
            admin.delete(&at).await,
        ] {
            assert_eq!((answer.status, answer.message_code()), (409, "record_excluded".into()));
        }
        let taken = admin.post(self.path, (self.form)(SECOND)).await;
        assert_eq!((taken.status, taken.code_at(self.unique)), (422, "taken_by_excluded".into()));
        let back = admin.post(&self.at(second, "/restore"), json!({})).await.data();
        assert_eq!((&back["active"], &back["excluded_at"]), (&json!(true), &json!(null)));
        assert!(self.names(admin, "").await.contains(&name.to_owned()));
        let again = admin.post(&self.at(second, "/restore"), json!({})).await;
        assert_eq!((again.status, again.message_code()), (409, "record_not_excluded".into()));
        assert_eq!(audited(app, &format!("{}.restore", self.resource)).await.len(), 1);

        let fresh = admin.post(self.path, (self.form)("Nova 79")).await.data();
        let deletion = admin.delete(&self.at(&fresh, "")).await.data();
        // A client has a number and people: it is always kept.
        let is_kept = self.resource == "client";
        assert_eq!(deletion, json!({ "restorable": is_kept }));
        let status = admin.get(&self.at(&fresh, "")).await.status;
        assert_eq!(status, if is_kept { 200 } else { 404 });
        assert_eq!(audited(app, &format!("{}.delete", self.resource)).await.len(), 2);
    }

    async fn is_deleted(&self, app: &TestApp, admin: &Person, second: &Value) {
        let at = self.at(second, "");
        let (gone, again) = (admin.delete(&at).await, admin.delete(&at).await);
        assert_eq!((gone.status, again.status, admin.get(&at).await.status), (200, 404, 404));
        let entries = audited(app, &format!("{}.delete", self.resource)).await;
        assert_eq!((entries.len(), &entries[0].2[self.named]), (1, &json!([second[self.named], null])));
    }

    /// A client sees and changes its own records, and no others.
    async fn is_own_to_clients(&self, app: &TestApp, first: &Value) {
        let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
        let mine = client.post(self.path, (self.form)("Mine 79")).await.data();
        assert_eq!(self.names(&client, "").await, ["Mine 79"]);
        assert_eq!(self.names(&other, "").await, Vec::<String>::new());
        for (person, record) in [(&other, &mine), (&client, first)] {
            let at = self.at(record, "");
            let tries = [
                person.get(&at).await,
                person.patch(&at, json!({ "version": 1 })).await,
                person.delete(&at).await,
            ];
            assert_eq!(tries.map(|answer| answer.status), [404; 3]);
        }
    }

    async fn is_closed_to_clients(&self, app: &TestApp, first: &Value) {
        let client = app.client(ATLANTICO).await;
        let tries = [
            client.get(self.path).await,
            client.get(&self.at(first, "")).await,
            client.post(self.path, (self.form)("Mine 79")).await,
            client.patch(&self.at(first, ""), json!({ "version": 1 })).await,
            client.post(&self.at(first, "/deactivate"), json!({})).await,
            client.delete(&self.at(first, "")).await,
            client.post(&self.at(first, "/restore"), json!({})).await,
        ];
        assert_eq!(tries.map(|answer| answer.status), [403; 7]);
    }
}
