//! Checks and draws layouts of companies in processes of their own: a small layout can be much work.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Seek, Write};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::task::spawn_blocking;

use crate::documents::form::DocumentForm;
use crate::shipments::labels::printing::fonts;
use access::ctx::Ctx;
use paper::bounds::Bounds;
use paper::check::{self, Finding};
use paper::data::SentData;
use paper::error::PaperError;
use paper::layout::Layout;
use paper::mark::Mark;
use paper::sheets::Sheets;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::sandbox::{self, Task};
use trade::paper_format::PaperFormat;

pub const LAYOUT: Task = Task { name: "layout", memory: 256 * 1024 * 1024, cpu_s: 5, wall_s: 20 };

/// Parameters of the problems of a layout.
const PARAMETERS: [&str; 10] =
    ["box", "detail", "field", "key", "letters", "line", "max", "min", "room", "sheets"];

/// What a process is asked: to check a layout, and to draw it.
#[derive(Serialize, Deserialize)]
pub struct LayoutJob {
    pub form: DocumentForm,
    pub layout: String,
    pub preview: Option<Preview>,
}

/// A document to draw.
#[derive(Serialize, Deserialize)]
pub struct Preview {
    pub data: SentData,
    /// An SVG image.
    pub logo: Option<String>,
    pub paper: PaperFormat,
}

/// A problem of the layout.
#[derive(Serialize, Deserialize)]
struct SentFinding {
    code: MessageCode,
    params: BTreeMap<String, Value>,
}

/// The PDF in base 64, empty without a preview; or the problems of the layout.
type Answer = Result<String, Vec<SentFinding>>;

impl LayoutJob {
    /// Checks the layout and draws the preview. 422 with every problem at the field `layout`: each has the `line` and the
    /// `box` in its parameters.
    pub async fn run(self, ctx: &Ctx) -> ApiResult<Vec<u8>> {
        let permit = ctx.wait_for_read_permit().await?;
        let read = spawn_blocking(move || {
            let _permit = permit;
            let mut file = tempfile::tempfile()?;
            serde_json::to_writer(&mut file, &self)?;
            file.rewind()?;
            sandbox::read_file::<Answer>(&LAYOUT, file)
        });
        let answer = read.await.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
        // A process that died of its layout had too much to do.
        let pdf = answer.unwrap_or_else(|| Err(vec![check::too_long().into()])).map_err(refuse)?;
        STANDARD.decode(pdf).map_err(ApiError::internal)
    }

    fn check_and_draw(self) -> io::Result<Answer> {
        let fonts = fonts().map_err(io::Error::other)?;
        let layout = match check::check(&self.layout, self.form.vocabulary(), fonts) {
            Ok(layout) => layout,
            Err(findings) => return Ok(Err(findings.into_iter().map(SentFinding::from).collect())),
        };
        let Some(preview) = self.preview else { return Ok(Ok(String::new())) };
        match preview.draw(layout, self.form) {
            Ok(pdf) => Ok(Ok(STANDARD.encode(pdf))),
            Err(PaperError::TooLong) => Ok(Err(vec![check::too_long().into()])),
            Err(other) => Err(io::Error::other(other)),
        }
    }
}

impl Preview {
    fn draw(self, layout: Layout, form: DocumentForm) -> Result<Vec<u8>, PaperError> {
        let fonts = fonts()?;
        let mark = self.logo.and_then(|svg| Mark::from_svg_here(svg.as_bytes())).map(Arc::new);
        let data = self.data.into_data(form.vocabulary(), mark).in_latin(fonts);
        let mut sheets = Sheets::new(fonts);
        layout.on(self.paper).print_within(&mut sheets, &data, Bounds::OF_DOCUMENT)?;
        sheets.finish()
    }
}

/// The work of such a process.
pub fn read_in_sandbox(file: File, output: &mut dyn Write) -> io::Result<()> {
    let job: LayoutJob = serde_json::from_reader(BufReader::new(file))?;
    sandbox::write_part(output, &job.check_and_draw()?)
}

impl From<Finding> for SentFinding {
    fn from(finding: Finding) -> Self {
        let params = finding.params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { code: finding.code, params }
    }
}

fn refuse(findings: Vec<SentFinding>) -> ApiError {
    let mut errors = FieldErrors::default();
    for mut finding in findings {
        let named = PARAMETERS.iter().filter_map(|name| Some((*name, finding.params.remove(*name)?)));
        let params: Params = named.collect();
        errors.push_with("layout", finding.code, params);
    }
    ApiError::invalid(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(layout: String) -> Answer {
        LayoutJob { form: DocumentForm::OrderView, layout, preview: None }.check_and_draw().unwrap()
    }

    #[test]
    fn layouts_of_the_product_are_far_from_their_bounds() {
        for form in DocumentForm::ALL {
            let job = LayoutJob { form: *form, layout: draw_twice(form.built_in()), preview: None };
            assert!(job.check_and_draw().unwrap().is_ok(), "{}", form.as_str());
        }
    }

    /// A layout with each of its boxes twice.
    fn draw_twice(layout: &str) -> String {
        let (page, boxes) = layout.split_once("box = [").unwrap();
        let (boxes, _) = boxes.rsplit_once(']').unwrap();
        format!("{page}box = [{boxes}{boxes}]")
    }

    #[test]
    fn every_parameter_of_a_problem_comes_back() {
        let Err(findings) = checked("page = {".to_owned()) else { panic!("it is refused") };
        let names = findings.iter().flat_map(|one| one.params.keys());
        assert!(names.clone().count() > 2 && names.clone().all(|name| PARAMETERS.contains(&name.as_str())));
    }
}
