-- Drafts of visitors without an account. They have tables of their own, so that whatever lists, counts or exports
-- drafts cannot see them. Saving one moves it to drafts. wanted_by is the hash of an email address.
create table guest_drafts (
  id text primary key,
  secret_hash text not null,
  url text not null,
  site_key text not null,
  status text not null,
  content_json text not null,
  crawl_json text not null,
  revision integer not null,
  wanted_by text,
  created_at integer not null,
  updated_at integer not null,
  expires_at integer not null
) strict;
create index guest_drafts_expiry on guest_drafts(expires_at);
create index guest_drafts_wanted on guest_drafts(wanted_by) where wanted_by is not null;

create table guest_draft_pages (
  draft_id text not null references guest_drafts(id) on delete cascade,
  position integer not null,
  page_json text not null,
  primary key (draft_id, position)
) strict, without rowid;
