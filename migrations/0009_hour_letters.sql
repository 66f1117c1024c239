-- Letters that confirm somebody's hours. Whoever is shown one can ask whether it is genuine.
create table hour_letters (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users,
  -- As it stands on the letter. Null once the person has been erased.
  person_name text,
  organization_name text not null,
  time_zone text not null,
  period_from date not null,
  period_to date not null,
  -- The table of the letter: month, program, minutes, shifts.
  lines jsonb not null,
  minutes integer not null,
  verified_minutes integer not null,
  -- A keyed digest of all that it says: asked for again, it is the same letter.
  content bytea not null,
  issued_by bigint,
  issued_at timestamptz not null,
  unique (organization_id, user_id, content)
);
create index hour_letters_by_person on hour_letters (user_id, id);
