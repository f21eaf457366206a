-- The ticket that this one continues, after a reply to an old one.
alter table support_tickets add column follows_id uuid references support_tickets (id);
create index support_tickets_follows_idx on support_tickets (follows_id) where follows_id is not null;
