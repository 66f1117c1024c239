-- Who did what, when and why. Written with the change, never altered.

create table audit_log (
  id bigint generated always as identity primary key,
  organization_id bigint,
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
  created_at timestamptz not null
);
create index audit_log_by_organization on audit_log (organization_id, id desc);
-- The person comes first, so that the same index also answers what is held on somebody in all organizations.
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
