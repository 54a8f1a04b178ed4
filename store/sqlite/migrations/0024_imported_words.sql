-- An import brings the posted updates and the interviews that an export publishes. Their authors have no account here.
alter table listing_updates alter column account_id drop not null;
alter table founders add column interview_json text not null default '{}';
