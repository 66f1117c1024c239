-- Waitlists are looked at again every few minutes: only shifts on which people wait are read for that.
create index shift_seats_with_waitlist on shift_seats (shift_id) where waitlisted > 0;
