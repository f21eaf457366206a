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
