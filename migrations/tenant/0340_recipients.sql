-- Visitors who asked for an e-mail about each change of a shipment, and recipients for whom the sender asked. A row is
-- deleted when its visitor unsubscribes, does not confirm in time, or some time after the end of the shipment.
create table tracking_subscriptions (
    id uuid primary key,
    shipment_id uuid not null references shipments (id) on delete cascade,
    email text not null check (length(email) between 3 and 254),
    -- BCP 47, the language of the page.
    language text not null,
    created_at timestamptz not null,
    -- Hash of the secret in the confirmation e-mail, and the end of both; the hash is null until that is sent.
    token_hash bytea,
    expires_at timestamptz not null,
    confirmed_at timestamptz,
    -- Set while an e-mail waits to be sent: it will tell all changes until then.
    due_since timestamptz,
    last_sent_at timestamptz,
    -- The sender of the shipment asked for the recipient, who confirms nothing and can stop it.
    by_sender boolean not null default false,
    -- The recipient stopped it. The row stays for a year: no sender can ask for this address meanwhile.
    stopped_at timestamptz,
    constraint tracking_subscriptions_stopped_check check (stopped_at is null or confirmed_at is null),
    constraint tracking_subscriptions_email_key unique (shipment_id, email),
    constraint tracking_subscriptions_token_key unique (token_hash)
);
-- Unanswered confirmations of an address, and its stopped e-mails.
create index tracking_subscriptions_pending_idx on tracking_subscriptions (email) where confirmed_at is null;

-- The words of clients about delivered shipments, one row for each shipment. A row begins with the invitation.
create table reviews (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    shipment_id uuid not null references shipments (id) on delete cascade,
    -- 10 invited, 20 submitted, 30 published, 40 hidden.
    status smallint not null default 10 check (status in (10, 20, 30, 40)),
    score smallint check (score between 1 and 5),
    body text,
    submitted_at timestamptz,
    answer text,
    answered_by uuid,
    answered_at timestamptz,
    -- Why staff have hidden it; null when the server did, because the delivery was undone.
    hidden_reason text,
    -- SHA-256 of the secret in the newest e-mail; null once it was used.
    link_hash bytea,
    reminded_at timestamptz,
    version integer not null default 1,
    constraint reviews_scored_check check ((status = 10) = (score is null)),
    constraint reviews_shipment_key unique (shipment_id)
);
