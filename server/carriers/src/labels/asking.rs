//! One label for one order, whatever gets lost on the way.

use crate::server::{BoughtLabel, CarrierResult, CarrierServer, LabelOrder};

/// The label of an order that may have been bought already, because its answer got lost. None if it has to be bought.
pub async fn look_up(
    server: &impl CarrierServer,
    order: &LabelOrder,
    was_asked: bool,
) -> CarrierResult<Option<BoughtLabel>> {
    if was_asked { server.find_bought(&order.reference).await } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::CarrierError;
    use crate::server::test_server::{LOST, ServerMode, TestServer, consignment};

    fn order() -> LabelOrder {
        LabelOrder { reference: "7".into(), service: "standard".into(), consignment: consignment() }
    }

    async fn attempt(server: &TestServer, was_asked: bool) -> CarrierResult<BoughtLabel> {
        match look_up(server, &order(), was_asked).await? {
            Some(found) => Ok(found),
            None => server.buy(&order()).await,
        }
    }

    #[tokio::test]
    async fn a_label_whose_answer_got_lost_is_not_bought_again() {
        let mut server = TestServer::with(ServerMode::LosesAnswer);
        assert_eq!(attempt(&server, false).await, Err(LOST));
        server.mode = ServerMode::Answers;
        assert_eq!(attempt(&server, true).await.unwrap().tracking_number, "NO7");
        assert_eq!(server.count(), 1);
    }

    #[tokio::test]
    async fn what_surely_was_not_bought_is_bought() {
        let server = TestServer::with(ServerMode::Refuses);
        let refused = attempt(&server, false).await;
        assert_eq!(refused, Err(CarrierError::Refused("unknown postcode".into())));
        let server = TestServer::default();
        assert!(attempt(&server, true).await.is_ok(), "an attempt that died before it asked");
        assert_eq!(server.count(), 1);
    }

    #[tokio::test]
    async fn a_label_is_cancelled_once_or_twice() {
        let server = TestServer::default();
        let bought = attempt(&server, false).await.unwrap();
        for _ in 0..2 {
            server.cancel(&bought.remote_id).await.unwrap();
        }
        assert_eq!(server.count(), 0);
    }
}
