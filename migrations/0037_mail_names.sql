-- An email to others can name several accounts and addresses: digests like that of the recipient. When one of them is erased, it is
-- replaced by what it says without names, or deleted if it says nothing then.
alter table queued_mail add column names bytea[], add column without_names bytea;
update queued_mail set names = array[about] where about is not null;
alter table queued_mail drop column about;
create index queued_mail_by_name on queued_mail using gin (names) where names is not null;
