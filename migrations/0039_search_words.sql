-- What is between words becomes a blank. Typographic signs count as letters where the locale of the database is C, as that of ours is:
-- in quotes like those of books, a word was another one. Words joined by a slash, a dot or a hyphen were one word to PostgreSQL. Soft
-- hyphens go. `spellings.ts` does the same with what is searched for.
alter table shifts drop column search;
alter table shifts add column search tsvector not null generated always as (to_tsvector('simple', translate(
  title || ' ' || location || ' ' || description,
  E'-/.\'\u2018\u2019\u201a\u201b\u2032\u00b4\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u2010\u2011\u2013\u2014\u2015\u2026\u2022\u00b7\u00a1\u00bf\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\u00ad\u2060\ufeff',
  repeat(' ', 47)))) stored;
create index shifts_by_search on shifts using gin (search);
