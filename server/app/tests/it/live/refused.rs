//! Handshakes that open nothing.

use poem::http::HeaderValue;
use poem::http::header::{COOKIE, ORIGIN};

use super::Listening;
use crate::support::{ATLANTICO, PACIFIC, TestApp};

#[tokio::test]
async fn only_a_page_of_the_same_host_opens_a_connection() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let server = Listening::start(&app).await;
    let with = async |origins: &[&'static str]| {
        let change = |request: &mut poem::http::Request<()>| {
            request.headers_mut().remove(ORIGIN);
            for origin in origins {
                request.headers_mut().append(ORIGIN, HeaderValue::from_static(origin));
            }
        };
        server.try_open(ATLANTICO, staff.cookie.as_deref(), "", change).await.err()
    };
    assert_eq!(with(&["https://atlantico.localhost"]).await, None);
    for origins in [
        &["https://pacific.localhost"][..],
        &["null"],
        &[],
        &["https://atlantico.localhost", "https://atlantico.localhost"],
        &["https://atlantico.localhost.example.com"],
    ] {
        assert_eq!(with(origins).await, Some(403), "{origins:?}");
    }
}

#[tokio::test]
async fn a_connection_needs_a_session_of_the_same_company() {
    let app = TestApp::start().await;
    let (staff, stranger) = (app.staff(ATLANTICO).await, app.staff(PACIFIC).await);
    let server = Listening::start(&app).await;
    let open = async |host: &str, cookie: Option<&str>| server.try_open(host, cookie, "", |_| {}).await.err();
    assert_eq!(open(ATLANTICO, None).await, Some(401));
    assert_eq!(open(ATLANTICO, Some("sid=nothing")).await, Some(401));
    assert_eq!(open(ATLANTICO, stranger.cookie.as_deref()).await, Some(401));
    assert_eq!(open("unknown.localhost", staff.cookie.as_deref()).await, Some(404));
    let two = |request: &mut poem::http::Request<()>| {
        for person in [&staff, &stranger] {
            request.headers_mut().append(COOKIE, person.cookie.as_ref().unwrap().parse().unwrap());
        }
    };
    assert_eq!(server.try_open(ATLANTICO, None, "", two).await.err(), Some(401));
}

#[tokio::test]
async fn a_user_has_eight_connections_to_a_server() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let server = Listening::start(&app).await;
    let mut open = vec![];
    for _ in 0..8 {
        open.push(server.open(ATLANTICO, &staff, "").await.0);
    }
    let mut ninth = server.try_open(ATLANTICO, staff.cookie.as_deref(), "", |_| {}).await.unwrap();
    assert_eq!(ninth.closed().await, 4429);
}
