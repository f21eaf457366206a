//! Texts of masters. Carriers and offices of all countries read them in English.

use super::{Captions, Words};

pub const CAPTIONS: Captions = Captions(&[
    ("caption.number", Words(["Consignment no."; 4])),
    ("caption.line", Words(["No."; 4])),
    ("caption.bag", Words(["Bag"; 4])),
    ("caption.receptacle", Words(["Receptacle"; 4])),
    ("caption.airport", Words(["To"; 4])),
    ("caption.seal", Words(["Seal"; 4])),
    ("caption.parcels", Words(["Parcels"; 4])),
    ("caption.gross", Words(["Gross weight"; 4])),
    ("caption.bag_count", Words(["Number of bags"; 4])),
    ("caption.parcel_count", Words(["Number of parcels"; 4])),
    ("caption.note", Words(["Observations"; 4])),
]);

/// Delivery bill of the post.
pub const CN38: Captions = Captions(&[
    ("form", Words(["CN 38"; 4])),
    ("caption.title", Words(["Delivery bill"; 4])),
    ("caption.sender", Words(["Dispatching office of exchange"; 4])),
    ("caption.consignee", Words(["Office of exchange of destination"; 4])),
    ("caption.from", Words(["Place of loading"; 4])),
    ("caption.to", Words(["Place of offloading"; 4])),
    ("caption.carrier", Words(["Carrier"; 4])),
    ("caption.vehicle", Words(["Transport no."; 4])),
    ("caption.reference", Words(["Bill no. of the carrier"; 4])),
    ("caption.departs", Words(["Date of departure"; 4])),
    ("caption.arrives", Words(["Date of arrival"; 4])),
    ("caption.sender_signature", Words(["Dispatching office: signature"; 4])),
    ("caption.carrier_signature", Words(["Carrier: date and signature"; 4])),
    ("caption.receiver_signature", Words(["Office of destination: date and signature"; 4])),
    ("caption.terms", Words([POST_TERMS; 4])),
]);

/// Waybill of a lorry.
pub const CMR: Captions = Captions(&[
    ("form", Words(["CMR"; 4])),
    ("caption.title", Words(["International consignment note"; 4])),
    ("caption.sender", Words(["1  Sender"; 4])),
    ("caption.consignee", Words(["2  Consignee"; 4])),
    ("caption.from", Words(["4  Place of taking over the goods"; 4])),
    ("caption.to", Words(["3  Place of delivery of the goods"; 4])),
    ("caption.carrier", Words(["16  Carrier"; 4])),
    ("caption.vehicle", Words(["Vehicle"; 4])),
    ("caption.reference", Words(["Carrier's note no."; 4])),
    ("caption.departs", Words(["4  Date of taking over"; 4])),
    ("caption.arrives", Words(["Planned arrival"; 4])),
    ("caption.sender_signature", Words(["22  Signature and stamp of the sender"; 4])),
    ("caption.carrier_signature", Words(["23  Signature and stamp of the carrier"; 4])),
    ("caption.receiver_signature", Words(["24  Goods received: date, signature and stamp"; 4])),
    ("caption.terms", Words([ROAD_TERMS; 4])),
]);

pub const BL: Captions = Captions(&[
    ("form", Words(["B/L"; 4])),
    ("caption.title", Words(["Bill of lading"; 4])),
    ("caption.sender", Words(["Shipper"; 4])),
    ("caption.consignee", Words(["Consignee"; 4])),
    ("caption.from", Words(["Port of loading"; 4])),
    ("caption.to", Words(["Port of discharge"; 4])),
    ("caption.carrier", Words(["Carrier"; 4])),
    ("caption.vehicle", Words(["Vessel and voyage"; 4])),
    ("caption.reference", Words(["B/L no. of the carrier"; 4])),
    ("caption.departs", Words(["Planned departure"; 4])),
    ("caption.arrives", Words(["Planned arrival"; 4])),
    ("caption.sender_signature", Words(["Shipper: signature"; 4])),
    ("caption.carrier_signature", Words(["For the carrier: date and signature"; 4])),
    ("caption.receiver_signature", Words(["Received by: date and signature"; 4])),
    ("caption.terms", Words([SEA_TERMS; 4])),
]);

const POST_TERMS: &str =
    "The receptacles listed here were handed over in good order with seals intact, except as noted.";

const ROAD_TERMS: &str = "This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract \
                          for the International Carriage of Goods by Road (CMR).";

const SEA_TERMS: &str = "Particulars as furnished by the shipper. Not negotiable: the carrier's own bill of lading has its \
                         conditions.";
