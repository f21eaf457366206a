//! The file in which a receiver sent its answers.

use std::io::Cursor;

use poem::Body;
use poem_openapi::payload::Response;
use tokio::io::AsyncReadExt;

use access::ctx::Ctx;
use server_core::files::FileKey;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::FileAnswer;
use sheets::export::ExportFormat;

/// The first bytes of a workbook.
const ZIP_SIGN: &[u8] = b"PK\x03\x04";

/// The download of a stored table. Only its bytes tell whether it is a workbook.
pub async fn open(ctx: &Ctx, file_key: &str, name: &str) -> ApiResult<Response<FileAnswer<ExportFormat>>> {
    let key = FileKey::of(&ctx.tenant().id, file_key).ok_or_else(ApiError::not_found)?;
    let stored = ctx.state().files.get(&key).await.map_err(ApiError::internal)?;
    let mut reader = stored.ok_or_else(ApiError::not_found)?.into_reader();
    let mut head = Vec::new();
    let read = (&mut reader).take(ZIP_SIGN.len() as u64).read_to_end(&mut head).await;
    read.map_err(ApiError::internal)?;
    let (content_type, ending) = match head == ZIP_SIGN {
        true => (ExportFormat::Xlsx.content_type(), "xlsx"),
        // Nobody knows its character set.
        false => ("text/csv", "csv"),
    };
    let body = Body::from_async_read(Cursor::new(head).chain(reader));
    let name = content_disposition(&format!("{name}.{ending}"));
    Ok(FileAnswer::of(content_type, body).header("content-disposition", name))
}
