//! Small files that unpack, claim or repeat much more than they hold.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
const LINKS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>";

/// A workbook of one sheet.
fn workbook(shared: &str, cells: &str) -> anyhow::Result<Vec<u8>> {
    let link =
        |id, kind, target| format!("<Relationship Id=\"{id}\" Type=\"{LINKS}/{kind}\" Target=\"{target}\"/>");
    let links =
        [link("r1", "worksheet", "worksheets/sheet1.xml"), link("r2", "sharedStrings", "sharedStrings.xml")]
            .concat();
    let sheet = "<sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"r1\"/></sheets>";
    let package = "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"";
    let whole = link("r1", "officeDocument", "xl/workbook.xml");
    let parts = [
        ("[Content_Types].xml", TYPES.to_owned()),
        ("_rels/.rels", format!("<Relationships {package}>{whole}</Relationships>")),
        ("xl/workbook.xml", format!("<workbook {MAIN} xmlns:r=\"{LINKS}\">{sheet}</workbook>")),
        ("xl/_rels/workbook.xml.rels", format!("<Relationships {package}>{links}</Relationships>")),
        ("xl/worksheets/sheet1.xml", format!("<worksheet {MAIN}><sheetData>{cells}</sheetData></worksheet>")),
        ("xl/sharedStrings.xml", format!("<sst {MAIN} {shared}</sst>")),
    ];
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

fn row(cells: usize) -> String {
    format!("<row r=\"1\">{}</row>", "<c t=\"s\"><v>0</v></c>".repeat(cells))
}

pub fn false_claim() -> anyhow::Result<Vec<u8>> {
    workbook("uniqueCount=\"200000000\"><si><t>a</t></si>", &row(1))
}

pub fn repeated_text() -> anyhow::Result<Vec<u8>> {
    workbook(&format!("uniqueCount=\"1\"><si><t>{}</t></si>", "a".repeat(1024 * 1024)), &row(300))
}

pub fn many_texts() -> anyhow::Result<Vec<u8>> {
    workbook(&format!(">{}", "<si><t/></si>".repeat(15_000_000)), &row(1))
}

pub fn zip_bomb() -> anyhow::Result<Vec<u8>> {
    workbook("uniqueCount=\"1\"><si><t>a</t></si>", &" ".repeat(500 * 1024 * 1024))
}

/// Each clip path is used twice by the one before it.
pub fn nested_clip_paths() -> Vec<u8> {
    let twice =
        |inner: usize| format!("<rect clip-path=\"url(#p{inner})\" width=\"9\" height=\"9\"/>").repeat(2);
    let clips: String =
        (0..40).map(|at| format!("<clipPath id=\"p{at}\">{}</clipPath>", twice(at + 1))).collect();
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{clips}{}</svg>", twice(0))
        .into_bytes()
}

/// Layouts of a document, of a few kilobytes: one fills millions of letters, the other thousands of sheets.
pub fn layouts() -> [(&'static str, String); 2] {
    let layout = |width: u32, height: u32, names: usize| {
        let field = "{receiver.address}{sender.address}".repeat(names);
        format!(
            "page = {{ width = 210, height = 297 }}\n\n[[box]]\nkind = \"text\"\nname = \"route\"\nx = 5\ny = 5\n\
             w = {width}\nh = {height}\nsize = 8\noverflow = \"continue\"\ntext = \"{field}\"\n"
        )
    };
    [("letters of a layout", layout(200, 280, 180)), ("sheets of a layout", layout(8, 4, 20))]
}

/// An e-mail of 100 kB whose tags are as deep as it is long. Each number makes another one.
pub fn nested_mail(number: usize) -> Vec<u8> {
    let tags = "<div>".repeat(20_000);
    let head =
        "From: ana@example.test\r\nTo: desk@example.test\r\nSubject: Parcel\r\nContent-Type: text/html";
    format!(
        "{head}\r\nMessage-ID: <{number}.{}@example.test>\r\n\r\n{tags}Where is it?\r\n",
        std::process::id()
    )
    .into_bytes()
}
