-- What owners and founders publish themselves: updates, interview answers. Followers are told of updates by mail.

create table listing_updates (
  id integer primary key autoincrement,
  listing_id integer not null references listings(id) on delete cascade,
  account_id text not null references accounts(id),
  title text not null,
  body text not null,
  published_at integer not null
) strict;
create index listing_updates_newest on listing_updates(published_at desc, id desc);
create index listing_updates_listing on listing_updates(listing_id, id desc);

-- The last mail about a listing's updates to one person. It outlives the follow: following again is no way to two mails a day.
create table update_mails (
  account_id text not null references accounts(id),
  listing_id integer not null references listings(id) on delete cascade,
  update_id integer not null,
  at integer not null,
  primary key (account_id, listing_id)
) strict, without rowid;

create table interview_answers (
  account_id text not null references accounts(id),
  question_id integer not null references interview_questions(id),
  answer text not null,
  updated_at integer not null,
  primary key (account_id, question_id)
) strict, without rowid;

-- The address that ends such mails with one click.
alter table mails add column unsubscribe_url text;

-- Milestones have ids now, the same in a listing and in the draft that it came from.
update drafts set content_json = json_set(content_json, '$.milestones', json((
  select json_group_array(json_set(value, '$.id', key + 1)) from json_each(content_json, '$.milestones')
))) where json_array_length(content_json, '$.milestones') > 0;
update listings set profile_json = json_set(profile_json, '$.milestones', json((
  select json_group_array(json_set(value, '$.id', key + 1)) from json_each(profile_json, '$.milestones')
))) where json_array_length(profile_json, '$.milestones') > 0;
