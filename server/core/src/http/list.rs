//! Paging, sorting and totals of lists.

use poem::{IntoResponse, Response};
use poem_openapi::payload::Json;
use poem_openapi::registry::{MetaResponses, Registry};
// `types::Type` is not imported: its `is_empty` would be chosen for `&&str`.
use poem_openapi::types::{ParseFromJSON, ToJSON};
use poem_openapi::{ApiResponse, Object};
use serde::Serialize;
use sqlx::{Postgres, QueryBuilder};

use super::error::{ApiError, ApiResult, FieldErrors};
use super::messages::{MessageCode, Params};

/// Most records of a list that can be counted and paged through.
pub const TOTAL_CAP: i64 = 10_000;
/// The first pages count up to here; above, the list shows "1,000+". In a list with more matches than [`TOTAL_CAP`], only
/// this many records can be paged through.
pub const FIRST_CAP: i64 = 1_000;
const DEFAULT_PER_PAGE: i64 = 25;

/// One record.
#[derive(Object)]
pub struct Item<T: ParseFromJSON + ToJSON + Send + Sync> {
    pub data: T,
}

/// One page of a list.
#[derive(Object, Serialize)]
pub struct Page<T: ParseFromJSON + ToJSON + Send + Sync> {
    pub data: Vec<T>,
    pub meta: PageMeta,
}

/// A page whose records are written straight into the answer. [`Json`] makes a tree of values first, which for a page of wide
/// records takes a quarter of the server's time.
pub struct PageAnswer<T: ParseFromJSON + ToJSON + Send + Sync>(pub Page<T>);

impl<T: ParseFromJSON + ToJSON + Serialize + Send + Sync> IntoResponse for PageAnswer<T> {
    fn into_response(self) -> Response {
        // Every test that asks for such a page holds it against the published document.
        debug_assert_eq!(
            serde_json::to_string(&self.0).ok(),
            serde_json::to_string(&self.0.to_json()).ok(),
            "both writings of a page are the same"
        );
        poem::web::Json(self.0).into_response()
    }
}

impl<T: ParseFromJSON + ToJSON + Serialize + Send + Sync> ApiResponse for PageAnswer<T> {
    fn meta() -> MetaResponses {
        Json::<Page<T>>::meta()
    }

    fn register(registry: &mut Registry) {
        <Json<Page<T>> as ApiResponse>::register(registry);
    }
}

/// The position of a page in its list.
#[derive(Object, Serialize, Debug, Clone)]
pub struct PageMeta {
    /// Page number, from 1.
    pub page: i64,
    /// Records per page, 10 to 100.
    pub per_page: i64,
    /// Number of matching records, exact up to 1,000, and up to 10,000 when the server knows it or the page reaches the
    /// thousandth record.
    pub total: i64,
    /// True when more than `total` records match: show "1,000+" or "10,000+". With more than 10,000, only the first 1,000
    /// records can be paged through.
    pub total_capped: bool,
}

/// All records of a short list.
#[derive(Object)]
pub struct Items<T: ParseFromJSON + ToJSON + Send + Sync> {
    pub data: Vec<T>,
}

/// The validated page of a list request.
#[derive(Debug, Clone, Copy)]
pub struct Paging {
    pub page: i64,
    pub per_page: i64,
}

impl Paging {
    /// Returns 422 when the page is beyond the first 10,000 records.
    pub fn new(page: Option<i64>, per_page: Option<i64>) -> ApiResult<Self> {
        let paging = Self {
            page: page.unwrap_or(1).max(1),
            per_page: per_page.unwrap_or(DEFAULT_PER_PAGE).clamp(10, 100),
        };
        if paging.page.saturating_sub(1).saturating_mul(paging.per_page) >= TOTAL_CAP {
            return Err(paging.too_far(TOTAL_CAP));
        }
        Ok(paging)
    }

    pub fn offset(&self) -> i64 {
        (self.page - 1) * self.per_page
    }

    /// Adds limit and offset. The limit is a constant, and the first page has no offset, so that a generic plan of Postgres
    /// knows how few rows are needed.
    pub fn push(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(format_args!(" limit {}", self.per_page));
        if self.offset() > 0 {
            query.push(" offset ").push_bind(self.offset());
        }
    }

