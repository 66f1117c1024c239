-- A spot of the shift has become free in a transaction that could not give it to the waitlist: it does not hold the locks for that.
-- Until a job has done it, newcomers wait behind those who were there before them.
alter table shift_seats add column waitlist_first boolean not null default false;
