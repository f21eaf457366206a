-- The clocks of a ticket rest while it waits for the client and while it is closed.
alter table support_tickets add column rested_seconds bigint not null default 0;
-- Null while the clocks run.
alter table support_tickets add column resting_since timestamptz;
update support_tickets set resting_since = coalesce(closed_at, last_message_at) where status <> 10;
