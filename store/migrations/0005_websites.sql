-- A saved listing holds its website from the moment it is published or proven: by its badge, a claim or a payment.
alter table listings add column site_held_at integer;
update listings set site_held_at = coalesce(launched_at, created_at)
where status not in ('draft', 'awaiting_badge') or launched_at is not null or claimed_method is not null
  or exists (select 1 from badge_watches where listing_id = listings.id and found_at is not null)
  or exists (select 1 from claims where listing_id = listings.id and verified_at is not null)
  or exists (select 1 from order_lines join orders on orders.id = order_lines.order_id
    where order_lines.listing_id = listings.id and orders.paid_at is not null);
drop index listings_site;
create unique index listings_site on listings(site_key) where site_held_at is not null and status != 'removed';
create index listings_saved on listings(site_key) where site_held_at is null;
create index listings_unpublished on listings(id) where status = 'draft' and site_held_at is null;

-- For programs that do not know the column yet, and changes that forget it.
create trigger listings_hold_site after update of status, claimed_method on listings
when new.site_held_at is null and (new.status in ('scheduled', 'live') or new.claimed_method is not null) begin
  update listings set site_held_at = new.updated_at where id = new.id;
end;

-- When a listing that was never published is deleted, counted from its last change, and whether its team was reminded.
create table listing_endings (
  listing_id integer primary key references listings(id) on delete cascade,
  changed_at integer not null,
  ends_at integer not null,
  reminded_at integer
) strict;
