-- Pictures that makers upload, beside those for the site. `unused_since` is when a job first saw one that nothing names.
alter table uploads add column is_for_site integer not null default 1 check (is_for_site in (0, 1));
alter table uploads add column bytes integer not null default 0;
alter table uploads add column hue text;
alter table uploads add column unused_since integer;
create index uploads_of_makers on uploads(account_id, bytes) where is_for_site = 0;

-- Which uploads drafts, listings and versions of listings name, kept by triggers. `owner` is the id of the draft or
-- listing. An address of an upload has 27 letters between "/uploads/" and the next slash.
create table upload_uses (
  upload_id text not null,
  place text not null check (place in ('draft', 'listing', 'version')),
  owner any not null,
  version integer not null default 0,
  primary key (upload_id, place, owner, version)
) strict, without rowid;
create index upload_uses_owner on upload_uses(place, owner, version);

create trigger upload_uses_draft_insert after insert on drafts when instr(new.content_json, '/uploads/') > 0 begin
  insert or ignore into upload_uses(upload_id, place, owner)
  select substr(value, instr(value, '/uploads/') + 9, 27), 'draft', new.id from json_tree(new.content_json)
  where type = 'text' and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_draft_update after update of content_json on drafts
when instr(old.content_json, '/uploads/') > 0 or instr(new.content_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'draft' and owner = new.id;
  insert or ignore into upload_uses(upload_id, place, owner)
  select substr(value, instr(value, '/uploads/') + 9, 27), 'draft', new.id from json_tree(new.content_json)
  where type = 'text' and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_draft_delete after delete on drafts when instr(old.content_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'draft' and owner = old.id;
end;

create trigger upload_uses_listing_insert after insert on listings
when instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0 begin
  insert or ignore into upload_uses(upload_id, place, owner)
  select substr(value, instr(value, '/uploads/') + 9, 27), 'listing', new.id
  from json_tree(json_array(new.logo_url, json(new.profile_json)))
  where type = 'text' and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_listing_update after update of logo_url, profile_json on listings
when instr(coalesce(old.logo_url, '') || old.profile_json, '/uploads/') > 0
  or instr(coalesce(new.logo_url, '') || new.profile_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'listing' and owner = new.id;
  insert or ignore into upload_uses(upload_id, place, owner)
  select substr(value, instr(value, '/uploads/') + 9, 27), 'listing', new.id
  from json_tree(json_array(new.logo_url, json(new.profile_json)))
  where type = 'text' and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_listing_delete after delete on listings begin
  delete from upload_uses where place = 'listing' and owner = old.id;
end;

create trigger upload_uses_version_insert after insert on listing_versions
when instr(new.snapshot_json, '/uploads/') > 0 begin
  insert or ignore into upload_uses(upload_id, place, owner, version)
  select substr(value, instr(value, '/uploads/') + 9, 27), 'version', new.listing_id, new.version
  from json_tree(new.snapshot_json)
  where type = 'text' and value glob 'http*/uploads/???????????????????????????/[0-9]*';
end;
create trigger upload_uses_version_delete after delete on listing_versions
when instr(old.snapshot_json, '/uploads/') > 0 begin
  delete from upload_uses where place = 'version' and owner = old.listing_id and version = old.version;
end;

-- The hue of a logo is known from the moment of its upload.
create trigger listings_hue_of_upload_insert after insert on listings when instr(new.logo_url, '/uploads/') > 0 begin
  update listings set hue = uploads.hue from uploads
  where listings.id = new.id and uploads.id = substr(new.logo_url, instr(new.logo_url, '/uploads/') + 9, 27);
end;
create trigger listings_hue_of_upload_update after update of logo_url on listings
when new.logo_url is not old.logo_url and instr(new.logo_url, '/uploads/') > 0 begin
  update listings set hue = uploads.hue from uploads
  where listings.id = new.id and uploads.id = substr(new.logo_url, instr(new.logo_url, '/uploads/') + 9, 27);
end;
