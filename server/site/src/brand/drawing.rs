//! Uploaded logos and favicons, re-encoded in a process of their own: only the pixels of a picture and only the shapes of an SVG are kept.

use std::fs::File;
use std::io::{self, Cursor, Write};

use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageFormat, RgbaImage};
use serde::{Deserialize, Serialize};
use usvg::roxmltree::Document;

use super::api::BrandAssetName;
use super::mail_logo;
use server_core::files::picture::{PICTURE, draw_in_sandbox, upright};
use server_core::http::messages::MessageCode;
use server_core::sandbox::Task;

/// The limit of the table; the logo is loaded before the first paint.
const MAX_BYTES: usize = 256 * 1024;
/// A logo is displayed two rem high. The second size is used when the first needs too many bytes.
const LOGO_BOXES: [(u32, u32); 2] = [(640, 192), (320, 96)];
const FAVICON_SIDE: u32 = 192;

const SVG: &str = "http://www.w3.org/2000/svg";
/// SVG elements that draw or style shapes. None of them loads, executes or repeats anything.
const PLAIN: [&str; 18] = [
    "svg",
    "g",
    "defs",
    "title",
    "desc",
    "metadata",
    "style",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
];

pub const LOGO: Task = Task { name: "logo", ..PICTURE };
pub const FAVICON: Task = Task { name: "favicon", ..PICTURE };

pub const fn task(asset: BrandAssetName) -> &'static Task {
    match asset {
        BrandAssetName::Logo | BrandAssetName::LogoDark => &LOGO,
        BrandAssetName::Favicon => &FAVICON,
    }
}

/// The work of the process of [`LOGO`] or [`FAVICON`].
pub fn read_in_sandbox(is_favicon: bool, file: File, output: &mut dyn Write) -> io::Result<()> {
    let asset = if is_favicon { BrandAssetName::Favicon } else { BrandAssetName::Logo };
    draw_in_sandbox(file, output, |bytes| draw(asset, bytes))
}

#[derive(Debug, Serialize, Deserialize)]
pub struct BrandPicture {
    pub content_type: String,
    pub body: Vec<u8>,
    /// The PNG of an SVG, for e-mails; none when the body is a PNG itself, or the drawing shows nothing.
    pub mail_body: Option<Vec<u8>>,
}

/// The type is detected from the content, not from the name.
pub fn draw(asset: BrandAssetName, bytes: &[u8]) -> Result<BrandPicture, MessageCode> {
    if image::guess_format(bytes).is_ok() {
        let body = pixels(asset, bytes)?;
        Ok(BrandPicture { content_type: "image/png".to_owned(), body, mail_body: None })
    } else {
        shapes(bytes)
    }
}

fn pixels(asset: BrandAssetName, bytes: &[u8]) -> Result<Vec<u8>, MessageCode> {
    let picture = DynamicImage::ImageRgba8(upright(bytes)?.into_rgba8());
    if asset == BrandAssetName::Favicon {
        return png(&to_square(&picture));
    }
    for (width, height) in LOGO_BOXES {
        let is_small = picture.width() <= width && picture.height() <= height;
        let fitted =
            if is_small { picture.clone() } else { picture.resize(width, height, FilterType::CatmullRom) };
        let body = png(&fitted)?;
        if body.len() <= MAX_BYTES {
            return Ok(body);
        }
    }
    Err(MessageCode::PictureTooLarge)
}

/// The whole picture, centred in a transparent square.
fn to_square(picture: &DynamicImage) -> DynamicImage {
    let fitted = picture.resize(FAVICON_SIDE, FAVICON_SIDE, FilterType::CatmullRom);
    let mut square = RgbaImage::new(FAVICON_SIDE, FAVICON_SIDE);
    let beside = |side: u32| i64::from((FAVICON_SIDE - side) / 2);
    imageops::overlay(&mut square, &fitted.to_rgba8(), beside(fitted.width()), beside(fitted.height()));
    square.into()
}

fn png(picture: &DynamicImage) -> Result<Vec<u8>, MessageCode> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(|_| MessageCode::NotAPicture)?;
    Ok(bytes.into_inner())
}

