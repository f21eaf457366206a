//! Makes the documents of shipments.

use std::collections::HashMap;

use super::form::{DocumentForm, DocumentKind};
use super::store::Papers;
use super::{customs, invoice, order};
use crate::shipments::labels::model::Stationery;
use paper::bounds::Bounds;
use paper::check;
use paper::data::Data;
use paper::error::PaperError;
use paper::fonts::Fonts;
use paper::label::{self, Label};
use paper::layout::Layout;
use paper::letters::MissingLetters;
use paper::sheets::Sheets;
use server_core::http::messages::Language;
use server_core::mail::MailError;

/// What the documents of one print batch share: the company's data, and the layouts of its documents.
pub struct PrintBatch {
    /// In the company's language.
    pub company: Stationery,
    english: Stationery,
    reader: Stationery,
    layouts: HashMap<DocumentForm, FormLayouts>,
}

/// The layout of the company, if it has one, and that of the product.
struct FormLayouts {
    own: Option<Layout>,
    built_in: Layout,
}

/// The pages of one document.
pub enum DocumentPages {
    Label(Vec<Label>),
    Document(DocumentForm, Box<Data>),
}

impl PrintBatch {
    /// `own` has the layouts of the company as TOML; the other ones are those of the product.
    pub fn new(company: Stationery, reader: Language, own: &HashMap<DocumentForm, String>) -> Self {
        let layout = |form: DocumentForm| {
            let built_in = check::parse_layout(form.built_in()).ok()?.on(company.paper);
            let own = own.get(&form).and_then(|text| {
                let read = check::parse_layout(text);
                // It was checked when it was saved; a document in another layout is still valid.
                read.inspect_err(|wrong| tracing::warn!(form = form.as_str(), ?wrong, "layout not read")).ok()
            });
            Some((form, FormLayouts { own: own.map(|own| own.on(company.paper)), built_in }))
        };
        let layouts = DocumentForm::ALL.iter().filter_map(|form| layout(*form)).collect();
        let (english, reader) = (company.in_language(Language::En), company.in_language(reader));
        Self { company, english, reader, layouts }
    }

    pub fn document(&self, kind: DocumentKind, papers: &Papers) -> Result<DocumentPages, MailError> {
        let form = match kind {
            DocumentKind::Label => return Ok(DocumentPages::Label(self.company.pages(&papers.consignment)?)),
            DocumentKind::CustomsDeclaration => customs::form(papers),
            DocumentKind::CommercialInvoice => DocumentForm::CommercialInvoice,
            DocumentKind::OrderView => DocumentForm::OrderView,
        };
        Ok(DocumentPages::Document(form, Box::new(self.data(form, papers)?)))
    }

    /// The data of a form.
    pub fn data(&self, form: DocumentForm, papers: &Papers) -> Result<Data, MailError> {
        match form {
            DocumentForm::Cn22 | DocumentForm::Cn23 => customs::data(&self.english, papers),
            DocumentForm::CommercialInvoice => invoice::data(&self.english, papers),
            DocumentForm::OrderView => order::data(&self.reader, papers),
        }
    }

    /// Adds the pages of a document. Returns their number.
    pub fn print(&self, sheets: &mut Sheets, printed: &DocumentPages) -> Result<usize, PaperError> {
        match printed {
            DocumentPages::Label(pages) => {
                pages.iter().try_for_each(|page| label::add(sheets, page))?;
                Ok(pages.len())
            }
            DocumentPages::Document(form, data) => {
                let layouts = self.layouts.get(form).ok_or_else(|| PaperError::Layout(form.as_str()))?;
                layouts.print(sheets, data)
            }
        }
    }
}

impl FormLayouts {
    /// What is too much for the company's layout is printed in the product's, whose work is the same for everybody.
    fn print(&self, sheets: &mut Sheets, data: &Data) -> Result<usize, PaperError> {
        let Some(own) = &self.own else { return self.built_in.print(sheets, data) };
        match own.print_within(sheets, data, Bounds::OF_DOCUMENT) {
            Err(PaperError::TooLong) => {
                tracing::warn!("a document is too long for the company's layout");
                self.built_in.print(sheets, data)
            }
            printed => printed,
        }
    }
}

impl DocumentPages {
    /// The letters that the fonts lack. The pages of a label have the same texts.
    pub fn missing_letters(&self, fonts: &Fonts) -> Option<MissingLetters> {
        match self {
            Self::Label(pages) => pages.first()?.missing_letters(fonts),
            Self::Document(_, data) => data.missing_letters(fonts),
        }
    }

    pub fn in_latin(self, fonts: &Fonts) -> Self {
        match self {
            Self::Label(pages) => Self::Label(pages.into_iter().map(|page| page.in_latin(fonts)).collect()),
            Self::Document(form, data) => Self::Document(form, Box::new(data.in_latin(fonts))),
        }
    }
}
