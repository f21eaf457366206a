use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;

use super::placeholder::{Placeholder, check};
use super::sample::{self, Sample};
use super::store::{self, Event};
use super::{EmailTemplate, SendTrackingTest};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::limit::TEST_EMAILS;
use server_core::http::list::{Item, Items};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::title::LocaleText;
use server_core::mail::{Brand, Content, Recipient};
use server_core::process::{self, Owner};
use server_core::settings::{self, revision_of};
use server_core::tags::Tag;

/// Subject and body of the e-mails about an event. Plain text with placeholders in braces, no HTML.
#[derive(Object, Serialize, Clone, Debug)]
pub struct TrackingEmailTextInput {
    /// Null for the default.
    #[oai(validator(max_length = 200))]
    pub subject: Option<String>,
    /// Null for the default. Empty lines separate paragraphs.
    #[oai(validator(max_length = 2000))]
    pub body: Option<String>,
}

impl TrackingEmailTextInput {
    fn to_template(&self) -> ApiResult<EmailTemplate> {
        let mut errors = FieldErrors::default();
        let written = EmailTemplate {
            subject: optional(self.subject.as_ref()),
            body: optional(self.body.as_ref()).map(|text| text.replace("\r\n", "\n")),
        };
        if written.subject.as_ref().is_some_and(|text| text.contains(char::is_control)) {
            errors.push("subject", MessageCode::Invalid);
        }
        for (field, text) in [("subject", &written.subject), ("body", &written.body)] {
            check(field, text.as_deref().unwrap_or_default(), &mut errors);
        }
        errors.into_result()?;
        Ok(written)
    }
}

/// The text to change.
#[derive(Object, Serialize, Clone, Debug)]
pub struct TrackingEmailTextUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    input: TrackingEmailTextInput,
    /// The `revision` that was read. Returns 409 `stale_version` when the text has changed since.
    #[oai(validator(max_length = 64))]
    revision: String,
}

/// A text that is not saved yet.
#[derive(Object)]
pub struct TrackingEmailDraft {
    #[oai(flatten)]
    input: TrackingEmailTextInput,
    #[oai(validator(max_length = 60))]
    event_code: String,
    language: Language,
}

/// The text of the e-mails about one event in one language.
#[derive(Object)]
pub struct TrackingEmailText {
    pub event_code: String,
    pub event_name_locale: LocaleText,
    pub language: Language,
    #[oai(flatten)]
    pub input: TrackingEmailTextInput,
    /// The product's subject, with placeholders.
    pub default_subject: String,
    /// The product's body, with placeholders.
    pub default_body: String,
    pub placeholders: Vec<Placeholder>,
    /// Changes with every change of this text.
    pub revision: String,
    pub can: TrackingEmailTextCan,
}

/// Permissions of the user on a text.
#[derive(Object)]
pub struct TrackingEmailTextCan {
    pub update: bool,
}

/// An e-mail about a sample shipment, in plain texts.
#[derive(Object)]
pub struct TrackingEmailPreview {
    pub subject: String,
    /// Paragraphs of lines.
    pub paragraphs: Vec<Vec<String>>,
    /// The label of the button.
    pub action: String,
    pub footer: String,
    /// Who the company is by law, in lines.
    pub legal: Vec<String>,
    /// The label of the link that ends the e-mails.
    pub stop: String,
    pub sender: String,
    pub company: String,
    /// The company's logo; null when e-mails show its name.
    pub logo: Option<String>,
    /// Background of the button, `#rrggbb`.
    pub color: String,
    /// Text on the button, `#rrggbb`.
    pub ink: String,
}

fn view(
    event: &Event,
    language: Language,
    written: EmailTemplate,
    ctx: &Ctx,
) -> ApiResult<TrackingEmailText> {
    let (default_subject, default_body) = sample::default_text(event, language)?;
    Ok(TrackingEmailText {
        event_code: event.code.clone(),
        event_name_locale: serde_json::from_value(event.short_description_locale.clone())
            .map_err(ApiError::internal)?,
        language,
        revision: revision(&written)?,
        input: TrackingEmailTextInput { subject: written.subject, body: written.body },
        default_subject,
        default_body,
        placeholders: Placeholder::ALL.to_vec(),
        can: TrackingEmailTextCan { update: ctx.grants.allow(Resource::TenantSetting, Action::Update) },
    })
}

fn revision(written: &EmailTemplate) -> ApiResult<String> {
    Ok(revision_of(&serde_json::to_value(written).map_err(ApiError::internal)?))
}

async fn find_event(tx: &mut TenantTx, code: &str) -> ApiResult<Event> {
    store::find_event(tx, code).await?.ok_or_else(ApiError::not_found)
}

pub struct TrackingEmailTextApi;

