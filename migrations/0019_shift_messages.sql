-- What coordinators write to the people of a shift. Each reader's copy is a row in notifications.
create table shift_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  shift_id bigint not null references shifts on delete cascade,
  sender_id bigint references users on delete set null,
  subject text not null,
  body text not null,
  recipients integer not null default 0,
  created_at timestamptz not null
);
create index shift_messages_by_shift on shift_messages (shift_id, id);
