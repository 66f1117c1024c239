-- Every process hears when somebody may do less than before, so that it can end what they still have open. Triggers
-- rather than calls in commands: no way of ending a session or a membership can forget it. A NOTIFY makes commits wait
-- for each other, so nothing here fires for what happens often (log-ins, refreshed tokens, new members).

create function announce_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('muster_access', tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]));
  return null;
end
$$;

create trigger sessions_announce_end after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function announce_access_change('session', 'id');
create trigger sessions_announce_removal after delete on sessions
  for each row when (old.revoked_at is null and old.expires_at > now())
  execute function announce_access_change('session', 'id');

create trigger memberships_announce_change after update of role on memberships
  for each row when (old.role <> new.role)
  execute function announce_access_change('user', 'user_id');
create trigger memberships_announce_removal after delete on memberships
  for each row execute function announce_access_change('user', 'user_id');

create trigger api_keys_announce_change after update of revoked_at, expires_at, scopes on api_keys
  for each row when (
    old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at
    or old.scopes <> new.scopes
  )
  execute function announce_access_change('key', 'id');
create trigger api_keys_announce_removal after delete on api_keys
  for each row execute function announce_access_change('key', 'id');
