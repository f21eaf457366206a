//! Where a shipment stands, and how the events of its log move it.

use ShipmentStatus::*;

use crate::wire_code;

wire_code! {
    /// A shipment's state. The codes grow along the way, except for `Cancelled`.
    ShipmentStatus {
        Cancelled = 0,
        Draft = 10,
        NeedsAttention = 15,
        AwaitingPayment = 20,
        Confirmed = 30,
        Labelled = 35,
        Received = 40,
        ReweighHold = 45,
        Bagged = 50,
        Manifested = 60,
        Departed = 70,
        Arrived = 75,
        InCustoms = 80,
        CustomsHold = 82,
        Cleared = 84,
        LastMile = 86,
        DeliveryFailed = 88,
        Delivered = 90,
        Returning = 92,
        Returned = 93,
        Lost = 95,
        /// Taken by customs or given up by its owner.
        Seized = 96,
    }
}

/// What an event of the catalogue does to the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusEffect {
    /// The event informs only.
    Nothing,
    MovesTo(ShipmentStatus),
}

impl ShipmentStatus {
    /// The name used in texts, styles and exports.
    pub const fn slug(self) -> &'static str {
        match self {
            Cancelled => "cancelled",
            Draft => "draft",
            NeedsAttention => "needs_attention",
            AwaitingPayment => "awaiting_payment",
            Confirmed => "confirmed",
            Labelled => "labelled",
            Received => "received",
            ReweighHold => "reweigh_hold",
            Bagged => "bagged",
            Manifested => "manifested",
            Departed => "departed",
            Arrived => "arrived",
            InCustoms => "in_customs",
            CustomsHold => "customs_hold",
            Cleared => "cleared",
            LastMile => "last_mile",
            DeliveryFailed => "delivery_failed",
            Delivered => "delivered",
            Returning => "returning",
            Returned => "returned",
            Lost => "lost",
            Seized => "seized",
        }
    }

    /// Nothing more happens to the goods.
    pub const fn is_final(self) -> bool {
        matches!(self, Cancelled | Delivered | Returned | Lost | Seized)
    }

    /// Nothing is agreed yet, so everything may change.
    pub const fn can_edit(self) -> bool {
        matches!(self, Draft | NeedsAttention | AwaitingPayment)
    }

    /// Confirmed at a price: an edit is for staff and must price again.
    pub const fn can_edit_with_new_price(self) -> bool {
        matches!(self, Confirmed)
    }

    /// Once past the receiving desk the goods can only be returned.
    pub const fn can_cancel(self) -> bool {
        self.is_before_transport() || matches!(self, Received)
    }

    /// A bagged parcel already carries its label.
    pub const fn can_print_label(self) -> bool {
        self.can_cancel()
    }

    /// The status after an event is written to the log. `late` means that the log already holds an
    /// event that happened afterwards: the past is completed, the present stays.
    pub fn after(self, effect: StatusEffect, late: bool) -> Self {
        match effect {
            StatusEffect::MovesTo(status) if !late && self.moves_to(status) => status,
            StatusEffect::MovesTo(_) | StatusEffect::Nothing => self,
        }
    }

    /// Among the states of transport the newest event is right, whichever way it points: goods do
    /// go back to the warehouse, back into customs, out for delivery again.
    fn moves_to(self, next: Self) -> bool {
        if self.is_final() {
            return false;
        }
        match (self, next) {
            (Returning, _) => next.is_final() && next > Returning,
            (_, Cancelled) => self.can_cancel(),
            (_, _) if next.is_before_transport() => next > self,
            _ => true,
        }
    }

    /// Paperwork. Its events come late and repeat (a label printed again), so they only push forward.
    const fn is_before_transport(self) -> bool {
        matches!(self, Draft | NeedsAttention | AwaitingPayment | Confirmed | Labelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_slugs_name_one_status_each() {
        for pair in ShipmentStatus::ALL.windows(2) {
            assert!(pair[0].code() < pair[1].code());
            assert_ne!(pair[0].slug(), pair[1].slug());
        }
        for code in -1..=100 {
            assert!(ShipmentStatus::from_code(code).is_none_or(|status| status.code() == code));
        }
        assert_eq!(ShipmentStatus::from_code(82), Some(CustomsHold));
        assert_eq!(ShipmentStatus::from_code(1), None);
    }

    #[test]
    fn what_may_be_done_ends_state_by_state() {
        let allowed = |may: fn(ShipmentStatus) -> bool| -> Vec<i16> {
            ShipmentStatus::ALL
                .iter()
                .copied()
                .filter(|status| may(*status))
                .map(ShipmentStatus::code)
                .collect()
        };
        assert_eq!(allowed(ShipmentStatus::can_edit), [10, 15, 20]);
        assert_eq!(allowed(ShipmentStatus::can_edit_with_new_price), [30]);
        assert_eq!(allowed(ShipmentStatus::can_cancel), [10, 15, 20, 30, 35, 40]);
        assert_eq!(allowed(ShipmentStatus::can_print_label), [10, 15, 20, 30, 35, 40]);
        assert_eq!(allowed(ShipmentStatus::is_final), [0, 90, 93, 95, 96]);
    }

    /// Rows: the status before. Columns: the status the event points to, in the order of `ALL`.
    /// `x` moves, `.` stays.
    const MOVES: [(ShipmentStatus, &str); 22] = [
        (Cancelled, "......................"),
        (Draft, "x.xxxxxxxxxxxxxxxxxxxx"),
        (NeedsAttention, "x..xxxxxxxxxxxxxxxxxxx"),
        (AwaitingPayment, "x...xxxxxxxxxxxxxxxxxx"),
        (Confirmed, "x....xxxxxxxxxxxxxxxxx"),
        (Labelled, "x.....xxxxxxxxxxxxxxxx"),
        (Received, "x......xxxxxxxxxxxxxxx"),
        (ReweighHold, "......x.xxxxxxxxxxxxxx"),
        (Bagged, "......xx.xxxxxxxxxxxxx"),
        (Manifested, "......xxx.xxxxxxxxxxxx"),
        (Departed, "......xxxx.xxxxxxxxxxx"),
        (Arrived, "......xxxxx.xxxxxxxxxx"),
        (InCustoms, "......xxxxxx.xxxxxxxxx"),
        (CustomsHold, "......xxxxxxx.xxxxxxxx"),
        (Cleared, "......xxxxxxxx.xxxxxxx"),
        (LastMile, "......xxxxxxxxx.xxxxxx"),
        (DeliveryFailed, "......xxxxxxxxxx.xxxxx"),
        (Delivered, "......................"),
        (Returning, "...................xxx"),
        (Returned, "......................"),
        (Lost, "......................"),
        (Seized, "......................"),
    ];

    #[test]
    fn every_event_moves_every_status_as_the_table_says() {
        for (before, row) in MOVES {
            for (target, cell) in ShipmentStatus::ALL.iter().copied().zip(row.chars()) {
                let after = if cell == 'x' { target } else { before };
                assert_eq!(
                    before.after(StatusEffect::MovesTo(target), false),
                    after,
                    "{before:?} {target:?}"
                );
                assert_eq!(before.after(StatusEffect::MovesTo(target), true), before, "late {target:?}");
            }
            assert_eq!(before.after(StatusEffect::Nothing, false), before);
        }
    }
}
