//! Pictures of people, re-encoded in a process of their own: only the pixels are kept, without metadata or hidden
//! content.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, Write};

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageDecoder, ImageReader, Rgba, RgbaImage};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::messages::{MessageCode, Params};
use crate::http::sent::{MAX_FILE_BYTES, SentFile};
use crate::sandbox::permit::Permit;
use crate::sandbox::{self, Task};

const SIDE: u32 = 320;
const THUMBNAIL_SIDE: u32 = 96;
/// The longest side of a picture inside a message.
const SHOWN_SIDE: u32 = 1_280;
/// Large photographs of phones; a small file can claim a much larger size.
const MAX_PIXELS: u64 = 52_000_000;
/// Memory for that many pixels while decoding.
const MAX_DECODED_BYTES: u64 = 210_000_000;
/// Larger pictures are reduced right after decoding, before anything else needs memory for all their pixels.
const LARGEST_SIDE: u32 = 2_048;
const QUALITY: u8 = 85;

pub const PICTURE: Task = Task { name: "picture", memory: 256 * 1024 * 1024, cpu_s: 5, wall_s: 20 };

/// Draws a picture as it is shown inside a message.
pub const SHOWN: Task = Task { name: "shown", ..PICTURE };

/// Encoded JPEG files.
#[derive(Debug, Serialize, Deserialize)]
pub struct Picture {
    pub large: Vec<u8>,
    pub thumbnail: Vec<u8>,
}

/// Reports a problem at `picture`.
pub fn refuse(wrong: MessageCode, errors: &mut FieldErrors) {
    let params = match wrong {
        MessageCode::FileTooLarge => Params::from([("max", (MAX_FILE_BYTES / 1024 / 1024).into())]),
        _ => Params::new(),
    };
    errors.push_with("picture", wrong, params);
}

/// The square versions of an uploaded picture, or what is wrong with it.
pub async fn draw_upload(sent: SentFile, permit: Permit) -> ApiResult<Result<Picture, MessageCode>> {
    draw_upload_by(&PICTURE, sent, permit).await
}

/// Draws an uploaded picture in a process of its own.
pub async fn draw_upload_by<T: DeserializeOwned + Send + 'static>(
    task: &'static Task,
    sent: SentFile,
    permit: Permit,
) -> ApiResult<Result<T, MessageCode>> {
    if sent.is_too_large {
        return Ok(Err(MessageCode::FileTooLarge));
    }
    let read = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        sandbox::read_file::<Result<T, MessageCode>>(task, sent.file)
    });
    let drawn = read.await.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    Ok(drawn.unwrap_or(Err(MessageCode::PictureTooHeavy)))
}

/// The work of such a process.
pub fn draw_in_sandbox<T: Serialize>(
    mut file: File,
    output: &mut dyn Write,
    draw: impl FnOnce(&[u8]) -> Result<T, MessageCode>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    sandbox::write_part(output, &draw(&bytes))
}

pub fn draw(bytes: &[u8]) -> Result<Picture, MessageCode> {
    let picture = upright(bytes)?;
    let square = |side| encode(&picture.resize_to_fill(side, side, FilterType::Triangle));
    Ok(Picture { large: square(SIDE)?, thumbnail: square(THUMBNAIL_SIDE)? })
}

/// The whole picture, at most of the size that a message shows.
pub fn draw_shown(bytes: &[u8]) -> Result<Vec<u8>, MessageCode> {
    let picture = upright(bytes)?;
    let is_large = picture.width().max(picture.height()) > SHOWN_SIDE;
    encode(&if is_large { picture.thumbnail(SHOWN_SIDE, SHOWN_SIDE) } else { picture })
}

/// Whether a file says that it has more pixels than any picture is taken with. A picture that cannot be read is none.
pub fn is_bomb(file: impl Read + Seek) -> io::Result<bool> {
    Ok(matches!(measure(file)?, Some(Pixels::TooMany)))
}

/// The size that a picture tells.
pub enum Pixels {
    Drawable,
    /// More than any picture is taken with.
    TooMany,
}

/// The size in the head of a picture; none when nothing there can be read. Nothing is decoded.
pub fn measure(mut file: impl Read + Seek) -> io::Result<Option<Pixels>> {
    file.rewind()?;
    let reader = ImageReader::new(BufReader::new(file)).with_guessed_format()?;
    let Ok((width, height)) = reader.into_dimensions() else { return Ok(None) };
    Ok(Some(if has_too_many_pixels(width, height) { Pixels::TooMany } else { Pixels::Drawable }))
}

fn has_too_many_pixels(width: u32, height: u32) -> bool {
    u64::from(width) * u64::from(height) > MAX_PIXELS
}

/// Decodes a picture by its content, not its name, and rotates it as its metadata says.
pub fn upright(bytes: &[u8]) -> Result<DynamicImage, MessageCode> {
    let unreadable = |_| MessageCode::NotAPicture;
    let reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| MessageCode::NotAPicture)?;
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    if has_too_many_pixels(width, height) || decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(MessageCode::PictureTooLarge);
    }
    let orientation = decoder.orientation().map_err(unreadable)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    if width.max(height) > LARGEST_SIDE {
        picture = picture.thumbnail(LARGEST_SIDE, LARGEST_SIDE);
    }
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Transparent pixels become white.
fn encode(picture: &DynamicImage) -> Result<Vec<u8>, MessageCode> {
    let mut ground =
        DynamicImage::ImageRgba8(RgbaImage::from_pixel(picture.width(), picture.height(), Rgba([255; 4])));
    imageops::overlay(&mut ground, &picture.to_rgba8(), 0, 0);
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode_image(&ground.to_rgb8())
        .map_err(|_| MessageCode::NotAPicture)?;
    Ok(bytes)
}

