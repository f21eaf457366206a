-- Addresses that were told that their e-mail was refused, each at most once a day.
create table support_mail_refusals (
    email text primary key,
    told_at timestamptz not null
);
