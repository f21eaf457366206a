//! A client announces a deposit, staff confirm it, and the statement shows it.

use chrono::{TimeDelta, Timelike};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{announce, bank_account, charged, client_of, dec, deposit, figures, give_credit, id};
use crate::partners;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::users::audited;

/// The people and the accounts of a story.
struct Story {
    app: TestApp,
    admin: Person,
    staff: Person,
    user: Person,
    client: String,
    bank: String,
}

impl Story {
    async fn begin() -> Self {
        Self::begin_in(TestApp::start().await).await
    }

    async fn begin_in(app: TestApp) -> Self {
        let (admin, staff, user) =
            (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        let (client, bank) = (client_of(&user).await, bank_account(&admin, "Atlântico", "BRL").await);
        Self { app, admin, staff, user, client, bank }
    }

    async fn figures(&self) -> [String; 2] {
        figures(&self.user, &self.client).await
    }

    /// All that is wrong is told at its field.
    async fn refuses_wrong_input(&self) {
        let mut wrong = deposit(&Uuid::now_v7().to_string(), "4111 1111 1111 1111", "10.005");
        wrong[4].1 = "2199-01-01".into();
        let answer = announce(&self.user, &wrong).await;
        let told = ["bank_account_id", "reference", "paid_on"].map(|field| answer.code_at(field));
        assert_eq!(told, ["unknown_option", "card_number", "day_in_the_future"]);
        let answer = announce(&self.user, &deposit(&self.bank, "E1", "10.005")).await;
        assert_eq!(answer.code_at("amount"), "too_many_decimals");
        let answer = announce(&self.user, &deposit(&self.bank, "E1", "-5")).await;
        assert_eq!(answer.code_at("amount"), "must_be_positive");
    }

    /// Staff confirm a deposit once; the client is told.
    async fn confirms(&self) {
        let fields = deposit(&self.bank, "E18120", "250.00");
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let file = ("file", "pix.pdf", &b"%PDF-1.7"[..]);
        let made = self.user.upload("/api/deposits", file, &fields).await.data();
        assert_eq!(made["can"], json!({ "confirm": false, "refuse": false, "withdraw": true }));
        let receipt = self.user.get(&format!("/api/deposits/{}/receipt", id(&made))).await;
        assert_eq!(receipt.text(), "%PDF-1.7");
        let again = with_client(deposit(&self.bank, "e18120", "250.00"), &self.client);
        assert_eq!(announce(&self.staff, &again).await.code_at("reference"), "payment_known");
        assert_eq!(self.figures().await, ["0", "0"]);
        let path = format!("/api/deposits/{}", id(&made));
        let confirm = format!("{path}/confirm");
        assert_eq!(self.user.post(&confirm, json!({ "version": 1 })).await.status, 403);
        let stale = self.staff.post(&confirm, json!({ "version": 7 })).await;
        assert_eq!(stale.message_code(), "stale_version");
        let done = self.staff.post(&confirm, json!({ "version": 1 })).await.data();
        assert_eq!((&done["status"], &done["decided_by_name"]), (&json!(20), &json!("Sofia Reis")));
        let again = self.staff.post(&confirm, json!({ "version": 2 })).await;
        assert_eq!((again.status, again.message_code()), (409, "deposit_decided".into()));
        assert_eq!(self.user.get(&path).await.data()["decided_by_name"], Value::Null);
        assert_eq!(self.figures().await, ["250", "250"]);
        let notices = self.user.get("/api/notifications").await.data();
        assert_eq!(notices[0]["data"]["code"], "deposit_confirmed");
    }

    /// A refused payment can be announced again, and withdrawn.
    async fn refuses(&self) {
        let made = announce(&self.user, &deposit(&self.bank, "E2", "80.00")).await.data();
        let path = format!("/api/deposits/{}", id(&made));
        let refuse = |reason: &str| json!({ "version": 1, "reason": reason });
        let blank = self.staff.post(&format!("{path}/refuse"), refuse(" ")).await;
        assert_eq!(blank.code_at("reason"), "required");
        self.staff.post(&format!("{path}/refuse"), refuse("Not on the account")).await.data();
        assert_eq!(self.user.get(&path).await.data()["reason"], "Not on the account");
        let again = announce(&self.user, &deposit(&self.bank, "E2", "80.00")).await.data();
        let path = format!("/api/deposits/{}/withdraw", id(&again));
        self.user.post(&path, json!({ "version": 1 })).await.data();
        let list = self.staff.get("/api/deposits?status=20&search=e181&sort=-amount").await.data();
        assert_eq!(list.as_array().unwrap().len(), 1);
        let path = format!("/api/deposits?client_id={}&from=2026-11-01&to=2026-11-30", self.client);
        let totals = json!({ "waiting": 0, "confirmed": 1, "withdrawn": 1, "refused": 1 });
        assert_eq!(self.staff.get(&path).await.json()["meta"]["totals"], totals);
    }

    /// Refund and adjustment, each once for its key.
    async fn changes_by_hand(&self) {
        let path = format!("/api/clients/{}/wallet", self.client);
        let refund = json!({
            "key": Uuid::now_v7(), "amount": "50.00", "bank_account_id": self.bank, "reference": "TED 9",
            "reason": "Asked by the client",
        });
        assert_eq!(self.staff.post(&format!("{path}/refund"), refund.clone()).await.status, 403);
        for _ in 0..2 {
            self.admin.post(&format!("{path}/refund"), refund.clone()).await.data();
        }
        let mut other = refund.clone();
        other["amount"] = json!("60.00");
        assert_eq!(self.admin.post(&format!("{path}/refund"), other).await.message_code(), "key_used");
        let adjust = |amount: &str| json!({ "key": Uuid::now_v7(), "amount": amount, "currency": "BRL", "reason": "Goodwill" });
        let zero = self.admin.post(&format!("{path}/adjust"), adjust("0")).await;
        assert_eq!(zero.code_at("amount"), "amount_zero");
        let short = self.admin.post(&format!("{path}/adjust"), adjust("-200.01")).await;
        assert_eq!((short.status, short.message_code()), (409, "insufficient_funds".into()));
        let told = json!({ "available": "200.00", "needed": "200.01", "currency": "BRL" });
        assert_eq!(short.json()["params"], told);
        self.admin.post(&format!("{path}/adjust"), adjust("-0.50")).await.data();
        assert_eq!(self.figures().await, ["199.5", "199.5"]);
        assert_eq!(audited(&self.app, "wallet.refund").await.len(), 1);
    }

    async fn shows_the_statement(&self) {
        let path = format!("/api/clients/{}/wallet/entries", self.client);
        let entries = self.user.get(&path).await.data();
        let told: Vec<_> = entries
            .as_array()
            .unwrap()
            .iter()
            .map(|one| ["kind", "label", "amount", "balance_after"].map(|field| one[field].as_str().unwrap()))
            .collect();
        assert_eq!(
            told,
            [
                ["adjustment", "", "-0.5", "199.5"],
                ["refund", "TED 9", "-50", "200"],
                ["deposit_confirmed", "E18120", "250", "250"],
            ]
        );
        let found = format!("{path}?search=ted&kind=refund&currency=brl&from=2026-01-01");
        assert_eq!(self.user.get(&found).await.data().as_array().unwrap().len(), 1);
        let wallets = self.staff.get("/api/wallets?search=horizonte&currency=BRL&owing=false").await.data();
        assert_eq!(wallets[0]["balance"], "199.5");
    }
}

#[tokio::test]
async fn a_deposit_is_announced_confirmed_once_and_shown_in_the_statement() {
    let story = Story::begin().await;
    let path = format!("/api/clients/{}/deposit_accounts", story.client);
    let account = story.user.get(&path).await.data()[0].clone();
    assert_eq!((&account["id"], &account["account"]), (&json!(story.bank), &json!("12345-6")));
    story.refuses_wrong_input().await;
    story.confirms().await;
    story.refuses().await;
    story.changes_by_hand().await;
    story.shows_the_statement().await;
}

fn with_client(mut fields: Vec<(&'static str, String)>, client: &str) -> Vec<(&'static str, String)> {
    fields.push(("client_id", client.to_owned()));
    fields
}

#[tokio::test]
async fn a_payment_has_a_day_that_has_begun_at_the_company_or_where_the_user_is() {
    let app = TestApp::start().await;
    // From ten in the morning in Greenwich the company in São Paulo has the same day, Kiritimati the next.
    let hour = i64::from(app.state.clock.now().hour());
    app.state.clock.advance(TimeDelta::hours((12 - hour).rem_euclid(24)));
    let now = app.state.clock.now();
    let Story { app: _app, staff, user, bank, .. } = Story::begin_in(app).await;
    crate::account::patch(&user, &[("preferred_timezone_id", "Pacific/Kiritimati")]).await.data();
    let paid_on = |days: i64, reference: &str| {
        let mut fields = deposit(&bank, reference, "10.00");
        fields[4].1 = (now.date_naive() + TimeDelta::days(days)).to_string();
        fields
    };
    announce(&user, &paid_on(0, "D1")).await.data();
    announce(&user, &paid_on(1, "D2")).await.data();
    assert_eq!(announce(&user, &paid_on(2, "D3")).await.code_at("paid_on"), "day_in_the_future");
    let tomorrow = with_client(paid_on(1, "D4"), &client_of(&user).await);
    assert_eq!(announce(&staff, &tomorrow).await.code_at("paid_on"), "day_in_the_future");
}

#[tokio::test]
async fn money_of_others_does_not_exist() {
    let app = TestApp::start().await;
    let (admin, user, other) =
        (app.admin(ATLANTICO).await, app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let (client, bank) = (client_of(&user).await, bank_account(&admin, "Atlântico", "BRL").await);
    let made = announce(&user, &deposit(&bank, "E1", "10.00")).await.data();
    let theirs = [
        format!("/api/clients/{client}/wallet"),
        format!("/api/clients/{client}/wallet/entries"),
        format!("/api/clients/{client}/deposit_accounts"),
        format!("/api/deposits/{}", id(&made)),
        format!("/api/deposits/{}/receipt", id(&made)),
    ];
    for path in &theirs {
        assert_eq!(other.get(path).await.status, 404, "{path}");
        assert_eq!(app.admin(PACIFIC).await.get(path).await.status, 404, "{path}");
    }
    assert_eq!(other.get("/api/deposits").await.data(), json!([]));
    assert_eq!(other.get(&format!("/api/deposits?client_id={client}")).await.data(), json!([]));
    // A client announces for itself, whatever the form says.
    let fields = with_client(deposit(&bank, "E9", "10.00"), &client);
    let its_own = announce(&other, &fields).await.data();
    assert_eq!(its_own["client_id"], json!(client_of(&other).await));
    many_are_confirmed_in_one_call(&app, &admin, (&made, &its_own)).await;
}

/// Each deposit has its own result; what is refused does not affect the others.
async fn many_are_confirmed_in_one_call(app: &TestApp, admin: &Person, (first, second): (&Value, &Value)) {
    let path = "/api/deposits/confirm";
    let choice = |id: &Value, version: i32| json!({ "id": id, "version": version });
    let own = json!({ "deposits": [choice(&first["id"], 1)] });
    assert_eq!(app.client(ATLANTICO).await.post(path, own.clone()).await.status, 403);
    let codes = |answer: &Value| -> Vec<Value> {
        answer.as_array().unwrap().iter().map(|one| one["message_code"].clone()).collect()
    };
    let foreign = app.admin(PACIFIC).await.post(path, own).await.data();
    assert_eq!(codes(&foreign), [json!("not_found")]);
    let all = [
        choice(&first["id"], 1),
        choice(&json!(Uuid::now_v7()), 1),
        choice(&second["id"], 9),
        choice(&first["id"], 1),
    ];
    let told = admin.post(path, json!({ "deposits": all })).await.data();
    let expected = [Value::Null, json!("not_found"), json!("stale_version"), json!("deposit_decided")];
    assert_eq!(codes(&told), expected, "{told}");
    assert_eq!(told[0]["deposit"]["status"], 20);
    let client = first["client_id"].as_str().unwrap();
    assert_eq!(figures(admin, client).await, ["10", "10"], "once");
    let none = admin.post(path, json!({ "deposits": [] })).await;
    assert_eq!(none.code_at("deposits"), "too_few");
}

/// An issued invoice over freight and a duty of 5.00.
async fn issue_invoice(app: &TestApp, admin: &Person, client: &str, freight: &str) -> Value {
    charged(app, ATLANTICO, client, (freight, "5.00")).await;
    let days = json!({ "client_id": client, "currency": "BRL", "period_from": "2026-01-01", "period_to": "2099-12-31" });
    let draft = admin.post("/api/invoices", days).await.data();
    let issue = json!({ "version": draft["version"] });
    admin.post(&format!("/api/invoices/{}/issue", id(&draft)), issue).await.data()
}

/// The BRL in a client's wallet, less its debt for invoices.
async fn worth(person: &Person, client: &str) -> rust_decimal::Decimal {
    let wallet = person.get(&format!("/api/clients/{client}/wallet")).await.data();
    let reais = wallet["balances"].as_array().unwrap().iter().filter(|one| one["currency"] == "BRL");
    reais.map(|one| dec(one["balance"].as_str().unwrap()) - dec(one["invoiced"].as_str().unwrap())).sum()
}

#[tokio::test]
async fn a_merge_moves_money_and_debts_by_entries() {
    let app = TestApp::start().await;
    let (admin, user) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let (duplicate, bank) = (client_of(&user).await, bank_account(&admin, "Atlântico", "BRL").await);
    let stays = admin.post("/api/clients", partners::form("Horizonte Ltda.")).await.data();
    let made = announce(&user, &deposit(&bank, "E1", "70.00")).await.data();
    announce(&user, &deposit(&bank, "E2", "5.00")).await.data();
    admin.post(&format!("/api/deposits/{}/confirm", id(&made)), json!({ "version": 1 })).await.data();
    let other = with_client(deposit(&bank, "E3", "10.00"), id(&stays));
    let other = announce(&admin, &other).await.data();
    admin.post(&format!("/api/deposits/{}/confirm", id(&other)), json!({ "version": 1 })).await.data();
    give_credit(&admin, &duplicate, "100").await;
    // The wallet pays 70.00 of one invoice, and the other one whole.
    let invoices = [
        issue_invoice(&app, &admin, &duplicate, "95.00").await,
        issue_invoice(&app, &admin, id(&stays), "4.00").await,
    ];
    assert_eq!(worth(&admin, &duplicate).await, dec("-30"));
    assert_eq!(worth(&admin, id(&stays)).await, dec("1"));
    let stays = admin.get(&format!("/api/clients/{}", id(&stays))).await.data();
    let record = admin.get(&format!("/api/clients/{duplicate}")).await.data();
    let merge = json!({ "duplicate_id": duplicate, "version": stays["version"], "duplicate_version": record["version"] });
    let preview =
        admin.get(&format!("/api/clients/{}/merge?duplicate_id={duplicate}", id(&stays))).await.data();
    assert_eq!((&preview["moves"]["deposits"], &preview["moves"]["invoices"]), (&json!(2), &json!(1)));
    assert_eq!(preview["money"], json!([{ "currency": "BRL", "balance": "0", "invoiced": "30" }]));
    admin.post(&format!("/api/clients/{}/merge", id(&stays)), merge).await.data();
    // Both wallets and both debts are one; no cent is lost.
    assert_eq!(worth(&admin, id(&stays)).await, dec("-29"));
    assert_eq!(figures(&admin, id(&stays)).await[0], "1");
    assert_eq!(worth(&admin, &duplicate).await, dec("0"));
    for invoice in &invoices {
        let shown = admin.get(&format!("/api/invoices/{}", id(invoice))).await.data();
        assert_eq!((&shown["client_id"], &shown["number"]), (&stays["id"], &invoice["number"]));
    }
    let payment = json!({ "key": Uuid::now_v7(), "source": "bank", "bank_account_id": bank, "reference": "E4",
                          "amount": "30.00", "paid_on": "2026-11-20" });
    let paid = admin.post(&format!("/api/invoices/{}/payments", id(&invoices[0])), payment).await.data();
    assert_eq!((&paid["status"], &paid["client_id"]), (&json!("paid"), &stays["id"]));
    assert_eq!(worth(&admin, id(&stays)).await, dec("1"));
    let waiting = admin.get(&format!("/api/deposits?client_id={}&status=10", id(&stays))).await.data();
    assert_eq!(waiting.as_array().unwrap().len(), 1);
    let path = format!("/api/clients/{duplicate}/wallet/adjust");
    let adjust = json!({ "key": Uuid::now_v7(), "amount": "1", "currency": "BRL", "reason": "x" });
    assert_eq!(admin.post(&path, adjust).await.message_code(), "client_merged");
    let mut tx = super::begin(&app).await;
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
}

#[tokio::test]
async fn a_waiting_reference_is_taken_for_its_client_only_and_a_payment_counts_once() {
    let Story { app, staff, user, bank, .. } = Story::begin().await;
    let other = app.signed_in(ATLANTICO, "client2").await;
    let stolen = announce(&other, &deposit(&bank, "E777", "90.00")).await.data();
    assert_eq!(
        announce(&other, &deposit(&bank, "e777", "90.00")).await.code_at("reference"),
        "payment_known"
    );
    let own = announce(&user, &deposit(&bank, "E777", "90.00")).await.data();
    let confirm = async |made: &Value| {
        staff.post(&format!("/api/deposits/{}/confirm", id(made)), json!({ "version": 1 })).await
    };
    assert_eq!(confirm(&own).await.status, 200);
    let again = confirm(&stolen).await;
    assert_eq!((again.status, again.message_code()), (409, "payment_known".into()));
    assert_eq!(announce(&user, &deposit(&bank, "E777", "90.00")).await.code_at("reference"), "payment_known");
}

#[tokio::test]
async fn a_payment_that_both_clients_announced_waits_once_after_their_merge() {
    let Story { app: _app, admin, user, client, bank, .. } = Story::begin().await;
    let stays = admin.post("/api/clients", partners::form("Horizonte Ltda.")).await.data();
    announce(&user, &deposit(&bank, "E5", "70.00")).await.data();
    let theirs = with_client(deposit(&bank, "e5", "70.00"), id(&stays));
    announce(&admin, &theirs).await.data();
    let path = format!("/api/clients/{}", id(&stays));
    let preview = admin.get(&format!("{path}/merge?duplicate_id={client}")).await.data();
    assert_eq!((&preview["shared"]["deposits"], &preview["moves"]["deposits"]), (&json!(1), &json!(1)));
    let versions = [
        admin.get(&path).await.data()["version"].clone(),
        admin.get(&format!("/api/clients/{client}")).await.data()["version"].clone(),
    ];
    let merge = json!({ "duplicate_id": client, "version": versions[0], "duplicate_version": versions[1] });
    assert_eq!(admin.post(&format!("{path}/merge"), merge).await.status, 200);
    for (status, expected) in [(10, 1), (80, 1)] {
        let list = format!("/api/deposits?client_id={}&status={status}", id(&stays));
        assert_eq!(admin.get(&list).await.data().as_array().unwrap().len(), expected, "{status}");
    }
}
