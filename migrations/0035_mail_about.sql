-- Whom an email to others names: it is deleted with their account, too. A digest of the account, like that of the recipient.
alter table queued_mail add column about bytea;
create index queued_mail_by_subject on queued_mail (about) where about is not null;
