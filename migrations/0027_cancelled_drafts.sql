-- A draft that is cancelled was never public, and stays so.
alter table shifts add column cancelled_as_draft boolean not null default false;

update shifts set cancelled_as_draft = true
where status = 'cancelled' and exists (
  select 1 from audit_log entry
  where entry.organization_id = shifts.organization_id and entry.object_type = 'shift' and entry.object_id = shifts.id
    and entry.action = 'shift.cancelled' and entry.before ->> 'status' = 'draft');
