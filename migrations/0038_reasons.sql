-- Events with a reason, which is removed with the account of the person they are about. Events from outside can have anything there,
-- also what is too long for an index.
drop index if exists events_with_reason;
create index events_with_reason on events ((data -> 'user_id'))
  where data ? 'reason' and jsonb_typeof(data -> 'user_id') = 'number';
