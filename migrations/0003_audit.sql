-- Who did what, when and why. Written with the change, never altered.

create sequence audit_ids;

create table audit_log (
  id bigint not null default nextval('audit_ids'),
  -- 0 for what belongs to no organization, such as an account.
  organization_id bigint not null,
  actor_kind text not null,
  actor_id bigint,
  -- The person whom the change is about, for questions like "what happened to me?".
  subject_user_id bigint,
  action text not null,
  object_type text not null,
  object_id bigint,
  before jsonb,
  after jsonb,
  reason text,
  source text,
  request_id text not null,
  created_at timestamptz not null,
  primary key (id, organization_id, created_at)
) partition by range (created_at);
create index audit_log_by_organization on audit_log (organization_id, id desc);
-- The person comes first, so that the same index also answers what is held on a person in all organizations.
create index audit_log_by_actor on audit_log (actor_id, organization_id, id desc);
create index audit_log_by_subject on audit_log (subject_user_id, organization_id, id desc);
create index audit_log_by_object on audit_log (organization_id, object_type, object_id, id desc);
create index audit_log_by_action on audit_log (organization_id, action, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed or removed' using errcode = 'insufficient_privilege';
end;
$$;
create trigger audit_log_is_final before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_is_not_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();
-- Also for sessions that switch ordinary triggers off, as restores and replicas do.
alter table audit_log enable always trigger audit_log_is_final;
alter table audit_log enable always trigger audit_log_is_not_emptied;

create table history.audit_log_other partition of audit_log default;
create index audit_log_other_by_age on history.audit_log_other (created_at);
select history.copy_triggers('audit_log', 'audit_log_other');

-- Months that `muster audit archive` has written to files and dropped here. Each names the one before it by its chain, so a
-- file that is missing or changed is noticed.
create table audit_archives (
  number integer primary key check (number > 0),
  month date not null,
  file text not null unique,
  rows bigint not null,
  first_id bigint,
  last_id bigint,
  -- Of the file, in hex.
  sha256 text not null,
  -- SHA-256 of the chain of the archive before it and of the columns above.
  chain text not null unique,
  archived_at timestamptz not null
);
create trigger audit_archives_are_final before update or delete on audit_archives
  for each row execute function refuse_audit_change();
create trigger audit_archives_are_not_emptied before truncate on audit_archives
  for each statement execute function refuse_audit_change();
alter table audit_archives enable always trigger audit_archives_are_final;
alter table audit_archives enable always trigger audit_archives_are_not_emptied;

-- Never dropped by the clock.
insert into history.tables values ('audit_log', 'created_at', 'month', 3, null, null, null);
select history.ensure_all(now());
