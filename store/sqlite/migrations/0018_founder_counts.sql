-- Without `cross join`, SQLite may read all live listings for each founder, where a founder has a few.
drop trigger listing_founders_added;
drop trigger listing_founders_removed;
drop trigger listings_founders_live;

create trigger listing_founders_added after insert on listing_founders begin
  update founders set live_listings = (
    select count(*) from listing_founders link cross join listings on listings.id = link.listing_id
    where link.founder_id = new.founder_id and listings.status = 'live'
  ) where id = new.founder_id;
end;
create trigger listing_founders_removed after delete on listing_founders begin
  update founders set live_listings = (
    select count(*) from listing_founders link cross join listings on listings.id = link.listing_id
    where link.founder_id = old.founder_id and listings.status = 'live'
  ) where id = old.founder_id;
end;
create trigger listings_founders_live after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  update founders set live_listings = (
    select count(*) from listing_founders link cross join listings on listings.id = link.listing_id
    where link.founder_id = founders.id and listings.status = 'live'
  ) where id in (select founder_id from listing_founders where listing_id = new.id);
end;
