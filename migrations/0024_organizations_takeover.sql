-- Invitations and API keys stop working when the person who made them may no longer manage access. Another admin can
-- take them over.
alter table invitations add column suspended_at timestamptz;
alter table api_keys add column suspended_at timestamptz;

create index invitations_by_creator on invitations (created_by, organization_id)
  where accepted_at is null and revoked_at is null;
create index api_keys_by_creator on api_keys (created_by, organization_id) where revoked_at is null;

-- Those whose makers have left or lost the right before this migration.
update invitations i set suspended_at = now()
where accepted_at is null and revoked_at is null and expires_at > now() and not exists (
  select 1 from memberships m
  where m.organization_id = i.organization_id and m.user_id = i.created_by
    and (m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner')));
update api_keys k set suspended_at = now()
where revoked_at is null and not exists (
  select 1 from memberships m
  where m.organization_id = k.organization_id and m.user_id = k.created_by and m.role in ('admin', 'owner'));
