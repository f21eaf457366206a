//! Everything that can be done to a record.

use crate::named::named;

named! {
    Action {
        List = "list",
        Show = "show",
        Create = "create",
        Update = "update",
        Delete = "delete",
        /// The short list of a choice: labels without details.
        Select = "select",
        Search = "search",
        Export = "export",
        /// See costs and margins.
        Cost = "cost",
        /// See data of people.
        Personal = "personal",
        /// Brings in a list that the product ships.
        Import = "import",
        Confirm = "confirm",
        /// Change a confirmed shipment, whose price is calculated again.
        Reprice = "reprice",
        Cancel = "cancel",
        /// Start a failed process again.
        Retry = "retry",
        Clear = "clear",
        Duplicate = "duplicate",
        PrintLabel = "print_label",
        RecordEvent = "record_event",
        /// Change what was issued or sent, as a further version.
        Amend = "amend",
        /// The same once the goods have left.
        AmendLate = "amend_late",
        /// Reserve flights.
        Book = "book",
        /// Record what the receiver of a message answers.
        RecordAnswer = "record_answer",
        /// Receive a parcel by its code.
        Scan = "scan",
        /// Take a parcel out of a bag.
        Remove = "remove",
        /// Put a parcel from one bag into another.
        Move = "move",
        /// Record that a transport has left.
        Depart = "depart",
        /// Record that a transport is where it goes.
        Arrive = "arrive",
        /// Record that a transport was handed over.
        Deliver = "deliver",
        /// Settle a difference of an unpacking.
        Resolve = "resolve",
        /// Weigh, measure and photograph a parcel.
        Measure = "measure",
        /// Say whose a parcel is.
        Identify = "identify",
        /// Give a pickup to a driver or a provider.
        Schedule = "schedule",
        /// Record the parcels that were collected.
        Collect = "collect",
        /// Record that nothing was collected.
        Fail = "fail",
        /// Pay the difference of a re-weighing.
        Accept = "accept",
        /// Contradict the measures of a re-weighing.
        Dispute = "dispute",
        /// Decide about a dispute.
        Decide = "decide",
        /// Take in a parcel that was announced.
        Receive = "receive",
        /// Say where a parcel lies.
        PutAway = "put_away",
        /// Take back a movement of goods.
        Reverse = "reverse",
        /// Hold goods for what is to be picked.
        Allocate = "allocate",
        /// Count what lies in places.
        Count = "count",
        /// Let somebody count again.
        Recount = "recount",
        /// Agree to what others have found.
        Approve = "approve",
        /// Put picked goods into a shipment.
        Pack = "pack",
        /// Record that goods were ordered from a supplier.
        Order = "order",
        /// Say what it would cost.
        Quote = "quote",
        /// Record that goods were bought for a client.
        Buy = "buy",
        /// Give up a parcel that its client never asked for.
        Abandon = "abandon",
        /// Send a delivery back.
        Return = "return",
        /// See who took parcels, with document, signature and place.
        Proof = "proof",
        /// Scan the parcels of a run into its vehicle.
        Load = "load",
        /// Send a run on its way, or begin to pack.
        Start = "start",
        /// Record what happens at the stops of the own runs.
        Record = "record",
        /// End the packing.
        Finish = "finish",
        /// Keep it from being labelled and from departing.
        Hold = "hold",
        /// End a hold.
        Release = "release",
        Process = "process",
        Activate = "activate",
        Deactivate = "deactivate",
        /// Change what a client may owe.
        SetCredit = "set_credit",
        /// Move the records of a duplicate to the one that stays.
        Merge = "merge",
        Invite = "invite",
        ResetPassword = "reset_password",
        ResetSecondFactor = "reset_second_factor",
        /// Act as that user.
        Switch = "switch",
        Explain = "explain",
        ChangeStatus = "change_status",
        /// Add a document.
        Attach = "attach",
        /// Check the proof of a claim, or compare a document with the paper.
        Verify = "verify",
        /// Calculate taxes on a declaration.
        Assess = "assess",
        /// Write a message.
        Send = "send",
        Reply = "reply",
        /// Add an internal note.
        Note = "note",
        AppendRecipient = "append_recipient",
        /// Take a ticket, or give it to a colleague.
        Assign = "assign",
        Close = "close",
        Reopen = "reopen",
        /// Ask a postal operator for the code of a bag.
        Register = "register",
        Archive = "archive",
        Unarchive = "unarchive",
        /// Make a draft valid, which cannot be changed after it.
        Publish = "publish",
        /// Say how it was.
        Submit = "submit",
        /// Answer publicly what a client said.
        Answer = "answer",
        /// Take back what was published.
        Hide = "hide",
        /// Price a shipment that does not exist.
        Simulate = "simulate",
        /// Record money that was paid back.
        Refund = "refund",
        /// Change a balance by hand.
        Adjust = "adjust",
        Refuse = "refuse",
        /// Take back what one announced.
        Withdraw = "withdraw",
        /// Give a draft its number and make it due.
        Issue = "issue",
        /// End an issued invoice, whose number stays used.
        Void = "void",
        /// Take back a part of an issued invoice.
        Credit = "credit",
        /// Record a payment.
        Pay = "pay",
        /// Replace a secret by another one.
        Rotate = "rotate",
        /// End a token at once.
        Revoke = "revoke",
        /// Let a schedule rest.
        Pause = "pause",
        Resume = "resume",
        /// Go on with what another user left.
        TakeOver = "take_over",
        /// Do now what is done at set times.
        Run = "run",
    }
}
