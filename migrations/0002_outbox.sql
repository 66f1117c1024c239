-- Partitions by time, and what happened, in the words that other systems hear.

-- The partitions live apart from what people look at. `<table>_other` catches what no other one takes.
create schema history;

-- Every partition that was made and not dropped by the clock: one that someone drops by hand is missed.
create table history.made (
  parent text not null,
  low timestamptz not null,
  primary key (parent, low)
);

-- Gives a partition the statement triggers of its table, which PostgreSQL doesn't copy. One that fires even in sessions that
-- switch ordinary ones off, as restores and replicas do, also does so here; of row triggers, PostgreSQL copies that.
create function history.copy_triggers(parent text, own text) returns void language plpgsql as $$
declare
  trigger record;
begin
  for trigger in select tgname, tgenabled, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ('public.' || parent)::regclass and not tgisinternal and tgtype & 1 = 0
  loop
    execute replace(trigger.definition, format(' ON public.%I ', parent), format(' ON history.%I ', own));
    if trigger.tgenabled = 'A' then
      execute format('alter table history.%I enable always trigger %I', own, trigger.tgname);
    end if;
  end loop;
end $$;

-- Makes the partition from `low` to `high`, with what the default partition holds of that time. Attaching a table, unlike
-- creating it as a partition, lets others go on writing, unless rows are moved.
create function history.ensure(parent text, by_column text, low timestamptz, high timestamptz) returns void
language plpgsql as $$
declare
  own text := parent || to_char(low at time zone 'UTC', '_YYYYMMDD');
  other text := parent || '_other';
  storage text := coalesce((select ' with (' || array_to_string(reloptions, ', ') || ')'
    from pg_class where oid = ('history.' || other)::regclass), '');
  moves boolean;
  always text[];
  trigger text;
begin
  perform pg_advisory_xact_lock(hashtext('history.' || parent));
  if to_regclass('history.' || own) is not null then
    return;
  end if;
  execute format('create table history.%I (like public.%I including all)%s', own, parent, storage);
  execute format('select exists (select 1 from history.%I where %I >= $1 and %I < $2)', other, by_column, by_column)
    into moves using low, high;
  if moves then
    -- Triggers that forbid changes are for others. They are named at the table and not at the default partition, because
    -- on the shards of a cluster, the copies in partitions have other names.
    always := array(select tgname from pg_trigger
      where tgrelid = ('public.' || parent)::regclass and not tgisinternal and tgenabled = 'A');
    execute format('alter table public.%I disable trigger user', parent);
    execute format('insert into history.%I select * from history.%I where %I >= $1 and %I < $2',
      own, other, by_column, by_column) using low, high;
    execute format('delete from history.%I where %I >= $1 and %I < $2', other, by_column, by_column) using low, high;
    execute format('alter table public.%I enable trigger user', parent);
    foreach trigger in array always loop
      execute format('alter table public.%I enable always trigger %I', parent, trigger);
    end loop;
  end if;
  perform history.copy_triggers(parent, own);
  execute format('alter table public.%I attach partition history.%I for values from (%L) to (%L)', parent, own, low, high);
  insert into history.made values (parent, low) on conflict do nothing;
end $$;

-- Tables with partitions by time: how much one spans, how many are made ahead, after how many days one is dropped (null:
-- never by the clock), and where rows are listed that something still has to be done with.
create table history.tables (
  parent text primary key,
  by_column text not null,
  span text not null check (span in ('week', 'month')),
  ahead integer not null,
  kept_days integer,
  queue text,
  queue_column text
);

-- Makes what is missing of all tables, for the given time and the time ahead of it.
create function history.ensure_all(moment timestamptz) returns void language sql as $$
  select history.ensure(t.parent, t.by_column,
    (date_trunc(t.span, moment at time zone 'UTC') + n * ('1 ' || t.span)::interval) at time zone 'UTC',
    (date_trunc(t.span, moment at time zone 'UTC') + (n + 1) * ('1 ' || t.span)::interval) at time zone 'UTC')
  from history.tables t cross join lateral generate_series(0, t.ahead) as n
  order by t.parent, n
$$;

-- The partitions by time that exist.
create view history.partitions as
select t.parent, c.relname::text as name, low, low + ('1 ' || t.span)::interval as high, t.kept_days
from history.tables t
join pg_class c on c.relnamespace = 'history'::regnamespace and c.relkind = 'r' and c.relname ~ ('^' || t.parent || '_[0-9]{8}$')
cross join lateral (select case when c.relname ~ '_[0-9]{8}$'
  then to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' end) as begins (low);

-- Drops a partition, unless rows of its time are still listed in the table's queue. Returns whether it is gone.
create function history.drop_partition(partition text) returns boolean language plpgsql as $$
declare
  part record;
  waits boolean := false;
begin
  select p.parent, p.low, p.high, t.queue, t.queue_column into part
  from history.partitions p join history.tables t using (parent) where p.name = partition;
  if part.queue is not null then
    execute format('select exists (select 1 from public.%I where %I >= $1 and %I < $2)',
      part.queue, part.queue_column, part.queue_column) into waits using part.low, part.high;
  end if;
  if not waits then
    execute format('drop table if exists history.%I', partition);
    delete from history.made m where m.parent = part.parent and m.low = part.low;
  end if;
  return not waits;
end $$;

create sequence event_positions;

-- Written once and never changed; a week is dropped as a whole. `position` orders events of the same moment.
create table events (
  id text not null,
  position bigint not null default nextval('event_positions'),
  organization_id bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (id, organization_id, created_at)
) partition by range (created_at);
create index events_by_organization_and_time on events (organization_id, created_at);
create table history.events_other partition of events default;
create index events_other_by_age on history.events_other (created_at);

-- Events whose reactions are not queued yet, and only those: the relay takes rows out. Every row is short-lived, so
-- vacuum comes after thousands of them, not after a part of the table.
create table outbox (
  position bigint not null,
  organization_id bigint not null,
  event_id text not null,
  event_at timestamptz not null,
  -- What the daily work causes comes after what people cause.
  can_wait boolean not null default false,
  primary key (can_wait, position, organization_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- Kept for 90 days: deliveries can be asked for again.
insert into history.tables values ('events', 'created_at', 'week', 4, 90, 'outbox', 'event_at');
select history.ensure_all(now());
