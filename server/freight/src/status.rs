//! The status of a shipment, and how events change it.

use ShipmentStatus::*;

use trade::wire_code;

wire_code! {
    /// Status of a shipment. Codes increase along the way, except `Cancelled`.
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
        /// Taken by customs, or abandoned by its owner.
        Seized = 96,
    }
}

/// Effect of an event on the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusEffect {
    /// The status is unchanged.
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

    /// The shipment is finished.
    pub const fn is_final(self) -> bool {
        matches!(self, Cancelled | Delivered | Returned | Lost | Seized)
    }

    /// Neither confirmed nor moved yet, so all fields can change.
    pub const fn can_edit(self) -> bool {
        matches!(self, Draft | NeedsAttention | AwaitingPayment)
    }

    /// Confirmed with a price: only staff can edit, and the price is calculated again.
    pub const fn can_edit_with_new_price(self) -> bool {
        matches!(self, Confirmed)
    }

    /// Confirmed and not departed yet: what only documents show can still be completed.
    pub const fn can_complete(self) -> bool {
        matches!(self, Confirmed | Labelled | Received | ReweighHold | Bagged | Manifested)
    }

    /// What is in the warehouse can be taken back; goods on their way can only be returned.
    pub const fn can_cancel(self) -> bool {
        self.is_before_transport() || matches!(self, Received | ReweighHold)
    }

    /// A damaged label is printed again on the whole way, until the shipment has ended.
    pub const fn can_print_label(self) -> bool {
        !self.is_final()
    }

    /// Customs, brokers and bookkeepers ask for papers long after the delivery.
    pub const fn can_print_documents(self) -> bool {
        !matches!(self, Cancelled)
    }

    /// The status after an event. `late` means that the log already has a later event: the status is then
    /// unchanged.
    pub fn after(self, effect: StatusEffect, late: bool) -> Self {
        match effect {
            StatusEffect::MovesTo(status) if !late && self.moves_to(status) => status,
            StatusEffect::MovesTo(_) | StatusEffect::Nothing => self,
        }
    }

    /// In transport the newest event sets the status, also backwards: goods can return to the warehouse, to
    /// customs, or go out for delivery again.
    fn moves_to(self, next: Self) -> bool {
        if self.is_final() {
            return false;
        }
        match (self, next) {
            // The end of the way is always true, also when the goods were on their way back.
            (Returning, _) => next.is_final() && next != Cancelled,
            (_, Cancelled) => self.can_cancel(),
            (_, _) if next.is_before_transport() => next > self,
            _ => true,
        }
    }

    /// The goods were seen: from the reception on, statuses follow from where the goods are.
    pub fn is_movement(self) -> bool {
        self >= Received
    }

    /// Customs may take up and clear goods before they leave.
    pub const fn may_precede_departure(self) -> bool {
        matches!(self, InCustoms | Cleared)
    }

    /// The states before transport. Their events can be late or repeated (a reprinted label), so they never
    /// move the status backwards.
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
    fn allowed_actions_end_with_later_statuses() {
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
        assert_eq!(allowed(ShipmentStatus::can_complete), [30, 35, 40, 45, 50, 60]);
        assert_eq!(allowed(ShipmentStatus::can_cancel), [10, 15, 20, 30, 35, 40, 45]);
        let under_way = [10, 15, 20, 30, 35, 40, 45, 50, 60, 70, 75, 80, 82, 84, 86, 88, 92];
        assert_eq!(allowed(ShipmentStatus::can_print_label), under_way);
        let not_cancelled: Vec<i16> =
            ShipmentStatus::ALL.iter().map(|status| status.code()).skip(1).collect();
        assert_eq!(allowed(ShipmentStatus::can_print_documents), not_cancelled);
        assert_eq!(allowed(ShipmentStatus::is_final), [0, 90, 93, 95, 96]);
    }

    /// Rows: the status before. Columns: the status of the event, in the order of `ALL`. `x`: the status
    /// changes; `.`: it is unchanged.
    const MOVES: [(ShipmentStatus, &str); 22] = [
        (Cancelled, "......................"),
        (Draft, "x.xxxxxxxxxxxxxxxxxxxx"),
        (NeedsAttention, "x..xxxxxxxxxxxxxxxxxxx"),
        (AwaitingPayment, "x...xxxxxxxxxxxxxxxxxx"),
        (Confirmed, "x....xxxxxxxxxxxxxxxxx"),
        (Labelled, "x.....xxxxxxxxxxxxxxxx"),
        (Received, "x......xxxxxxxxxxxxxxx"),
        (ReweighHold, "x.....x.xxxxxxxxxxxxxx"),
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
        (Returning, ".................x.xxx"),
        (Returned, "......................"),
        (Lost, "......................"),
        (Seized, "......................"),
    ];

    #[test]
    fn events_change_statuses_as_in_the_table() {
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
