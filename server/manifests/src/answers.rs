//! Answers of receivers about the houses of a sent manifest: by hand, or as a file.

use std::collections::{BTreeMap, HashMap};
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

/// An answer, and where it stands in its file or list, counted from 1.
#[derive(Clone, Debug)]
pub struct AnswerRow {
    pub number: usize,
    pub answer: ManifestHouseAnswer,
}

/// A house that is accepted in one row and rejected in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    pub house: String,
    pub rows: Vec<usize>,
}

impl Contradiction {
    pub fn to_params(&self) -> Params {
        let rows: Vec<String> = self.rows.iter().map(usize::to_string).collect();
        Params::from([("house", self.house.clone().into()), ("rows", rows.join(", ").into())])
    }
}

/// The first house about which the rows say both.
pub fn find_contradiction(rows: &[AnswerRow]) -> Option<Contradiction> {
    let mut by_house = BTreeMap::<String, Vec<&AnswerRow>>::new();
    for row in rows {
        by_house.entry(to_number(&row.answer.house)).or_default().push(row);
    }
    let says_both = |rows: &[&AnswerRow]| {
        HouseAnswer::ALL.iter().all(|answer| rows.iter().any(|row| row.answer.answer == *answer))
    };
    let (house, rows) = by_house.into_iter().find(|(_, rows)| says_both(rows))?;
    Some(Contradiction { house, rows: rows.iter().map(|row| row.number).collect() })
}

fn to_number(house: &str) -> String {
    house.trim().to_uppercase()
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

/// Answers in their forms, one for each house, with all reasons of its rejection. Returns 422 at the field of each one that says
/// too little.
pub fn check(sent: Vec<ManifestHouseAnswer>) -> ApiResult<Vec<ManifestHouseAnswer>> {
    let mut errors = FieldErrors::default();
    let mut places = HashMap::new();
    let mut answers: Vec<ManifestHouseAnswer> = Vec::with_capacity(sent.len());
    for (index, one) in sent.into_iter().enumerate() {
        let house = to_number(&one.house);
        let reason = one.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
        if house.is_empty() {
            errors.push(format!("houses.{index}.house"), MessageCode::Required);
        }
        if one.answer == HouseAnswer::Rejected && reason.is_none() {
            errors.push(format!("houses.{index}.reason"), MessageCode::Required);
        }
        let place = *places.entry(house.clone()).or_insert(answers.len());
        match answers.get_mut(place) {
            Some(known) => known.reason = join(known.reason.take(), reason),
            None => answers.push(ManifestHouseAnswer { house, answer: one.answer, reason }),
        }
    }
    errors.into_result()?;
    Ok(answers)
}

/// Both reasons, unless they are the same.
fn join(known: Option<String>, further: Option<String>) -> Option<String> {
    match (known, further) {
        (Some(known), Some(further)) if known != further => {
            Some(format!("{known}; {further}").chars().take(MAX_REASON).collect())
        }
        (known, further) => known.or(further),
    }
}

/// The answers of a table with the columns `house`, `answer` and, if there is one, `reason`.
pub fn read_file(file: File) -> Result<Option<Vec<AnswerRow>>, SheetError> {
    let read = read_all_rows(file, MAX_HOUSES + 100, None, &|_| false)?;
    Ok(read.and_then(|read| read_rows(&read.rows)))
}

/// None if a column is missing, or a row has another answer.
fn read_rows(rows: &[Vec<String>]) -> Option<Vec<AnswerRow>> {
    let is_blank = |row: &[String]| row.iter().all(|cell| cell.trim().is_empty());
    let mut rows = rows.iter().enumerate().filter(|(_, row)| !is_blank(row));
    let (_, header) = rows.next()?;
    let header: Vec<String> = header.iter().map(|cell| cell.trim().to_lowercase()).collect();
    let column = |name: &str| header.iter().position(|cell| cell == name);
    let (house, answer, reason) = (column("house")?, column("answer")?, column("reason"));
    let cell =
        |row: &[String], index: usize| row.get(index).map(|it| it.trim().to_owned()).unwrap_or_default();
    let read = |row: &[String]| {
        let reason = reason.map(|index| cell(row, index)).filter(|text| !text.is_empty());
        Some(ManifestHouseAnswer {
            house: cell(row, house),
            answer: HouseAnswer::from_name(&cell(row, answer).to_lowercase())?,
            reason: reason.map(|text| text.chars().take(MAX_REASON).collect()),
        })
    };
    rows.map(|(index, row)| Some(AnswerRow { number: index + 1, answer: read(row)? })).collect()
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
        let [first, second] = [&read[0].answer, &read[1].answer];
        assert_eq!((first.house.as_str(), first.answer), ("RMS1", HouseAnswer::Accepted));
        assert_eq!((second.answer, second.reason.as_deref()), (HouseAnswer::Rejected, Some("no CPF")));
        assert_eq!((read[0].number, read[1].number), (3, 4), "as the file counts them");
        assert!(read_rows(&rows(&[["house", "state", ""]])).is_none());
        assert!(read_rows(&rows(&[["house", "answer", ""], ["RMS1", "maybe", ""]])).is_none());
        assert!(read_rows(&[]).is_none());
    }

    fn one(house: &str, answer: HouseAnswer, reason: Option<&str>) -> ManifestHouseAnswer {
        ManifestHouseAnswer { house: house.into(), answer, reason: reason.map(str::to_owned) }
    }

    #[test]
    fn a_rejection_says_why_and_each_reason_stays() {
        assert!(check(vec![one("RMS1", HouseAnswer::Rejected, Some(" "))]).is_err());
        let checked = check(vec![
            one("rms1", HouseAnswer::Rejected, Some(" no CPF ")),
            one("RMS2", HouseAnswer::Accepted, None),
            one(" RMS1", HouseAnswer::Rejected, Some("no CPF")),
            one("RMS1", HouseAnswer::Rejected, Some("no value")),
            one("RMS2", HouseAnswer::Accepted, None),
        ])
        .unwrap();
        let told: Vec<_> = checked.iter().map(|one| (one.house.as_str(), one.reason.as_deref())).collect();
        assert_eq!(told, [("RMS1", Some("no CPF; no value")), ("RMS2", None)]);
    }

    #[test]
    fn a_house_with_both_answers_is_named_with_its_rows() {
        let found = |list: &[ManifestHouseAnswer]| {
            let rows = list.iter().cloned().enumerate();
            let rows: Vec<_> = rows.map(|(index, answer)| AnswerRow { number: index + 2, answer }).collect();
            find_contradiction(&rows)
        };
        let accepted = one("RMS1", HouseAnswer::Accepted, None);
        let rejected = one(" rms1", HouseAnswer::Rejected, Some("no CPF"));
        let other = one("RMS2", HouseAnswer::Rejected, Some("no CPF"));
        assert_eq!(found(&[accepted.clone(), other.clone(), accepted.clone()]), None);
        let both = Contradiction { house: "RMS1".into(), rows: vec![2, 4] };
        assert_eq!(found(&[accepted, other, rejected]), Some(both));
    }
}
