-- People without an account write by e-mail.
alter table support_messages alter column author_id drop not null;
