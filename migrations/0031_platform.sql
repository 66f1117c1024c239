-- What jobs send to an address, sealed. The job names the row only, so that erasing an account removes what still waits for its
-- address: in the queue, in the list of failed jobs, and in the hands of a worker that hasn't begun to send it.
create table queued_mail (
  id uuid primary key,
  -- A digest of the address with a secret key.
  recipient bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index queued_mail_by_recipient on queued_mail (recipient);
create index queued_mail_by_age on queued_mail (created_at);
