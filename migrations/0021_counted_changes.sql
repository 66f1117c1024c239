-- Counts changes to what many people read, so that a process knows whether an answer that it has kept is still true
-- (src/platform/db/kept-answers.ts). A number is drawn before each statement that changes one of the tables, and everyone
-- sees it at once. The lock is held until the transaction ends: while no one holds it, all numbers are of transactions that
-- have ended.
create sequence account_changes;
create sequence plan_changes;
create sequence shift_changes;

create function count_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(tg_argv[0], 0));
  perform nextval(tg_argv[0]::regclass);
  return null;
end $$;

-- On a Citus cluster, the rows change on other nodes, so nothing is counted and nothing is kept.
do $$
declare
  counted record;
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select 1 from pg_dist_partition where logicalrelid = ''shifts''::regclass)'
      into is_distributed;
  end if;
  if is_distributed then
    return;
  end if;
  for counted in select * from (values ('users', 'account_changes'), ('sessions', 'account_changes'),
    ('missions', 'plan_changes'), ('programs', 'plan_changes'),
    ('shifts', 'shift_changes'), ('shift_seats', 'shift_changes'), ('shift_roles', 'shift_changes'))
    as t (table_name, counter)
  loop
    execute format('create trigger %I before insert or update or delete or truncate on %I
      for each statement execute function count_change(%L)',
      counted.table_name || '_count_changes', counted.table_name, counted.counter);
    -- Also for sessions that switch ordinary triggers off, as restores do.
    execute format('alter table %I enable always trigger %I',
      counted.table_name, counted.table_name || '_count_changes');
  end loop;
end $$;