#[cfg(test)]
pub(super) mod tests {
    use std::os::fd::OwnedFd;

    use image::{ImageFormat, Rgb, RgbImage};

    use super::*;

    fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn red(width: u32, height: u32) -> DynamicImage {
        RgbImage::from_pixel(width, height, Rgb([200, 0, 0])).into()
    }

    #[test]
    fn a_picture_inside_a_message_keeps_its_shape_and_is_bounded() {
        for (width, height, expected) in [(700, 300, (700, 300)), (4_000, 1_000, (1_280, 320))] {
            let shown = draw_shown(&file(&red(width, height), ImageFormat::Png)).unwrap();
            let kept = image::load_from_memory_with_format(&shown, ImageFormat::Jpeg).unwrap();
            assert_eq!((kept.width(), kept.height()), expected);
        }
    }

    /// A JPEG with metadata: upside down, with a location.
    fn by_a_camera(picture: &DynamicImage) -> Vec<u8> {
        let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x03\0\0\0\0\0\0".to_vec();
        exif.extend_from_slice(b"GPS -8.05,-34.88");
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        let mut bytes = file(picture, ImageFormat::Jpeg);
        bytes.splice(2..2, [0xff, 0xe1].into_iter().chain(length).chain(exif));
        bytes
    }

    #[test]
    fn every_picture_becomes_two_squares() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let picture = draw(&file(&red(700, 300), format)).unwrap();
            for (bytes, side) in [(&picture.large, SIDE), (&picture.thumbnail, THUMBNAIL_SIDE)] {
                let kept = image::load_from_memory_with_format(bytes, ImageFormat::Jpeg).unwrap();
                assert_eq!((kept.width(), kept.height()), (side, side), "{format:?}");
            }
        }
    }

    #[test]
    fn picture_keeps_only_pixels_and_is_upright() {
        let mut upside_down = red(100, 100).to_rgb8();
        upside_down.put_pixel(0, 0, Rgb([255, 255, 255]));
        for (x, y) in (0..50).flat_map(|x| (0..50).map(move |y| (x, y))) {
            upside_down.put_pixel(x, y, Rgb([0, 0, 200]));
        }
        let picture = draw(&by_a_camera(&upside_down.into())).unwrap();
        assert!(!picture.large.windows(3).any(|part| part == b"GPS"));
        let kept = image::load_from_memory(&picture.large).unwrap().to_rgb8();
        let (first, last) = (kept.get_pixel(10, 10).0, kept.get_pixel(310, 310).0);
        assert!(first[0] > 150 && last[2] > 150, "{first:?} {last:?}");
    }

    #[test]
    fn transparent_pixels_become_white() {
        let clear = DynamicImage::ImageRgba8(RgbaImage::new(20, 20));
        let picture = draw(&file(&clear, ImageFormat::Png)).unwrap();
        let kept = image::load_from_memory(&picture.thumbnail).unwrap().to_rgb8();
        assert!(kept.get_pixel(40, 40).0.iter().all(|part| *part > 250));
    }

    #[test]
    fn file_without_picture_content_is_refused() {
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>";
        let broken = &file(&red(50, 50), ImageFormat::Png)[..60];
        for bytes in [&svg[..], b"", b"\xff\xd8\xff\xe0 no more", broken, b"GIF89a\x01\0\x01\0\0\0\0;"] {
            assert_eq!(draw(bytes).unwrap_err(), MessageCode::NotAPicture);
        }
    }

    /// A small file whose header, with its checksum, says that it has this size.
    pub fn png_of(width: u32, height: u32) -> Vec<u8> {
        let mut bomb = file(&red(10, 10), ImageFormat::Png);
        bomb[16..20].copy_from_slice(&width.to_be_bytes());
        bomb[20..24].copy_from_slice(&height.to_be_bytes());
        let mut crc = flate2::Crc::new();
        crc.update(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&crc.sum().to_be_bytes());
        bomb
    }

    #[test]
    fn a_small_file_that_unpacks_to_more_than_memory_is_refused_before_it_is_unpacked() {
        assert_eq!(draw(&png_of(65_535, 65_535)).unwrap_err(), MessageCode::PictureTooLarge);
    }

    fn status_of(process: u32, what: &str) -> String {
        std::fs::read_to_string(format!("/proc/{process}/{what}")).unwrap_or_default()
    }

    #[test]
    fn the_process_has_limits_no_environment_and_ends_with_its_reader() {
        let (input, _open) = io::pipe().unwrap();
        let reader = sandbox::Reader::start(&PICTURE, File::from(OwnedFd::from(input))).unwrap();
        let process = reader.id();
        while !status_of(process, "status").contains("Seccomp:\t2") {
            std::thread::yield_now();
        }
        assert_eq!(status_of(process, "environ").trim_end_matches('\0'), "MIMALLOC_ARENA_RESERVE=0");
        let limits = status_of(process, "limits");
        for (limit, most) in [
            ("Max cpu time", "5"),
            ("Max file size", "0"),
            ("Max processes", "0"),
            ("Max open files", "4"),
            ("Max stack size", "8388608"),
        ] {
            let line = limits.lines().find(|line| line.starts_with(limit)).unwrap();
            assert_eq!(line[limit.len()..].split_whitespace().next(), Some(most), "{line}");
        }
        // Nothing stays of root, where the server has it.
        let users = status_of(process, "status");
        let users = users.lines().find(|line| line.starts_with("Uid:")).unwrap();
        assert!(!users.split_whitespace().skip(1).any(|id| id == "0"), "{users}");
        drop(reader);
        assert_eq!(status_of(process, "status"), "");
    }
}
