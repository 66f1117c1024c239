-- Who is told what, by mail.

-- One row for each thing that one person is told. The key says which event or reminder it belongs to, so that
-- hearing of the same event twice tells nobody twice. Texts about people are not copied here: they are read from
-- the registration, the shift and the event when the letter is written.
create table notifications (
  id bigint generated always as identity,
  key text not null,
  kind text not null,
  user_id bigint not null references users on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  shift_id bigint,
  registration_id bigint,
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
  unique (key, organization_id),
  check ((status = 'sent') = (sent_at is not null)),
  primary key (id, organization_id)
);
create index notifications_waiting on notifications (due_at, id) where status = 'queued';
create index notifications_waiting_by_registration on notifications (registration_id, id) where status = 'queued';
create index notifications_by_person on notifications (user_id, id);
create index notifications_by_age on notifications (created_at);

-- What coordinators write to the people of a shift. Each reader's copy is a row in notifications.
create table shift_messages (
  id bigint generated always as identity,
  organization_id bigint not null references organizations on delete cascade,
  shift_id bigint not null,
  sender_id bigint references users on delete set null,
  subject text not null,
  body text not null,
  recipients integer not null default 0,
  created_at timestamptz not null,
  foreign key (shift_id, organization_id) references shifts on delete cascade,
  primary key (id, organization_id)
);
create index shift_messages_by_shift on shift_messages (shift_id, id);
