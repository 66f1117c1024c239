-- The names of time zones that PostgreSQL and the program both know. The program keeps it up to date at every start;
-- the names that only one of them knows are left out there.
create table time_zones (name text primary key);
insert into time_zones (name)
  select name from pg_timezone_names
  where name ~ '^[A-Z]' and name !~ '^SystemV/'
    and name not in ('CET', 'EET', 'EST', 'Factory', 'HST', 'MET', 'MST', 'US/Pacific-New', 'WET');

-- What a stored name stands for. `at time zone` fails for a name that it does not know, and takes others for what they
-- are not: "PST" is a fixed offset to it, and "Foo5" five hours west of Greenwich.
create function known_zone(zone text) returns text stable parallel safe language sql as $$
  select coalesce((select name from time_zones where name = zone), 'UTC')
$$;

-- Names from before they were checked: the zone that was meant, where that is known, else UTC.
create function pg_temp.mended_zone(zone text) returns text stable language sql as $$
  select coalesce(
    (select name from time_zones where lower(name) = lower(zone) limit 1),
    (select t.name from (values
      -- Temporal took these for the places of tzdata, so clocks stay as they were.
      ('CET', 'Europe/Brussels'), ('EET', 'Europe/Athens'), ('EST', 'America/Panama'), ('HST', 'Pacific/Honolulu'),
      ('MET', 'Europe/Brussels'), ('MST', 'America/Phoenix'), ('WET', 'Europe/Lisbon'),
      ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'),
      ('ART', 'America/Argentina/Buenos_Aires'), ('AST', 'America/Halifax'), ('BET', 'America/Sao_Paulo'), ('BST', 'Europe/London'),
      ('CAT', 'Africa/Maputo'), ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'),
      ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'), ('IET', 'America/Indiana/Indianapolis'),
      ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'),
      ('NST', 'America/St_Johns'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'), ('PRT', 'America/Puerto_Rico'),
      ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'), ('VST', 'Asia/Ho_Chi_Minh'),
      ('US/PACIFIC-NEW', 'America/Los_Angeles'), ('CANADA/EAST-SASKATCHEWAN', 'America/Regina'),
      ('SYSTEMV/AST4', 'America/Puerto_Rico'), ('SYSTEMV/AST4ADT', 'America/Halifax'),
      ('SYSTEMV/EST5', 'America/Panama'), ('SYSTEMV/EST5EDT', 'America/New_York'),
      ('SYSTEMV/CST6', 'America/Regina'), ('SYSTEMV/CST6CDT', 'America/Chicago'),
      ('SYSTEMV/MST7', 'America/Phoenix'), ('SYSTEMV/MST7MDT', 'America/Denver'),
      ('SYSTEMV/PST8', 'Pacific/Pitcairn'), ('SYSTEMV/PST8PDT', 'America/Los_Angeles'),
      ('SYSTEMV/YST9', 'Pacific/Gambier'), ('SYSTEMV/YST9YDT', 'America/Anchorage'),
      ('SYSTEMV/HST10', 'Pacific/Honolulu')
    ) as meant (given, place) join time_zones t on t.name = meant.place where meant.given = upper(zone)),
    'UTC')
$$;
update organizations t set time_zone = pg_temp.mended_zone(t.time_zone)
  where not exists (select 1 from time_zones z where z.name = t.time_zone);
update users t set time_zone = pg_temp.mended_zone(t.time_zone)
  where not exists (select 1 from time_zones z where z.name = t.time_zone);
update shifts t set time_zone = pg_temp.mended_zone(t.time_zone)
  where not exists (select 1 from time_zones z where z.name = t.time_zone);
update series t set time_zone = pg_temp.mended_zone(t.time_zone)
  where not exists (select 1 from time_zones z where z.name = t.time_zone);
update availability t set time_zone = pg_temp.mended_zone(t.time_zone)
  where not exists (select 1 from time_zones z where z.name = t.time_zone);
update series s set template = jsonb_set(s.template, '{timeZone}', to_jsonb(pg_temp.mended_zone(s.template ->> 'timeZone')))
  where s.template ? 'timeZone' and not exists (select 1 from time_zones z where z.name = s.template ->> 'timeZone');
drop function pg_temp.mended_zone(text);

-- Where the work of one organization has failed inside a job that goes on with the others.
create table organization_failures (
  job text not null,
  -- No reference: an organization that is removed has failed all the same.
  organization_id bigint not null,
  failures bigint not null,
  last_error text not null,
  last_failed_at timestamptz not null,
  primary key (job, organization_id)
);