#[OpenApi(prefix_path = "/tenant_settings/tracking_emails", tag = "Tag::Company")]
impl TrackingEmailTextApi {
    /// List the texts of tracking e-mails
    ///
    /// One for each event that sends e-mails and each language of the company.
    #[oai(path = "/", method = "get", operation_id = "tenant_setting_tracking_email_list")]
    async fn tenant_setting_tracking_email_list(
        &self,
        ctx: Ctx,
    ) -> ApiResult<Json<Items<TrackingEmailText>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let languages = settings::load(&mut tx).await?.languages;
        let events = store::list_events(&mut tx).await?;
        let rows = store::list(&mut tx).await?;
        tx.commit().await?;
        let written = |event: &Event, language: Language| {
            let is_of = |row: &&store::Row| row.event_code == event.code && row.language == language.as_str();
            rows.iter().find(is_of).map(|row| row.written.clone()).unwrap_or_default()
        };
        let pairs = events.iter().flat_map(|event| languages.iter().map(move |language| (event, *language)));
        let texts = pairs.map(|(event, language)| view(event, language, written(event, language), &ctx));
        Ok(Json(Items { data: texts.collect::<ApiResult<_>>()? }))
    }

    /// Update the text of tracking e-mails about an event
    ///
    /// Omitted fields are unchanged, null restores the default. Returns 422 `unknown_placeholder` for a word in braces
    /// that is not a placeholder. Returns 404 for an event that sends no e-mails.
    #[oai(
        path = "/:event_code/:language",
        method = "patch",
        operation_id = "tenant_setting_tracking_email_update"
    )]
    async fn tenant_setting_tracking_email_update(
        &self,
        ctx: Ctx,
        event_code: Path<String>,
        language: Path<String>,
        body: Patch<TrackingEmailTextUpdate>,
    ) -> ApiResult<Json<Item<TrackingEmailText>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let language = Language::ALL.into_iter().find(|one| one.as_str() == language.as_str());
        let language = language.ok_or_else(ApiError::not_found)?;
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let event = find_event(&mut tx, &event_code).await?;
        let before = store::find(&mut tx, &event.code, language.as_str()).await?;
        let asked: TrackingEmailTextUpdate = body.onto(&before)?;
        if asked.revision != revision(&before)? {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let after = asked.input.to_template()?;
        if before != after {
            store::save(&mut tx, &event.code, language.as_str(), &after).await?;
            let mut changes = audit::difference(&before, &after);
            changes["event_code"] = json!([null, event.code]);
            changes["language"] = json!([null, language]);
            audit::record(&mut tx, &ctx, "tenant_setting.update_tracking_email", None, changes).await?;
        }
        tx.commit().await?;
        Ok(Json(Item { data: view(&event, language, after, &ctx)? }))
    }

    /// Preview a tracking e-mail
    ///
    /// Fills a text, saved or not, with the data of a sample shipment.
    #[oai(path = "/preview", method = "post", operation_id = "tenant_setting_tracking_email_preview")]
    async fn tenant_setting_tracking_email_preview(
        &self,
        ctx: Ctx,
        body: Body<TrackingEmailDraft>,
    ) -> ApiResult<Json<Item<TrackingEmailPreview>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let written = body.input.to_template()?;
        let mut tx = ctx.begin().await?;
        let event = find_event(&mut tx, &body.event_code).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, &ctx.state().config.public_origin).await;
        tx.commit().await?;
        let brand = brand.map_err(ApiError::internal)?;
        let email = Sample { event: &event, language: body.language, settings: &settings, now: ctx.now() }
            .email(written);
        let to =
            Recipient { name: ctx.user.name.clone(), email: ctx.user.email.clone(), language: body.language };
        let content = Content::of(&brand, &to, &email).map_err(ApiError::internal)?;
        Ok(Json(Item {
            data: TrackingEmailPreview {
                subject: content.subject,
                paragraphs: content.paragraphs,
                action: content.action,
                footer: content.footer,
                legal: brand.legal,
                stop: content.stop,
                sender: brand.sender,
                company: brand.name,
                logo: brand.logo.map(|_| settings.brand_url("logo")),
                color: brand.colour.to_string(),
                ink: brand.colour.ink().to_string(),
            },
        }))
    }

    /// Send a tracking e-mail about a sample shipment to the current user
    ///
    /// The text can be unsaved. Returns 429 after too many requests.
    #[oai(path = "/test_email", method = "post", operation_id = "tenant_setting_tracking_email_test")]
    async fn tenant_setting_tracking_email_test(
        &self,
        ctx: Ctx,
        body: Body<TrackingEmailDraft>,
    ) -> ApiResult<()> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let written = body.input.to_template()?;
        ctx.state().limits.check(&ctx.tenant().id, TEST_EMAILS, &ctx.user.id.to_string()).await?;
        let mut tx = ctx.begin().await?;
        let event = find_event(&mut tx, &body.event_code).await?;
        let task = SendTrackingTest {
            user_id: ctx.user.id,
            event_code: event.code,
            language: body.language,
            written,
        };
        process::enqueue(&mut tx, Owner::NOBODY, task).await?;
        audit::record(&mut tx, &ctx, "tenant_setting.send_test_email", None, json!({})).await?;
        tx.commit().await?;
        Ok(())
    }
}
