//! A file as the guess understands it.

use super::*;

/// The workbook with changed names and contents of its parts.
pub fn rewritten(book: &[u8], change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(Cursor::new(book)).unwrap();
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..from.len() {
        let mut part = from.by_index(at).unwrap();
        let name = change(&part.name().unwrap());
        let mut text = String::new();
        std::io::Read::read_to_string(&mut part, &mut text).unwrap();
        to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut to, change(&text).as_bytes()).unwrap();
    }
    to.finish().unwrap().into_inner()
}

/// The formats of a Brazilian company.
pub fn habits() -> Habits {
    Habits {
        date_order: DateOrder::DayFirst,
        decimal_mark: DecimalMark::Point,
        currency: "BRL".to_owned(),
        country: "BR".to_owned(),
        weight_unit: FileWeightUnit::Kg,
        size_unit: FileSizeUnit::Cm,
    }
}

/// A file as the guess understands it.
pub struct Guessed {
    pub mapping: Mapping,
    pub header: Header,
    pub rows: Vec<Row>,
    pub words: Words,
}

pub fn guessed(bytes: &[u8], decimal_mark: DecimalMark) -> Guessed {
    let (header, rows, _) = read(bytes);
    let words = words();
    let mapping = guess(ImportKind::Shipments, &header, &rows, &words, &Habits { decimal_mark, ..habits() });
    Guessed { mapping, header, rows, words }
}

impl Guessed {
    pub fn outcome(self) -> Outcome {
        let plan = Plan::new(ImportKind::Shipments, &self.mapping, &self.header, &self.words).unwrap();
        import(&plan, self.rows, &self.words)
    }
}

/// A file of a Brazilian company with decimal commas.
pub fn outcome(bytes: &[u8]) -> Outcome {
    guessed(bytes, DecimalMark::Comma).outcome()
}

impl Outcome {
    /// References and texts of a field, in the order of the references.
    pub fn texts(&self, field: Field) -> Vec<(&str, &str)> {
        let texts = self.shipments.iter();
        texts.map(|one| (one.external_ref.as_str(), one.values.text(field).unwrap_or_default())).collect()
    }

    pub fn wholes(&self, field: Field) -> Vec<(&str, i32)> {
        let whole = |one: &StagedShipment| one.values.whole(field).unwrap_or_default();
        self.shipments.iter().map(|one| (one.external_ref.as_str(), whole(one))).collect()
    }
}
