-- Files of e-mails were uploaded by nobody.
alter table support_files alter column uploaded_by drop not null;
