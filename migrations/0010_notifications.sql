-- Who is told what, by mail.

-- One row for each thing that one person is told. The key says which event or reminder it belongs to, so that
-- hearing of the same event twice tells nobody twice. Texts about people are not copied here: they are read from
-- the registration, the shift and the event when the letter is written.
create table notifications (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  user_id bigint not null references users on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  shift_id bigint references shifts on delete cascade,
  registration_id bigint references registrations on delete cascade,
  event_id text,
  details jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'skipped')),
  -- Why it was skipped, or what went wrong last.
  outcome text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- Whoever sends it has it until then; a worker that died gives it back by doing nothing.
  leased_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((status = 'sent') = (sent_at is not null))
);
create index notifications_waiting on notifications (due_at, id) where status = 'queued';
create index notifications_waiting_by_registration on notifications (registration_id, id) where status = 'queued';
create index notifications_by_person on notifications (user_id, id);
create index notifications_by_age on notifications (created_at);

-- A message that is kept twice for the demo is shown once.
alter table undelivered_mail
  add column message_id text unique,
  add column attachments jsonb not null default '[]';