    /// How many matches are counted for this page: up to 1,000, or up to 10,000 if the page reaches the thousandth record,
    /// because the count then decides which pages exist.
    pub fn cap(&self) -> i64 {
        if self.offset() + self.per_page < FIRST_CAP { FIRST_CAP } else { TOTAL_CAP }
    }

    /// Returns 422 when more than 10,000 records match and the page is beyond the first 1,000.
    pub fn check_reach(&self, counted: i64) -> ApiResult<()> {
        if counted > TOTAL_CAP && self.offset() >= FIRST_CAP {
            return Err(self.too_far(FIRST_CAP));
        }
        Ok(())
    }

    /// 422 with the last page of the first `records`.
    fn too_far(&self, records: i64) -> ApiError {
        let last = records / self.per_page;
        let mut errors = FieldErrors::default();
        errors.push_with("page", MessageCode::TooLarge, Params::from([("max", last.into())]));
        ApiError::invalid(errors)
    }

    /// The total, when this page contains the end of the list: then no count is needed.
    pub fn total_at_end(&self, rows: usize) -> Option<i64> {
        let rows = i64::try_from(rows).unwrap_or(i64::MAX);
        let is_end = rows < self.per_page && (rows > 0 || self.page == 1);
        is_end.then(|| self.offset() + rows)
    }

    /// `counted` comes from a query that stops at one above [`Paging::cap`].
    pub fn meta(&self, counted: i64) -> PageMeta {
        self.meta_up_to(self.cap(), counted)
    }

    /// `counted` is exact, or comes from a query that stops at one above [`TOTAL_CAP`].
    pub fn exact_meta(&self, counted: i64) -> PageMeta {
        self.meta_up_to(TOTAL_CAP, counted)
    }

    fn meta_up_to(&self, cap: i64, counted: i64) -> PageMeta {
        let total = counted.min(cap);
        PageMeta { page: self.page, per_page: self.per_page, total, total_capped: counted > cap }
    }
}

/// A column of a `sort` parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort<K> {
    pub key: K,
    pub descending: bool,
}

/// Parses `-created_at,name`: a minus means descending. Returns 422 at `sort` for unknown columns.
pub fn parse_sort<K>(sort: Option<&str>, key: impl Fn(&str) -> Option<K>) -> ApiResult<Vec<Sort<K>>> {
    let parts = sort.unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, descending) = part.strip_prefix('-').map_or((part, false), |name| (name, true));
            key(name)
                .map(|key| Sort { key, descending })
                .ok_or_else(|| ApiError::invalid_field("sort", MessageCode::UnknownOption))
        })
        .collect()
}

const MAX_WORDS: usize = 8;
/// Maximum length of a search in characters; the rest is cut off.
pub const MAX_SEARCH: usize = 200;