/// Parses an SVG with usvg and writes the result; accepts only shapes.
fn shapes(bytes: &[u8]) -> Result<BrandPicture, MessageCode> {
    let text = std::str::from_utf8(bytes).map_err(|_| MessageCode::NotAPicture)?;
    // Also refuses a document type, and with it entities.
    let document = Document::parse(text).map_err(|_| MessageCode::NotAPicture)?;
    let mut elements = document.descendants().filter(|node| node.tag_name().namespace() == Some(SVG));
    if !document.root_element().has_tag_name((SVG, "svg")) {
        return Err(MessageCode::NotAPicture);
    }
    if bytes.len() > MAX_BYTES || !elements.all(|node| PLAIN.contains(&node.tag_name().name())) {
        return Err(MessageCode::DrawingNotPlain);
    }
    let tree = usvg::Tree::from_xmltree(&document, &usvg::Options::default())
        .map_err(|_| MessageCode::NotAPicture)?;
    let body = tree.to_string(&usvg::WriteOptions::default()).into_bytes();
    match tree.root().has_children() {
        true if body.len() <= MAX_BYTES => Ok(BrandPicture {
            content_type: "image/svg+xml".to_owned(),
            mail_body: mail_logo::draw(&tree),
            body,
        }),
        true => Err(MessageCode::DrawingNotPlain),
        false => Err(MessageCode::NotAPicture),
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let picture = RgbaImage::from_fn(width, height, |x, y| {
            let noise = x.wrapping_mul(2_654_435_761).wrapping_add(y.wrapping_mul(40_503)).to_be_bytes();
            Rgba([noise[0], noise[1], noise[2], 255])
        });
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(picture).to_rgb8())
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    fn svg(inside: &str) -> String {
        format!("<svg xmlns=\"{SVG}\" viewBox=\"0 0 40 10\">{inside}</svg>")
    }

    #[test]
    fn a_logo_fits_its_box_and_its_bytes_and_a_favicon_is_a_square() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let logo = draw(BrandAssetName::Logo, &file(1400, 300, format)).unwrap();
            let kept = image::load_from_memory_with_format(&logo.body, ImageFormat::Png).unwrap();
            assert!(
                kept.width() <= 640 && kept.height() <= 192 && logo.body.len() <= MAX_BYTES,
                "{format:?}"
            );
            let icon = draw(BrandAssetName::Favicon, &file(64, 32, format)).unwrap();
            let kept = image::load_from_memory(&icon.body).unwrap().to_rgba8();
            assert_eq!((kept.width(), kept.height(), kept.get_pixel(96, 2).0[3]), (192, 192, 0));
        }
    }

    #[test]
    fn drawing_keeps_only_shapes() {
        let sent = svg("<style>.a{fill:#0b7a5c}</style><!-- a secret --><metadata>Ana</metadata>
            <path class=\"a\" onclick=\"alert(1)\" d=\"M0 0h40v10z\"/>");
        let drawn = draw(BrandAssetName::Logo, sent.as_bytes()).unwrap();
        let kept = String::from_utf8(drawn.body).unwrap();
        assert_eq!(drawn.content_type, "image/svg+xml");
        assert!(kept.contains("#0b7a5c") && kept.contains("<path"), "{kept}");
        for gone in ["onclick", "secret", "Ana", "style"] {
            assert!(!kept.contains(gone), "{gone} in {kept}");
        }
    }

    #[test]
    fn drawing_with_other_elements_is_refused() {
        let shape = "<path d=\"M0 0h40v10z\"/>";
        for active in [
            "<script>alert(1)</script>",
            "<foreignObject><p/></foreignObject>",
            "<image href=\"https://evil.test/x.png\"/>",
            "<use href=\"#a\"/>",
            "<text>Atlântico</text>",
            "<animate attributeName=\"d\"/>",
            "<a href=\"javascript:alert(1)\"><rect width=\"9\" height=\"9\"/></a>",
        ] {
            let sent = svg(&format!("{shape}{active}"));
            assert_eq!(
                draw(BrandAssetName::Logo, sent.as_bytes()).unwrap_err(),
                MessageCode::DrawingNotPlain,
                "{active}"
            );
        }
        let large = svg(&shape.repeat(20_000));
        assert_eq!(draw(BrandAssetName::Logo, large.as_bytes()).unwrap_err(), MessageCode::DrawingNotPlain);
    }

    #[test]
    fn file_without_picture_content_is_refused() {
        let entities = format!("<!DOCTYPE svg [<!ENTITY a \"aaaa\">]>{}", svg("<desc>&a;</desc>"));
        let page = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><script/></html>";
        let empty = svg("");
        for bytes in [
            entities.as_bytes(),
            page.as_bytes(),
            empty.as_bytes(),
            b"",
            b"\xff\xfe",
            b"GIF89a\x01\0\x01\0\0\0\0;",
        ] {
            assert_eq!(draw(BrandAssetName::Logo, bytes).unwrap_err(), MessageCode::NotAPicture);
        }
    }

    /// Each clip path is used twice by the one before it, by a class, which no check of attributes sees.
    fn nested(depth: usize) -> String {
        let twice = |inner: usize| format!("<rect class=\"c{inner}\" width=\"9\" height=\"9\"/>").repeat(2);
        let clips = (0..depth).map(|at| format!("<clipPath id=\"p{at}\">{}</clipPath>", twice(at + 1)));
        let rules = (0..depth).map(|at| format!(".c{at}{{clip-path:url(#p{at})}}"));
        let (clips, rules) = (clips.collect::<String>(), rules.collect::<String>());
        svg(&format!("<style>{rules}</style>{clips}{}", twice(0)))
    }

    #[test]
    fn a_drawing_that_takes_too_long_ends_only_its_process() {
        use std::io::Seek;
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(nested(60).as_bytes()).unwrap();
        file.rewind().unwrap();
        assert!(
            server_core::sandbox::read_file::<Result<BrandPicture, MessageCode>>(&LOGO, file)
                .unwrap()
                .is_none()
        );
    }
}
