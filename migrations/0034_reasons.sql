-- Events with a reason, which is removed with the account of the person they are about.
create index events_with_reason on events ((data -> 'user_id')) where data ? 'reason';
