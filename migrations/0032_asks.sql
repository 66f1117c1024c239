-- What someone has written to the people they asked is removed with their account.
create index shift_asks_by_sender on shift_asks (sender_id) where message <> '';