/// The words of a search. Every word must match: a word with a digit anywhere in the text, because it is part of a
/// code, and one of a script that puts no spaces between its words; other words at the beginning of a word. Case and
/// accents are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Words {
    pub fn parse(search: Option<&str>) -> Self {
        let search: String = search.unwrap_or_default().chars().take(MAX_SEARCH).collect();
        Self(search.split_whitespace().take(MAX_WORDS).map(str::to_owned).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a condition for each word. `text` is an SQL expression that folds its text with `search_text` and puts a space
    /// before it.
    pub fn push(&self, query: &mut QueryBuilder<Postgres>, text: &str) {
        for pattern in self.patterns() {
            query.push(format_args!(" and {text} like search_text(")).push_bind(pattern).push(")");
        }
    }

    /// The `like` pattern of each word, not folded yet.
    pub fn patterns(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(|word| pattern(word))
    }
}

fn pattern(word: &str) -> String {
    let is_anywhere = word.contains(|letter: char| letter.is_ascii_digit() || is_of_unspaced_script(letter));
    let beginning = if is_anywhere { "%" } else { "% " };
    format!("{beginning}{}%", literal(word))
}

/// Chinese, Japanese and Thai letters: a sentence of them has no spaces.
const fn is_of_unspaced_script(letter: char) -> bool {
    matches!(letter,
        '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Escapes wildcards for a `like` pattern.
fn literal(typed: &str) -> String {
    typed.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_are_escaped() {
        assert_eq!(literal("50%_a\\"), "50\\%\\_a\\\\");
    }

    #[test]
    fn words_match_at_the_beginning_of_words_and_codes_anywhere() {
        assert_eq!(pattern("silva"), "% silva%");
        assert_eq!(pattern("4471-b"), "%4471-b%");
        assert_eq!(pattern("o%"), "% o\\%%");
    }

    #[test]
    fn words_of_scripts_without_spaces_match_anywhere() {
        for word in ["海关", "貿易", "かな", "ขนส่ง"] {
            assert_eq!(pattern(word), format!("%{word}%"));
        }
        assert_eq!(pattern("груз"), "% груз%");
    }

    #[test]
    fn every_word_is_one_condition() {
        let mut query = QueryBuilder::new("select from x where true");
        Words::parse(Some(" maria  4471 ")).push(&mut query, "x.key");
        let expected =
            "select from x where true and x.key like search_text($1) and x.key like search_text($2)";
        assert_eq!(query.sql().as_str(), expected);
    }

    #[test]
    fn blank_search_has_no_words() {
        assert!(Words::parse(None).is_empty());
        assert!(Words::parse(Some(" \t ")).is_empty());
    }

    #[test]
    fn a_search_has_at_most_eight_words_and_200_characters() {
        assert_eq!(Words::parse(Some(&"a ".repeat(50))).0.len(), MAX_WORDS);
        assert_eq!(Words::parse(Some(&"é".repeat(300))), Words(vec!["é".repeat(MAX_SEARCH)]));
    }

    #[test]
    fn partial_page_gives_the_total() {
        let second = Paging { page: 2, per_page: 25 };
        assert_eq!(second.total_at_end(7), Some(32));
        assert_eq!(second.total_at_end(25), None);
        assert_eq!(second.total_at_end(0), None);
        assert_eq!(Paging { page: 1, ..second }.total_at_end(0), Some(0));
    }

    #[test]
    fn the_first_pages_count_a_thousand_and_later_ones_ten_thousand() {
        let page = |page| Paging { page, per_page: 25 };
        let shown = |page: Paging, counted| (page.meta(counted).total, page.meta(counted).total_capped);
        assert_eq!([page(1).cap(), page(39).cap(), page(40).cap()], [FIRST_CAP, FIRST_CAP, TOTAL_CAP]);
        assert_eq!(shown(page(1), 999), (999, false));
        assert_eq!(shown(page(1), 1_000), (1_000, false));
        assert_eq!(shown(page(1), 1_001), (1_000, true));
        assert_eq!(shown(page(40), 1_001), (1_001, false));
        assert_eq!(shown(page(40), 10_001), (10_000, true));
        assert!(!page(1).exact_meta(1_001).total_capped);
    }

    #[test]
    fn a_list_with_too_many_records_ends_at_its_thousandth() {
        let page = |page| Paging { page, per_page: 25 };
        assert!(page(40).check_reach(10_001).is_ok());
        assert!(page(41).check_reach(10_001).is_err());
        assert!(page(41).check_reach(10_000).is_ok());
    }

    #[test]
    fn minus_means_descending() {
        let sort = parse_sort(Some("-created_at,name"), |name| Some(name.to_owned())).unwrap();
        assert_eq!(sort[0], Sort { key: "created_at".to_owned(), descending: true });
        assert_eq!(sort[1], Sort { key: "name".to_owned(), descending: false });
    }

    #[test]
    fn missing_sort_gives_no_keys() {
        assert_eq!(parse_sort(None, |name| Some(name.to_owned())).unwrap(), []);
        assert_eq!(parse_sort(Some(" , "), |name| Some(name.to_owned())).unwrap(), []);
    }

    #[test]
    fn unknown_column_is_refused() {
        let keys = |name: &str| (name == "name").then_some(());
        assert!(parse_sort(Some("password_hash"), keys).is_err());
    }

    #[test]
    fn per_page_stays_between_ten_and_a_hundred() {
        assert_eq!(Paging::new(None, Some(1)).unwrap().per_page, 10);
        assert_eq!(Paging::new(None, Some(5000)).unwrap().per_page, 100);
        assert_eq!(Paging::new(None, None).unwrap().per_page, 25);
    }

    #[test]
    fn a_page_beyond_the_counted_records_is_refused() {
        assert!(Paging::new(Some(101), Some(100)).is_err());
        assert!(Paging::new(Some(100), Some(100)).is_ok());
    }
}
