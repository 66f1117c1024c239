-- What attendance and reported hours add up to.

-- Minutes by person, program, mission and month, in the organization's zone. Derived: can be computed again from attendance and
-- reports.
create table hours (
  organization_id bigint not null,
  user_id bigint not null references users,
  program_id bigint not null,
  mission_id bigint not null,
  month date not null,
  minutes integer not null,
  verified_minutes integer not null,
  -- Counted in the month in which they began.
  shifts integer not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id, program_id, mission_id, month)
);
create index hours_by_month on hours (organization_id, month, user_id);
create index hours_by_person on hours (user_id, month);

-- People whose hours have changed since they were last added up. A change and its mark commit together; the mark
-- is locked until then, and the job that adds up leaves a locked one for later. So no change is ever missed: what has
-- no mark is right in `hours`.
create table hours_stale (
  organization_id bigint not null,
  user_id bigint not null,
  since timestamptz not null default now(),
  primary key (organization_id, user_id)
);

create function mark_hours_stale() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  insert into hours_stale (organization_id, user_id) values (changed.organization_id, changed.user_id)
    on conflict (organization_id, user_id) do update set since = excluded.since;
  return null;
end;
$$;
create trigger attendance_adds_hours after insert on attendance
  for each row when (new.minutes is not null) execute function mark_hours_stale();
create trigger attendance_changes_hours after update on attendance
  for each row when ((old.minutes, old.checked_in_at, old.checked_out_at, old.verified_at, old.program_id, old.mission_id)
    is distinct from (new.minutes, new.checked_in_at, new.checked_out_at, new.verified_at, new.program_id, new.mission_id)
    and (old.minutes is not null or new.minutes is not null)) execute function mark_hours_stale();
create trigger attendance_loses_hours after delete on attendance
  for each row when (old.minutes is not null) execute function mark_hours_stale();

-- Hours that people report themselves. They count as verified hours while they are approved.
create table hour_reports (
  id bigint generated always as identity,
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users,
  program_id bigint not null,
  mission_id bigint not null,
  -- A day of the calendar: it stays the same if the organization gets another zone.
  day date not null,
  minutes integer not null check (minutes between 1 and 1440),
  note text not null default '',
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected')),
  -- Why it was rejected.
  reason text,
  -- Counts the changes, so that a decision is about what the coordinator has seen.
  version integer not null default 1,
  decided_by bigint,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (program_id, organization_id) references programs,
  foreign key (mission_id, organization_id) references missions,
  check ((status = 'waiting') = (decided_at is null)),
  primary key (id, organization_id)
);
create index hour_reports_by_person on hour_reports (user_id, id);
create index hour_reports_by_organization on hour_reports (organization_id, id);
create index hour_reports_waiting on hour_reports (organization_id, id) where status = 'waiting';
create index hour_reports_approved on hour_reports (organization_id, user_id, day) where status = 'approved';
create index hour_reports_by_day on hour_reports (organization_id, day) where status = 'approved';

create trigger hour_reports_change_hours after update on hour_reports
  for each row when ((old.status = 'approved') <> (new.status = 'approved')) execute function mark_hours_stale();
create trigger hour_reports_lose_hours after delete on hour_reports
  for each row when (old.status = 'approved') execute function mark_hours_stale();

-- The first moment of a local day. Where the clock strikes midnight twice, the first of the two.
create function local_midnight(day timestamp, zone text) returns timestamptz stable parallel safe language sql as $$
  select case when ((day at time zone zone) - interval '1 hour') at time zone zone >= day
    then (day at time zone zone) - interval '1 hour' else day at time zone zone end
$$;

-- How many of an attendance's minutes had passed at a moment. Differences of it add up to all of them exactly,
-- wherever the cuts are and whatever a correction has made of the minutes.
create function minutes_until(moment timestamptz, began timestamptz, ended timestamptz, minutes integer)
returns integer immutable parallel safe language sql as $$
  select case when moment >= ended then minutes when moment <= began then 0
    else floor(minutes * extract(epoch from moment - began) / extract(epoch from ended - began))::integer end
$$;

-- Letters that confirm a person's hours. Anyone who is shown one can ask whether it is genuine.
create table hour_letters (
  id bigint generated always as identity,
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
  unique (organization_id, user_id, content),
  primary key (id, organization_id)
);
create index hour_letters_by_person on hour_letters (user_id, id);
