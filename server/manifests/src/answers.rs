//! Answers of receivers about the houses of a sent manifest: by hand, or as a file.

use std::collections::HashSet;
use std::fs::File;

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::contents::MAX_HOUSES;
use super::model::{HouseAnswer, ManifestHouseAnswer};
use super::store::{self, AnswerCounts, VersionKey};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use sheets::SheetError;
use sheets::preview::read_all_rows;

const MAX_REASON: usize = 500;

/// Who recorded answers, when, and from which file.
#[derive(Clone, Copy, Debug)]
pub struct AnsweredBy<'a> {
    pub user_id: Uuid,
    pub at: DateTime<Utc>,
    pub file_key: Option<&'a str>,
}

/// Records answers to a version, and counts the newest of each house.
pub async fn record(
    tx: &mut TenantTx,
    key: VersionKey,
    houses: &[ManifestHouseAnswer],
    others: Option<HouseAnswer>,
    by: AnsweredBy<'_>,
) -> ApiResult<AnswerCounts> {
    let names: Vec<String> = houses.iter().map(|one| one.house.clone()).collect();
    if let Some(house) = store::find_unknown_house(tx, key, &names).await? {
        let params = Params::from([("house", house.into())]);
        let mut errors = FieldErrors::default();
        errors.push_with("houses", MessageCode::ManifestHouseUnknown, params);
        return Err(ApiError::invalid(errors));
    }
    let answers: Vec<&str> = houses.iter().map(|one| one.answer.as_str()).collect();
    let reasons: Vec<Option<&str>> = houses.iter().map(|one| one.reason.as_deref()).collect();
    let insert = sqlx::query(store::INSERT_ANSWERS).bind(key.manifest_id).bind(key.revision).bind(&names);
    let insert = insert.bind(answers).bind(reasons).bind(by.at).bind(by.user_id).bind(by.file_key);
    insert.execute(&mut **tx).await?;
    if let Some(others) = others {
        let insert = sqlx::query(store::ANSWER_OTHERS).bind(key.manifest_id).bind(key.revision);
        let insert = insert.bind(&names).bind(others.as_str()).bind(by.at).bind(by.user_id);
        insert.execute(&mut **tx).await?;
    }
    let count = sqlx::query_as(store::COUNT_ANSWERS).bind(key.manifest_id).bind(key.revision);
    Ok(count.fetch_one(&mut **tx).await?)
}

/// Answers in their forms. Returns 422 at the field of each one that says too little.
pub fn check(sent: Vec<ManifestHouseAnswer>) -> ApiResult<Vec<ManifestHouseAnswer>> {
    let mut errors = FieldErrors::default();
    let mut seen = HashSet::new();
    let mut answers = Vec::with_capacity(sent.len());
    for (index, one) in sent.into_iter().enumerate() {
        let house = one.house.trim().to_uppercase();
        let reason = one.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
        if house.is_empty() {
            errors.push(format!("houses.{index}.house"), MessageCode::Required);
        }
        if one.answer == HouseAnswer::Rejected && reason.is_none() {
            errors.push(format!("houses.{index}.reason"), MessageCode::Required);
        }
        // The last word about a house counts.
        if !seen.insert(house.clone()) {
            answers.retain(|known: &ManifestHouseAnswer| known.house != house);
        }
        answers.push(ManifestHouseAnswer { house, answer: one.answer, reason });
    }
    errors.into_result()?;
    Ok(answers)
}

/// The answers of a table with the columns `house`, `answer` and, if there is one, `reason`.
pub fn read_file(file: File) -> Result<Option<Vec<ManifestHouseAnswer>>, SheetError> {
    let read = read_all_rows(file, MAX_HOUSES + 100, None, &|_| false)?;
    Ok(read.and_then(|read| read_rows(&read.rows)))
}

/// None if a column is missing, or a row has another answer.
fn read_rows(rows: &[Vec<String>]) -> Option<Vec<ManifestHouseAnswer>> {
    let is_blank = |row: &&Vec<String>| row.iter().all(|cell| cell.trim().is_empty());
    let mut rows = rows.iter().filter(|row| !is_blank(row));
    let header: Vec<String> = rows.next()?.iter().map(|cell| cell.trim().to_lowercase()).collect();
    let column = |name: &str| header.iter().position(|cell| cell == name);
    let (house, answer, reason) = (column("house")?, column("answer")?, column("reason"));
    let cell =
        |row: &[String], index: usize| row.get(index).map(|it| it.trim().to_owned()).unwrap_or_default();
    let read = |row: &Vec<String>| {
        let reason = reason.map(|index| cell(row, index)).filter(|text| !text.is_empty());
        Some(ManifestHouseAnswer {
            house: cell(row, house),
            answer: HouseAnswer::from_name(&cell(row, answer).to_lowercase())?,
            reason: reason.map(|text| text.chars().take(MAX_REASON).collect()),
        })
    };
    rows.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &[[&str; 3]]) -> Vec<Vec<String>> {
        text.iter().map(|row| row.map(str::to_owned).to_vec()).collect()
    }

    #[test]
    fn a_table_is_read_by_its_column_names() {
        let table = rows(&[
            ["Answer", " HOUSE", "reason"],
            ["", "", ""],
            ["accepted", "RMS1", ""],
            ["Rejected", "rms2", "no CPF"],
        ]);
        let read = read_rows(&table).unwrap();
        assert_eq!((read[0].house.as_str(), read[0].answer), ("RMS1", HouseAnswer::Accepted));
        assert_eq!((read[1].answer, read[1].reason.as_deref()), (HouseAnswer::Rejected, Some("no CPF")));
        assert!(read_rows(&rows(&[["house", "state", ""]])).is_none());
        assert!(read_rows(&rows(&[["house", "answer", ""], ["RMS1", "maybe", ""]])).is_none());
        assert!(read_rows(&[]).is_none());
    }

    #[test]
    fn a_rejection_says_why_and_the_last_word_counts() {
        let one = |house: &str, answer, reason: Option<&str>| ManifestHouseAnswer {
            house: house.into(),
            answer,
            reason: reason.map(str::to_owned),
        };
        assert!(check(vec![one("RMS1", HouseAnswer::Rejected, Some(" "))]).is_err());
        let checked = check(vec![
            one("rms1", HouseAnswer::Rejected, Some(" no CPF ")),
            one(" RMS1", HouseAnswer::Accepted, None),
        ])
        .unwrap();
        assert_eq!(checked.len(), 1);
        assert_eq!((checked[0].house.as_str(), checked[0].answer), ("RMS1", HouseAnswer::Accepted));
    }
}
