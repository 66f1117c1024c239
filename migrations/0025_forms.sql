-- The newest submissions of a person, whichever forms they are of.
create index form_submissions_of_person on form_submissions (user_id, id);
