-- A draft that is cancelled was never public, and stays so.
alter table shifts add column cancelled_as_draft boolean not null default false;

-- Step by step, because the shifts and the audit log of an organization can be on different nodes of a Citus cluster.
with cancelled as materialized (
  select organization_id, id from shifts where status = 'cancelled'
), drafts as materialized (
  select entry.organization_id, entry.object_id as id from cancelled
  join audit_log entry on entry.organization_id = cancelled.organization_id
    and entry.object_type = 'shift' and entry.object_id = cancelled.id
  where entry.action = 'shift.cancelled' and entry.before ->> 'status' = 'draft'
)
update shifts set cancelled_as_draft = true from drafts
where shifts.organization_id = drafts.organization_id and shifts.id = drafts.id;
