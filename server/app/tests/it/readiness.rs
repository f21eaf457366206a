//! Who may ask whether the process is ready: its neighbours, because each question asks the database.

use poem::http::Method;

use crate::support::{ATLANTICO, Served, TestApp};

#[tokio::test]
async fn readiness_is_for_neighbours_and_not_for_visitors() {
    let app = TestApp::start().await;
    let served = Served::start(&app).await;
    let neighbour = served.visitor(ATLANTICO);
    assert_eq!(neighbour.get("/readyz").await.status, 200);
    for header in ["x-forwarded-for", "forwarded", "x-forwarded-host"] {
        let mut request = neighbour.request(Method::GET, "/readyz");
        request.headers_mut().insert(header, "203.0.113.7".parse().unwrap());
        assert_eq!(neighbour.call(request).await.status, 404, "{header}");
    }
}
