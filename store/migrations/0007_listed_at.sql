-- Since when a listing is listed: its launch, or without one when it went live. Lists of the newest go by it.
alter table listings add column listed_at integer;
update listings set listed_at = coalesce(launched_at, created_at) where launched_at is not null or status = 'live';
create trigger listings_listed after update of status, launched_at on listings
when new.status = 'live' and (new.listed_at is null or old.launched_at is distinct from new.launched_at) begin
  update listings set listed_at = coalesce(new.launched_at, new.listed_at, new.updated_at) where id = new.id;
end;
