-- Who gets which notification.

-- One row for each notification of one person. The key says which event or reminder it belongs to, so that
-- processing the same event twice notifies no one twice. Texts about people are not copied here: they are read from
-- the registration, the shift and the event when the notification is sent.
-- `about_at` follows from the key (the event's time, the start of the shift, the deadline), so that a repeat finds the row
-- although the partition is part of what is unique.
create sequence notification_ids;
create table notifications (
  id bigint not null default nextval('notification_ids'),
  key text not null,
  kind text not null,
  user_id bigint not null,
  organization_id bigint not null,
  shift_id bigint,
  registration_id bigint,
  event_id text,
  details jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'skipped')),
  -- Why it was skipped.
  outcome text,
  attempts integer not null default 0,
  about_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((status = 'sent') = (sent_at is not null)),
  unique (key, organization_id, about_at),
  primary key (id, organization_id, about_at)
) partition by range (about_at);
create index notifications_by_person on notifications (user_id, id);

-- Each row is changed once, when it was sent or skipped. With space left for that, 42 % of the updates touch no index.
create table history.notifications_other partition of notifications default with (fillfactor = 80);
create index notifications_other_by_age on history.notifications_other (about_at);
insert into history.tables values ('notifications', 'about_at', 'week', 4, 90, 'notification_queue', 'about_at');
select history.ensure_all(now());

-- What is still to be sent, and only that. Reminders and digests wait for what people have just caused. 59 % of the
-- updates touch no index.
create table notification_queue (
  id bigint not null,
  organization_id bigint not null,
  about_at timestamptz not null,
  user_id bigint not null,
  registration_id bigint,
  kind text not null,
  can_wait boolean not null,
  due_at timestamptz not null,
  -- The worker that sends it has it until then; if it dies, another one takes over.
  leased_until timestamptz,
  attempts integer not null default 0,
  -- What went wrong last.
  outcome text,
  primary key (id, organization_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_cost_delay = 0);
create index notification_queue_due on notification_queue (can_wait, due_at, id);
create index notification_queue_by_registration on notification_queue (registration_id, id);

create function queue_notifications() returns trigger language plpgsql as $$
begin
  insert into notification_queue (id, organization_id, about_at, user_id, registration_id, kind, can_wait, due_at)
  select id, organization_id, about_at, user_id, registration_id, kind,
    kind in ('reminder', 'journey_reminder', 'understaffed'), created_at
  from made where status = 'queued';
  return null;
end $$;
create trigger notifications_are_queued after insert on notifications referencing new table as made
  for each statement execute function queue_notifications();

-- What coordinators write to people. Each reader's email is a row in notifications.
create table messages (
  id bigint generated always as identity,
  organization_id bigint not null references organizations on delete cascade,
  -- Whom it was for. The readers themselves are in message_recipients.
  audience text not null check (audience in ('people', 'shift', 'program', 'filter', 'everybody')),
  shift_id bigint,
  -- Of the shift, if only people with one of its roles got it: as it was called then.
  role_name text,
  program_id bigint,
  -- The saved filter of the list of people and its name at that time: it may be changed or deleted later. Both are null
  -- if the filter wasn't saved.
  filter_id bigint,
  filter_name text,
  sender_id bigint references users on delete set null,
  -- One text for each language: [{"language": "en", "subject": "…", "text": "…"}]. Others read the first.
  texts jsonb not null,
  recipients integer not null,
  created_at timestamptz not null,
  foreign key (shift_id, organization_id) references shifts on delete cascade,
  primary key (id, organization_id)
);
create index messages_by_organization on messages (organization_id, id);
create index messages_by_shift on messages (shift_id, id) where shift_id is not null;

create table message_recipients (
  message_id bigint not null,
  organization_id bigint not null,
  user_id bigint not null references users on delete cascade,
  status text not null check (status in ('queued', 'sent', 'failed', 'opted_out')),
  -- Why it was not sent.
  outcome text,
  changed_at timestamptz not null,
  foreign key (message_id, organization_id) references messages on delete cascade,
  primary key (message_id, user_id, organization_id)
);
create index message_recipients_by_person on message_recipients (user_id, message_id);

create table message_templates (
  id bigint generated always as identity,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  texts jsonb not null,
  updated_at timestamptz not null,
  primary key (id, organization_id)
);
create unique index one_template_of_a_name on message_templates (organization_id, lower(name));

-- How far a person has read their notifications.
create table notification_reads (
  user_id bigint primary key references users on delete cascade,
  read_until bigint not null,
  updated_at timestamptz not null
);

-- Browsers that show notifications. Address and keys are sealed: with them, anyone could write to that browser. What is
-- sent to a browser ends with the session in which it was registered.
create table push_subscriptions (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  session_id bigint not null,
  digest bytea not null,
  sealed bytea not null,
  created_at timestamptz not null,
  foreign key (session_id, user_id) references sessions on delete cascade,
  unique (digest, user_id),
  primary key (id, user_id)
);
create index push_subscriptions_by_person on push_subscriptions (user_id, id);
