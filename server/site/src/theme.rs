//! The tenant's palette, derived from its brand colour with enough contrast for text.
//!
//! It has ten shades of the colour's hue in OKLCH, each solved for a contrast ratio against white (WCAG 2.2, 1.4.3).
//! For any brand colour, shade 6 is dark enough for white text and shade 4 is readable on dark backgrounds.

use std::fmt::Write;

use poem::http::header;
use poem::{Request, Response, handler};

use server_core::http::visit::Visit;

/// Contrast of shades 0 to 9 against white; 4.5 is WCAG's AA for text.
const TARGETS: [f64; 10] = [1.06, 1.16, 1.36, 1.72, 2.3, 3.2, 4.7, 5.9, 7.6, 10.2];
/// Halvings of an interval, as many as in `web/src/ui/theme/palette.ts`: both make the same colours.
const STEPS: usize = 24;

type Linear = [f64; 3];

/// `/theme.css`: the palette as `--brand-0` to `--brand-9`.
#[handler]
pub async fn theme_css(request: &Request) -> poem::Result<Response> {
    let visit = Visit::of(request);
    // The page of a suspended company says so without its colours.
    let Ok(settings) = visit.settings().await else {
        return Ok(Response::builder().header(header::CONTENT_TYPE, "text/css; charset=utf-8").body(""));
    };
    let mut css = String::from(":root{");
    for (shade, color) in brand_scale(&settings.brand_color).iter().enumerate() {
        let _ = write!(css, "--brand-{shade}:{color};");
    }
    css.push('}');
    Ok(Response::builder()
        .header(header::CONTENT_TYPE, "text/css; charset=utf-8")
        .header(header::CACHE_CONTROL, "private, max-age=60")
        .header(header::VARY, "host")
        .body(css))
}

/// Ten shades of a `#rrggbb` colour, light to dark. An invalid colour gives grey.
pub fn brand_scale(hex: &str) -> [String; 10] {
    let (chroma, hue) = chroma_and_hue(from_hex(hex).unwrap_or([0.2; 3]));
    TARGETS.map(|target| {
        let (mut low, mut high, mut best) = (0.0, 1.0, [0.0; 3]);
        for _ in 0..STEPS {
            let lightness = (low + high) / 2.0;
            let color = fit(lightness, chroma, hue);
            if contrast_with_white(round_trip(color)) >= target {
                best = color;
                low = lightness;
            } else {
                high = lightness;
            }
        }
        to_hex(best)
    })
}

/// Whether a text is a colour such as `#1c5d99`.
pub fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn from_hex(hex: &str) -> Option<Linear> {
    let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel =
        |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok().map(|v| decode(f64::from(v) / 255.0));
    Some([channel(0)?, channel(2)?, channel(4)?])
}

fn to_hex(color: Linear) -> String {
    let [r, g, b] = color.map(to_byte);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn to_byte(channel: f64) -> u8 {
    let scaled = (encode(channel.clamp(0.0, 1.0)) * 255.0).round();
    format!("{scaled}").parse().unwrap_or(u8::MAX)
}

/// The colour after rounding to eight bits per channel.
fn round_trip(color: Linear) -> Linear {
    color.map(|channel| decode(f64::from(to_byte(channel)) / 255.0))
}

fn encode(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

fn decode(srgb: f64) -> f64 {
    if srgb <= 0.040_45 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

fn contrast_with_white(color: Linear) -> f64 {
    let [r, g, b] = color.map(|channel| channel.clamp(0.0, 1.0));
    1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

/// Chroma and hue in OKLCH (Björn Ottosson, 2020).
fn chroma_and_hue([r, g, b]: Linear) -> (f64, f64) {
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    let a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
    let b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
    (a.hypot(b), b.atan2(a))
}

fn from_oklch(lightness: f64, chroma: f64, hue: f64) -> Linear {
    let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

/// The colour with as much chroma as the screen can show at this lightness.
fn fit(lightness: f64, chroma: f64, hue: f64) -> Linear {
    let shows = |color: Linear| color.iter().all(|channel| (-1e-4..=1.0001).contains(channel));
    let whole = from_oklch(lightness, chroma, hue);
    if shows(whole) {
        return whole;
    }
    let (mut low, mut high) = (0.0, chroma);
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        if shows(from_oklch(lightness, middle, hue)) { low = middle } else { high = middle }
    }
    from_oklch(lightness, low, hue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_brand_colour_carries_white_text_at_shade_six() {
        for red in (0..=255).step_by(51) {
            for green in (0..=255).step_by(51) {
                for blue in (0..=255).step_by(51) {
                    let brand = format!("#{red:02x}{green:02x}{blue:02x}");
                    let scale = brand_scale(&brand);
                    let six = contrast_with_white(from_hex(&scale[6]).unwrap());
                    assert!(six >= 4.5, "{brand} gives {} with contrast {six}", scale[6]);
                }
            }
        }
    }

    /// Extreme brands among them: yellow, nearly black and nearly white.
    #[test]
    fn web_client_makes_the_same_palettes() {
        let shared = include_str!("../../../openapi/palette.json");
        let vectors: std::collections::BTreeMap<String, Vec<String>> = serde_json::from_str(shared).unwrap();
        assert_eq!(vectors.len(), 5);
        for (brand, scale) in vectors {
            assert_eq!(brand_scale(&brand).to_vec(), scale, "{brand}");
        }
    }

    #[test]
    fn invalid_colour_gives_a_palette() {
        assert!(brand_scale("url(x)").iter().all(|color| color.len() == 7));
    }
}
