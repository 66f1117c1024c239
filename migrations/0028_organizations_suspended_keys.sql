-- A key that is suspended, because its creator may no longer manage access, ends its live streams like a revoked one. So
-- does one that gets a new secret.
drop trigger api_keys_announce_change on api_keys;
create trigger api_keys_announce_change after update of revoked_at, expires_at, scopes, suspended_at, digest on api_keys
  for each row when (
    old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at
    or old.scopes <> new.scopes or old.suspended_at is distinct from new.suspended_at or old.digest <> new.digest
  )
  execute function announce_access_change('key', 'id');
