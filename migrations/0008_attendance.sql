-- Who came, when they left, and what it adds up to.

-- One row for a registration that somebody has acted on; its id is the registration's. A registration without a
-- row is expected.
create table attendance (
  registration_id bigint primary key references registrations,
  organization_id bigint not null,
  program_id bigint not null,
  mission_id bigint not null,
  shift_id bigint not null references shifts,
  user_id bigint not null references users,
  status text not null check (status in ('checked_in', 'checked_out', 'no_show')),
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  -- What counts; set at check-out, by the closing job, or by a correction.
  minutes integer check (minutes between 0 and 100000),
  late boolean not null default false,
  method text not null,
  -- Text as it was given: json keeps it, jsonb would not.
  metadata json,
  flags text[] not null default '{}',
  note text,
  verified_by bigint,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status = 'no_show' or checked_in_at is not null),
  check (status <> 'checked_out' or (checked_out_at is not null and minutes is not null)),
  check (checked_out_at is null or checked_out_at >= checked_in_at)
);
create index attendance_by_shift on attendance (shift_id, registration_id);
create index attendance_by_person on attendance (user_id, checked_in_at);
create index attendance_by_organization on attendance (organization_id, checked_in_at);
create index attendance_still_in on attendance (shift_id) where status = 'checked_in';

-- Scans of desks that were offline. The desk names each one, so that a scan sent twice counts once.
create table attendance_scans (
  organization_id bigint not null,
  nonce text not null,
  registration_id bigint not null,
  created_at timestamptz not null,
  primary key (organization_id, nonce)
);
create index attendance_scans_by_age on attendance_scans (created_at);

-- When a shift's attendance has been closed: no-shows marked, forgotten check-outs ended.
alter table shifts add column attendance_closed_at timestamptz;
create index shifts_to_close on shifts (end_time, id) where attendance_closed_at is null and status = 'published';

create function reopen_attendance() returns trigger language plpgsql as $$
begin
  new.attendance_closed_at := null;
  return new;
end;
$$;
create trigger shifts_reopen_attendance before update of end_time on shifts
  for each row when (old.end_time <> new.end_time and new.attendance_closed_at is not null)
  execute function reopen_attendance();

-- Attendance keeps its own copy of what the hours are counted for.
create function carry_attendance_along() returns trigger language plpgsql as $$
begin
  update attendance set program_id = new.program_id, mission_id = new.mission_id where shift_id = new.id;
  return null;
end;
$$;
create trigger shifts_carry_attendance_along after update of program_id, mission_id on shifts
  for each row when ((old.program_id, old.mission_id) is distinct from (new.program_id, new.mission_id))
  execute function carry_attendance_along();

-- Minutes by person, program, mission and month, in the organization's zone. Derived: can be made anew from attendance.
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
-- is locked until then, and whoever adds up leaves a locked one for later. So no change is ever missed: what has
-- no mark is right in `hours`.
create table hours_stale (
  organization_id bigint not null,
  user_id bigint not null,
  since timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create function mark_hours_stale() returns trigger language plpgsql as $$
declare
  changed attendance%rowtype;
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

-- Months begin and end at other moments in another zone.
create function mark_all_hours_stale() returns trigger language plpgsql as $$
begin
  insert into hours_stale (organization_id, user_id)
    select distinct organization_id, user_id from attendance where organization_id = new.id and minutes is not null
    order by user_id
    on conflict (organization_id, user_id) do update set since = excluded.since;
  return null;
end;
$$;
create trigger organizations_zone_changes_hours after update of time_zone on organizations
  for each row when (old.time_zone <> new.time_zone) execute function mark_all_hours_stale();

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
