//! How other systems work with the company: webhooks. Tokens, by which programs call, are in `access`.

use poem_openapi::OpenApi;

pub mod webhooks;

pub fn api() -> impl OpenApi {
    (webhooks::WebhookApi, webhooks::WebhookActionApi)
}
