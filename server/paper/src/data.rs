//! The content of a document, and the closed set of its names.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fonts::Fonts;
use super::letters::{MissingLetters, to_latin};
use super::mark::Mark;

/// Names that every document has: the number of a page, and of all pages.
pub const PAGE: &str = "page";
pub const PAGES: &str = "pages";
/// The company's logo.
pub const LOGO: &str = "logo";

pub type Row = BTreeMap<&'static str, String>;

/// Texts and tables by their names. An empty text is the same as none.
#[derive(Debug, Clone, Default)]
pub struct Data {
    /// For the properties of the file.
    pub title: String,
    pub creator: String,
    pub mark: Option<Arc<Mark>>,
    texts: BTreeMap<&'static str, String>,
    tables: BTreeMap<&'static str, Vec<Row>>,
}

impl Data {
    pub fn new(title: String, creator: String, mark: Option<Arc<Mark>>) -> Self {
        Self { title, creator, mark, ..Self::default() }
    }

    pub fn set(&mut self, path: &'static str, text: impl Into<String>) {
        self.texts.insert(path, text.into());
    }

    pub fn set_rows(&mut self, path: &'static str, rows: Vec<Row>) {
        self.tables.insert(path, rows);
    }

    pub fn text(&self, path: &str) -> &str {
        self.texts.get(path).map_or("", String::as_str)
    }

    pub fn rows(&self, path: &str) -> &[Row] {
        self.tables.get(path).map_or(&[], Vec::as_slice)
    }

    /// Whether a text, a table or the logo has anything to show.
    pub fn has(&self, path: &str) -> bool {
        !self.text(path).is_empty() || !self.rows(path).is_empty() || path == LOGO && self.mark.is_some()
    }

    /// The letters that the fonts lack; none if everything can be printed.
    pub fn missing_letters(&self, fonts: &Fonts) -> Option<MissingLetters> {
        let cells = self.tables.values().flatten().flat_map(Row::values);
        MissingLetters::of(self.texts.values().chain(cells).map(String::as_str), fonts)
    }

    /// With the Latin form of every text that has a letter without a font.
    pub fn in_latin(mut self, fonts: &Fonts) -> Self {
        let cells = self.tables.values_mut().flatten().flat_map(Row::values_mut);
        self.texts.values_mut().chain(cells).for_each(|text| to_latin(text, fonts));
        self
    }

    /// As it is when the fonts have all its letters, and in Latin letters otherwise: nothing is cut or left out.
    #[must_use]
    pub fn make_printable(self, fonts: &Fonts) -> Self {
        if self.missing_letters(fonts).is_none() { self } else { self.in_latin(fonts) }
    }
}

/// The data on its way to another process, whose names are not those of this one.
#[derive(Serialize, Deserialize)]
pub struct SentData {
    title: String,
    creator: String,
    texts: BTreeMap<String, String>,
    tables: BTreeMap<String, Vec<BTreeMap<String, String>>>,
}

impl From<Data> for SentData {
    fn from(data: Data) -> Self {
        let row = |row: Row| row.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        Self {
            title: data.title,
            creator: data.creator,
            texts: data.texts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect(),
            tables: data
                .tables
                .into_iter()
                .map(|(name, rows)| (name.to_owned(), rows.into_iter().map(row).collect()))
                .collect(),
        }
    }
}

impl SentData {
    /// The names of the vocabulary with their texts; no layout can use others.
    pub fn into_data(mut self, vocabulary: &Vocabulary, mark: Option<Arc<Mark>>) -> Data {
        let mut data = Data::new(self.title, self.creator, mark);
        for field in vocabulary.texts() {
            data.set(field.path, self.texts.remove(field.path).unwrap_or_default());
        }
        for table in vocabulary.tables {
            let rows = self.tables.remove(table.path).unwrap_or_default().into_iter().map(|mut row| {
                table.columns.iter().filter_map(|one| Some((one.path, row.remove(one.path)?))).collect()
            });
            data.set_rows(table.path, rows.collect());
        }
        data
    }
}

/// A name of the data, with an example and the length of the longest text that it can have.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub path: &'static str,
    pub sample: &'static str,
    pub longest: usize,
}

impl Field {
    pub const fn new(path: &'static str, sample: &'static str, longest: usize) -> Self {
        Self { path, sample, longest }
    }

    /// Words of the usual width, as many as the text can have.
    fn fill_sample(&self) -> String {
        if self.longest <= self.sample.chars().count() {
            return self.sample.to_owned();
        }
        let words = self.sample.split('\n').next().unwrap_or_default();
        let words = if words.contains(' ') { format!("{words} ") } else { format!("{words} Sample text ") };
        words.chars().cycle().take(self.longest).collect()
    }
}

#[derive(Debug, Clone, Copy)]
pub struct TableFields {
    pub path: &'static str,
    pub columns: &'static [Field],
    /// The rows of an example.
    pub rows: usize,
}

/// All names that a layout of one kind of documents can use.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    pub groups: &'static [&'static [Field]],
    pub tables: &'static [TableFields],
}

impl Vocabulary {
    pub fn texts(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.groups.iter().copied().flatten()
    }

    pub fn has_text(&self, path: &str) -> bool {
        path == PAGE || path == PAGES || self.texts().any(|field| field.path == path)
    }

    pub fn table(&self, path: &str) -> Option<&'static TableFields> {
        self.tables.iter().find(|table| table.path == path)
    }

    /// An example.
    pub fn sample(&self, mark: Option<Arc<Mark>>) -> Data {
        self.data(mark, |field| field.sample.to_owned())
    }

    /// The longest text for every name.
    pub fn longest(&self) -> Data {
        self.data(None, Field::fill_sample)
    }

    fn data(&self, mark: Option<Arc<Mark>>, value: impl Fn(&Field) -> String) -> Data {
        let mut data = Data { mark, ..Data::default() };
        for field in self.texts() {
            data.set(field.path, value(field));
        }
        for table in self.tables {
            let row: Row = table.columns.iter().map(|field| (field.path, value(field))).collect();
            data.set_rows(table.path, vec![row; table.rows]);
        }
        data
    }
}
