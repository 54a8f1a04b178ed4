-- What the team adds to the head of public pages. Absent keys are defaults.
alter table site_look add column head_json text not null default '{}';

-- Texts that the team serves from its domain: its style sheet, ads.txt, proofs for other services.
create table site_files (
  path text primary key,
  body text not null
) strict;

-- Views and visitors of the whole site by UTC day: in all, and by page, source, country and search. No row is about a person.
create table site_visits (
  day text not null,
  about text not null,
  -- The empty name sums up what has no row of its own.
  name text not null,
  views integer not null,
  visitors integer not null,
  primary key (day, about, name)
) strict;
