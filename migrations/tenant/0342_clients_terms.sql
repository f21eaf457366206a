-- Further addresses and numbers of a client, each with its type. The main ones stay in email and phone.
alter table clients add column emails jsonb not null default '[]';
alter table clients add column phones jsonb not null default '[]';
alter table clients add column language text;
alter table clients add column currency text;
alter table clients add column payment_terms_days smallint;
alter table clients add column default_service_id uuid references services (id);
alter table clients add column credit_limit numeric(16, 4);
alter table clients add column credit_currency text;
alter table clients add column tags text[] not null default '{}';
alter table clients add column kyc_status text not null default 'pending';
alter table clients add constraint clients_kyc_check check (kyc_status in ('pending', 'ok', 'blocked'));
alter table clients add constraint clients_terms_check check (payment_terms_days between 0 and 365);
alter table clients add constraint clients_credit_check
    check (credit_limit >= 0 and (credit_limit is null) = (credit_currency is null));
-- The client that a duplicate was merged into.
alter table clients add column merged_into uuid references clients (id);
create index clients_merged_idx on clients (merged_into) where merged_into is not null;
-- Possible duplicates.
create index clients_document_idx on clients (document) where document is not null;
create index clients_email_idx on clients (email) where email is not null;
create index clients_phone_idx on clients (phone) where phone is not null;
-- Suites of clients for whom the company chose none.
create sequence client_suites start 1001;
