//! Reviews of the demo: the client was asked about its deliveries, and staff have answered and published.

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};
use server_core::state::AppState;
use support::reviews;
use tenancy::Host;

use super::demo::Browser;

const PATH: &str = "/api/reviews";

/// The scores and words of the client, in Portuguese and in English.
const WORDS: [(i16, [&str; 2]); 3] = [
    (5, ["Chegou antes do prazo, bem embalado.", "It came early and was well packed."]),
    (
        4,
        [
            "Tudo certo. O rastreamento poderia ter mais detalhes.",
            "All fine. Tracking could have more details.",
        ],
    ),
    (2, ["Ficou quatro dias parado na alfândega.", "It stood at customs for four days."]),
];
const ANSWER: [&str; 2] = [
    "Obrigado pelo retorno! Já estamos trabalhando nisso.",
    "Thank you for telling us. We are working on it.",
];

/// Asks about deliveries of the last days; rates, answers and publishes some, unless already done. At least one waits for the
/// client's words.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if staff.get(PATH).await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let tenant = Host::parse(host).and_then(|host| state.tenancy.resolve(&host)).context("no tenant")?;
    let mut tx = state.tenancy.begin(&tenant).await?;
    let shipments =
        reviews::list_candidates(&mut tx, state).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    reviews::invite(&mut tx, state, &shipments).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    tx.commit().await?;
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    let language = usize::from(slug != "atlantico");
    let asked = client.get(&format!("{PATH}?status=10")).await?;
    let asked: Vec<&Value> = asked["data"].as_array().into_iter().flatten().collect();
    let rated = asked.iter().take(asked.len().saturating_sub(1));
    for (at, (review, (score, words))) in rated.zip(&WORDS).enumerate() {
        let said = json!({ "score": score, "body": words[language], "version": review["version"] });
        let said = act(&client, review, "submit", said).await?;
        if at > 0 {
            let answer = json!({ "answer": ANSWER[language], "version": said["version"] });
            let answered = act(&staff, review, "answer", answer).await?;
            act(&staff, review, "publish", json!({ "version": answered["version"] })).await?;
        }
    }
    println!("{slug}: reviews");
    Ok(())
}

/// The review after an action.
async fn act(person: &Browser, review: &Value, verb: &str, form: Value) -> anyhow::Result<Value> {
    let id = review["id"].as_str().context("no review")?;
    Ok(person.send(Method::POST, &format!("{PATH}/{id}/{verb}"), Some(form)).await?["data"].take())
}
