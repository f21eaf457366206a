-- E-mails that open tickets, and e-mails that could not be taken from the mailbox.
-- Staff vouch for the sender, whose server could not.
alter table support_mails add column is_trusted boolean not null default false;
-- An e-mail that is still in the mailbox: the name of the mailbox with its numbers. It has no file.
alter table support_mails add column mailbox text;
alter table support_mails add column uid_validity bigint;
alter table support_mails add column uid bigint;
create index support_mails_sender_idx on support_mails (sender_email, received_at) where sender_email is not null;
