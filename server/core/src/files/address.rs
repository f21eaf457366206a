//! Opens the store at the configured address.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, RetryConfig};
use reqwest::Url;

use super::FileError;

/// Stops retrying long before the user's browser gives up.
const RETRY_FOR: Duration = Duration::from_secs(20);

pub(super) fn open(
    url: &str,
    environment: impl IntoIterator<Item = (String, String)>,
) -> Result<Arc<dyn ObjectStore>, FileError> {
    let url = Url::parse(url).map_err(|error| FileError::Address(error.to_string()))?;
    match url.scheme() {
        "file" => folder(&url),
        "s3" => bucket(&url, environment),
        other => Err(FileError::Address(format!("`{other}` is neither `file` nor `s3`"))),
    }
}

fn folder(url: &Url) -> Result<Arc<dyn ObjectStore>, FileError> {
    let path = url
        .to_file_path()
        .map_err(|()| FileError::Address("`file` needs a whole path: file:///folder".into()))?;
    std::fs::create_dir_all(&path)?;
    // A row that names the file may be committed next, so the file must survive a power failure.
    Ok(Arc::new(LocalFileSystem::new_with_prefix(path)?.with_fsync(true)))
}

fn bucket(
    url: &Url,
    environment: impl IntoIterator<Item = (String, String)>,
) -> Result<Arc<dyn ObjectStore>, FileError> {
    // Fails when a provider is already installed, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let name = url.host_str().ok_or_else(|| FileError::Address("`s3` needs a bucket: s3://bucket".into()))?;
    let mut builder = AmazonS3Builder::new().with_bucket_name(name).with_retry(RetryConfig {
        max_retries: 3,
        retry_timeout: RETRY_FOR,
        ..RetryConfig::default()
    });
    for (key, value) in environment.into_iter().filter(|(key, _)| key.starts_with("AWS_")) {
        if let Ok(key) = key.to_ascii_lowercase().parse::<AmazonS3ConfigKey>() {
            builder = builder.with_config(key, value);
        }
    }
    for (key, value) in url.query_pairs() {
        builder = match &*key {
            "endpoint" => builder.with_allow_http(value.starts_with("http://")).with_endpoint(value),
            "region" => builder.with_region(value),
            other => {
                return Err(FileError::Address(format!("`s3` takes endpoint and region, not `{other}`")));
            }
        };
    }
    let store = builder.build()?;
    match url.path().trim_matches('/') {
        "" => Ok(Arc::new(store)),
        prefix => Ok(Arc::new(PrefixStore::new(store, prefix))),
    }
}
