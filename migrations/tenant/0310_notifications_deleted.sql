-- A deleted notification is not listed, and can come back for some minutes.
alter table notifications add column deleted_at timestamptz;
create index notifications_deleted_idx on notifications (deleted_at) where deleted_at is not null;
