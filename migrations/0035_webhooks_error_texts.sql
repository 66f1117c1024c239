-- Why an attempt failed is kept as a code; its text is said in the reader's language when it is shown.
alter table webhook_attempts drop column error;
