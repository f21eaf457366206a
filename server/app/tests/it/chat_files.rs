//! Files of the messenger.

use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn the_name_of_a_file_in_a_room_has_no_folder_and_no_hidden_signs() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let room = client.get("/api/rooms").await.data()[0]["id"].as_str().unwrap().to_owned();
    for (sent, shown) in [
        ("../../etc/damage.png", "damage.png"),
        ("C:\\boxes\\damage.png", "damage.png"),
        ("invoice\u{202e}gnp.exe", "invoicegnp.exe"),
        ("da\u{200b}mage.png\u{2066}", "damage.png"),
        (".htaccess", "htaccess"),
        ("boxes/ \u{200b}", "file"),
    ] {
        let file = ("file", "a.png", &b"\x89PNG\r\n\x1a\nrest"[..]);
        let kept =
            client.upload(&format!("/api/rooms/{room}/files"), file, &[("file_name", sent)]).await.data();
        assert_eq!(kept["file_name"], shown, "{sent:?}");
    }
}
