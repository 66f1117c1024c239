-- Who was asked to take a shift, and what they answered.

create table shift_asks (
  id bigint generated always as identity,
  organization_id bigint not null references organizations on delete cascade,
  shift_id bigint not null,
  sender_id bigint references users on delete set null,
  -- The role that is meant, by its key: a role can be removed while people think about it.
  role_key text,
  message text not null,
  urgent boolean not null,
  -- Null: until the shift starts.
  expires_at timestamptz,
  created_at timestamptz not null,
  foreign key (shift_id, organization_id) references shifts on delete cascade,
  primary key (id, organization_id)
);
create index shift_asks_by_shift on shift_asks (shift_id, id);

create table shift_ask_people (
  ask_id bigint not null,
  organization_id bigint not null,
  shift_id bigint not null,
  user_id bigint not null references users on delete cascade,
  status text not null default 'asked' check (status in ('asked', 'accepted', 'declined', 'too_late', 'withdrawn')),
  answered_at timestamptz,
  foreign key (ask_id, organization_id) references shift_asks on delete cascade,
  primary key (ask_id, user_id, organization_id)
);
create index shift_ask_people_by_shift on shift_ask_people (shift_id, ask_id, user_id);
create index shift_ask_people_by_person on shift_ask_people (user_id, ask_id) where status = 'asked';
-- However often coordinators press the button, a person has one open question about a shift.
create unique index one_open_ask on shift_ask_people (shift_id, user_id, organization_id) where status = 'asked';
