-- A case is what people reported about one subject until it was decided, and the decision.
create table report_cases (
  id integer primary key autoincrement,
  subject_type text not null check (subject_type in ('listing', 'review', 'comment', 'profile', 'collection')),
  subject_id text not null,
  -- Name, page and words of the subject as they were, because all of them can change.
  title text not null,
  path text not null,
  said text not null,
  version text not null,
  author_id text references accounts(id),
  opened_at integer not null,
  decided_at integer,
  decided_by text references accounts(id),
  outcome text check (outcome in ('kept', 'hidden', 'gone')),
  ground text check (ground in ('law', 'terms')),
  rule text,
  statement text
) strict;
create unique index report_cases_open on report_cases(subject_type, subject_id) where decided_at is null;
create index report_cases_subject on report_cases(subject_type, subject_id, version);
create index report_cases_author on report_cases(author_id) where author_id is not null;
create index report_cases_decided on report_cases(decided_at) where decided_at is not null;

create table reports (
  id integer primary key autoincrement,
  case_id integer not null references report_cases(id),
  -- Who counts as one person: an account, an address or a network, each as a hash except the account.
  reporter text not null,
  account_id text references accounts(id),
  name text,
  email text,
  network_hash text,
  reason text not null,
  explanation text not null,
  -- Whether it came from somebody whose reports are mostly unfounded.
  is_slowed integer not null,
  -- Of the secret in a visitor's link.
  key_hash text,
  at integer not null,
  unique (case_id, reporter)
) strict;
create index reports_reporter on reports(reporter, at);
create index reports_account on reports(account_id) where account_id is not null;
create index reports_at on reports(at);

create table appeals (
  id integer primary key autoincrement,
  case_id integer not null references report_cases(id),
  -- Null if the author of the subject appeals.
  report_id integer unique references reports(id),
  account_id text references accounts(id),
  text text not null,
  at integer not null,
  decided_at integer,
  decided_by text references accounts(id),
  is_granted integer,
  statement text
) strict;
create unique index appeals_author on appeals(case_id) where report_id is null;
create index appeals_case on appeals(case_id);
create index appeals_account on appeals(account_id) where account_id is not null;
create index appeals_open on appeals(at) where decided_at is null;

-- What people wrote lately, without the words: to know floods and texts that come again.
create table written_texts (
  id integer primary key autoincrement,
  account_id text not null references accounts(id) on delete cascade,
  subject_type text not null,
  subject_id text not null,
  at integer not null,
  -- Why it waits for the team, or waited.
  held_json text not null default '[]',
  decided_at integer,
  passed integer not null default 0,
  unique (subject_type, subject_id)
) strict;
create index written_texts_account on written_texts(account_id, at);
create index written_texts_at on written_texts(at);
create table text_prints (
  print text not null,
  text_id integer not null references written_texts(id) on delete cascade,
  primary key (print, text_id)
) strict, without rowid;
create index text_prints_text on text_prints(text_id);

-- Words whose texts wait for the team.
create table listed_words (word text primary key, position integer not null) strict, without rowid;
