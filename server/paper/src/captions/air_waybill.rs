//! Texts of an air waybill. Airlines and customs of all countries read it in English.

use super::{Captions, Words};

pub const CAPTIONS: Captions = Captions(&[
    ("caption.title", Words(["Air Waybill"; 4])),
    ("caption.not_negotiable", Words(["Not negotiable"; 4])),
    ("caption.issued_by", Words(["Issued by"; 4])),
    ("caption.shipper", Words(["Shipper's name and address"; 4])),
    ("caption.consignee", Words(["Consignee's name and address"; 4])),
    ("caption.agent", Words(["Issuing carrier's agent, name and city"; 4])),
    ("caption.agent_code", Words(["Agent's IATA code"; 4])),
    ("caption.agent_account", Words(["Account no."; 4])),
    ("caption.accounting", Words(["Accounting information"; 4])),
    ("caption.origin", Words(["Airport of departure"; 4])),
    ("caption.destination", Words(["Airport of destination"; 4])),
    ("caption.routing", Words(["Routing"; 4])),
    ("caption.flights", Words(["Flight / date"; 4])),
    ("caption.currency", Words(["Currency"; 4])),
    ("caption.payment", Words(["WT/VAL, other"; 4])),
    ("caption.declared_carriage", Words(["Value for carriage"; 4])),
    ("caption.declared_customs", Words(["Value for customs"; 4])),
    ("caption.customs_reference", Words(["Customs reference"; 4])),
    ("caption.handling", Words(["Handling information"; 4])),
    ("caption.pieces", Words(["Pieces"; 4])),
    ("caption.gross", Words(["Gross weight"; 4])),
    ("caption.class", Words(["Class"; 4])),
    ("caption.commodity", Words(["Commodity"; 4])),
    ("caption.chargeable", Words(["Chargeable"; 4])),
    ("caption.rate", Words(["Rate"; 4])),
    ("caption.total", Words(["Total"; 4])),
    ("caption.goods", Words(["Nature and quantity of goods"; 4])),
    ("caption.counted", Words(["Pieces counted"; 4])),
    ("caption.weight_charge", Words(["Weight charge"; 4])),
    ("caption.due_agent", Words(["Other charges due agent"; 4])),
    ("caption.due_carrier", Words(["Other charges due carrier"; 4])),
    ("caption.total_payment", Words(["Total"; 4])),
    ("caption.other_charges", Words(["Other charges"; 4])),
    ("caption.executed", Words(["Executed on (date) at (place)"; 4])),
    ("caption.signature", Words(["Signature of issuing carrier or its agent"; 4])),
    ("caption.bag_or_shipment", Words(["Bag or shipment"; 4])),
    ("caption.seal", Words(["Seal"; 4])),
    ("caption.parcels", Words(["Parcels"; 4])),
    ("caption.terms", Words([TERMS; 4])),
]);

const TERMS: &str = "It is agreed that the goods described herein are accepted in apparent good order and condition (except as \
                     noted) for carriage subject to the conditions of contract of the issuing carrier. All goods may be carried \
                     by any other means including road or any other carrier unless specific contrary instructions are given \
                     hereon by the shipper.";
