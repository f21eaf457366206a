-- A picture of an e-mail as it is shown in its message, drawn anew by the server.
alter table support_files add column picture_key text;
