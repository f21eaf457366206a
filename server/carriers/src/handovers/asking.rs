//! One pickup for one order, whatever gets lost on the way; the same for manifests.

use crate::server::{CarrierResult, CarrierServer, HandoverOrder, MadeHandover};

/// What may have been made already, because its answer got lost. None if it has to be asked for.
pub async fn look_up(
    server: &impl CarrierServer,
    order: &HandoverOrder,
    was_asked: bool,
) -> CarrierResult<Option<MadeHandover>> {
    if was_asked { server.find_handover(order.kind, &order.reference).await } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handovers::HandoverKind;
    use crate::server::CarrierError;
    use crate::server::test_server::{LOST, ServerMode, TestServer, handover};

    async fn attempt(
        server: &TestServer,
        kind: HandoverKind,
        was_asked: bool,
    ) -> CarrierResult<MadeHandover> {
        let order = handover(kind);
        match look_up(server, &order, was_asked).await? {
            Some(found) => Ok(found),
            None => server.hand_over(&order).await,
        }
    }

    #[tokio::test]
    async fn what_was_made_is_not_ordered_again() {
        for kind in [HandoverKind::Pickup, HandoverKind::Manifest] {
            let mut server = TestServer::with(ServerMode::LosesAnswer);
            assert_eq!(attempt(&server, kind, false).await, Err(LOST));
            server.mode = ServerMode::Answers;
            assert_eq!(attempt(&server, kind, true).await.unwrap().remote_id, "hov_h-1");
            assert_eq!(server.count_handed(), 1);
        }
    }

    #[tokio::test]
    async fn a_pickup_under_the_reference_of_a_manifest_is_another() {
        let server = TestServer::default();
        attempt(&server, HandoverKind::Pickup, false).await.unwrap();
        attempt(&server, HandoverKind::Manifest, true).await.unwrap();
        assert_eq!(server.count_handed(), 2);
    }

    #[tokio::test]
    async fn a_carrier_that_refuses_says_why() {
        let server = TestServer::with(ServerMode::Refuses);
        let refused = attempt(&server, HandoverKind::Pickup, true).await;
        assert_eq!(refused, Err(CarrierError::Refused("no pickup on Sundays".into())));
    }

    #[tokio::test]
    async fn a_pickup_is_cancelled_once_or_twice() {
        let server = TestServer::default();
        let made = attempt(&server, HandoverKind::Pickup, false).await.unwrap();
        for _ in 0..2 {
            server.cancel_pickup(&made.remote_id).await.unwrap();
        }
        assert_eq!(server.count_handed(), 0);
    }
}
