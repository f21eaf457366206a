use server_core::http::messages::Language;
use server_core::mail::{Brand, Envelope, ImportFinished, Recipient, TenantLink};
use server_core::settings;
use uuid::Uuid;

use crate::support::{ATLANTICO, PACIFIC, TestApp};

#[tokio::test]
async fn an_email_has_its_tenants_brand_and_links() {
    let app = TestApp::start().await;
    for (host, other, name) in [(ATLANTICO, PACIFIC, "Atlântico"), (PACIFIC, ATLANTICO, "Pacific")] {
        let (tenant, origin, id) = (app.tenant(host), &app.state.config.public_origin, Uuid::now_v7());
        let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
        let settings = settings::load(&mut tx).await.unwrap();
        let brand = Brand::of(&mut tx, &settings, origin).await.unwrap();
        tx.commit().await.unwrap();
        assert!(brand.name.starts_with(name) && brand.is_mark, "{brand:?}");

        let link = TenantLink::new(origin, &tenant, "/shipment-imports/1").unwrap();
        let to = Recipient { name: "Ana".into(), email: format!("ana@{host}"), language: Language::En };
        let mail = ImportFinished { file: "march.csv".into(), created: 3, known: 0, refused: 1 };
        let envelope = Envelope { id, brand: &brand, to: &to, link: &link };
        app.state.mailer.send(envelope, &mail).await.unwrap();

        let kept = std::fs::read_to_string(app.files.path().join(format!("mail/{id}.eml"))).unwrap();
        assert!(kept.contains("Subject: Import finished: march.csv"), "{kept}");
        assert!(
            link.to_string().contains(&format!("://{host}")) && kept.contains(&link.to_string()),
            "{kept}"
        );
        assert!(!kept.contains(other), "{kept}");
        assert!(kept.contains(&format!("Reply-To: {}\r\n", settings.contact_email.unwrap())), "{kept}");

        // The logo of the folder is a drawing with texts: e-mails have its picture beside the name.
        let version = &settings.brand_assets["mail_mark"];
        assert!(brand.logo.unwrap().to_string().ends_with(&format!("/brand/mail_mark?v={version}")));
        let shown = app.visitor(host).get(&format!("/brand/mail_mark?v={version}")).await;
        let picture = image::load_from_memory_with_format(&shown.body, image::ImageFormat::Png).unwrap();
        assert_eq!((shown.header("content-type"), picture.height()), (Some("image/png"), 64));
    }
}
