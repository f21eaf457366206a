-- Texts of tracking e-mails that the company has written. A null subject or body has the product's default.
create table tracking_email_texts (
    event_code text not null,
    -- BCP 47, the language of the e-mail.
    language text not null,
    subject text check (length(subject) between 1 and 200),
    body text check (length(body) between 1 and 2000),
    updated_at timestamptz not null default now(),
    primary key (event_code, language)
);
