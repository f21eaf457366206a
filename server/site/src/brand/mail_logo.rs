//! An SVG logo as a PNG: e-mail programs show no SVG.

use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{self, Tree};
use tenancy::TenantTx;

use super::store;

/// An e-mail shows it half as high, so that it is sharp on dense screens.
const HEIGHT: f32 = 64.0;
const MAX_WIDTH: f32 = 480.0;

/// The PNG of a logo.
#[derive(Debug)]
pub struct MailLogo {
    /// False when the drawing has texts, which the PNG lacks: an e-mail shows the company's name beside it.
    pub is_whole: bool,
    pub body: Vec<u8>,
}

impl MailLogo {
    /// The PNG of an operator's file, which can have texts. None when nothing of it can be drawn.
    pub fn of_file(svg: &[u8]) -> Option<Self> {
        let mut options = usvg::Options::default();
        options.image_href_resolver.resolve_string = Box::new(|_, _| None);
        options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
        let tree = Tree::from_data(svg, &options).ok()?;
        let is_whole = !svg.windows(TEXT.len()).any(|part| part == TEXT);
        Some(Self { is_whole, body: draw(&tree)? })
    }
}

const TEXT: &[u8] = b"<text";

/// The drawn part of an SVG as a PNG. None when it has no area.
pub fn draw(tree: &Tree) -> Option<Vec<u8>> {
    let bounds = tree.root().abs_stroke_bounding_box();
    if bounds.width() <= 0.0 || bounds.height() <= 0.0 {
        return None;
    }
    let scale = (HEIGHT / bounds.height()).min(MAX_WIDTH / bounds.width());
    let side = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut pixmap = Pixmap::new(side(bounds.width()), side(bounds.height()))?;
    let place = Transform::from_translate(-bounds.left(), -bounds.top()).post_scale(scale, scale);
    resvg::render(tree, place, &mut pixmap.as_mut());
    let to_bytes = |pixel: &PremultipliedColorU8| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    };
    let bytes = pixmap.pixels().iter().flat_map(to_bytes).collect();
    let picture: RgbaImage = RgbaImage::from_raw(pixmap.width(), pixmap.height(), bytes)?;
    let is_visible = picture.pixels().any(|Rgba([_, _, _, alpha])| *alpha > 0);
    if !is_visible {
        return None;
    }
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).ok()?;
    Some(bytes.into_inner())
}

/// Replaces the PNG of the logo; none when the logo itself is one. True when it changed.
pub async fn save(tx: &mut TenantTx, logo: Option<&MailLogo>) -> sqlx::Result<bool> {
    let (kept, other) = match logo {
        Some(logo) if !logo.is_whole => ("mail_mark", "mail_logo"),
        _ => ("mail_logo", "mail_mark"),
    };
    let is_gone = store::delete(tx, other).await?;
    let is_new = match logo {
        Some(logo) => store::save(tx, kept, "image/png", &logo.body).await?,
        None => store::delete(tx, kept).await?,
    };
    Ok(is_gone || is_new)
}

/// Stores an operator's drawing, that of the logo with its PNG. True when it changed.
pub async fn save_drawing(tx: &mut TenantTx, name: &str, svg: &[u8]) -> sqlx::Result<bool> {
    let is_new = store::save(tx, name, "image/svg+xml", svg).await?;
    if name != "logo" {
        return Ok(is_new);
    }
    Ok(save(tx, MailLogo::of_file(svg).as_ref()).await? || is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(inside: &str) -> Option<(bool, RgbaImage)> {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 220 48\">{inside}</svg>");
        let logo = MailLogo::of_file(svg.as_bytes())?;
        Some((logo.is_whole, image::load_from_memory(&logo.body).unwrap().to_rgba8()))
    }

    #[test]
    fn a_drawing_becomes_a_picture_of_what_is_drawn() {
        let (is_whole, picture) =
            drawn("<rect x=\"4\" y=\"8\" width=\"36\" height=\"32\" fill=\"#b3441c\"/>").unwrap();
        assert!(is_whole);
        assert_eq!((picture.width(), picture.height()), (72, 64));
        assert_eq!(picture.get_pixel(36, 32).0, [0xb3, 0x44, 0x1c, 255]);
    }

    #[test]
    fn a_picture_without_the_texts_of_its_drawing_is_not_whole() {
        let shape = "<circle cx=\"24\" cy=\"24\" r=\"20\"/>";
        let (is_whole, picture) = drawn(&format!("{shape}<text x=\"54\" y=\"26\">Pacific</text>")).unwrap();
        assert!(!is_whole);
        assert_eq!((picture.width(), picture.height()), (64, 64));
    }

    #[test]
    fn a_long_drawing_keeps_to_the_width_of_an_email() {
        let (_, picture) = drawn("<rect width=\"2000\" height=\"20\"/>").unwrap();
        assert_eq!(picture.width(), 480);
    }

    #[test]
    fn nothing_visible_is_no_picture() {
        for inside in
            ["", "<text x=\"1\" y=\"9\">Pacific</text>", "<rect width=\"9\" height=\"9\" opacity=\"0\"/>"]
        {
            assert!(drawn(inside).is_none(), "{inside}");
        }
    }
}
