-- The version that a version put back, and the newest edits of all listings at a glance.
alter table listing_versions add column restored integer;
create index listing_versions_newest on listing_versions(at desc, listing_id, version) where version > 1;
