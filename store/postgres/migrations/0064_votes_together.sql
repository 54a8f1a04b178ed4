-- Votes share statements: what follows from them is written once for a statement, not for each row.
drop trigger votes_by_quarter on votes;
drop trigger votes_changed_race_insert on votes;
drop function votes_changed_race_insert;
create function votes_added() returns trigger language plpgsql as $$ begin
  if exists (select 1 from added where counted = 1) then
    insert into vote_quarter_parts as known
    select at / 900000, pg_backend_pid() % 64, count(*) from added where counted = 1 group by 1 order by 1
    on conflict (quarter, part) do update set count = known.count + excluded.count;
    insert into listing_changes(slug, shown) values ('race/', 'page');
  end if;
  return null;
end $$;
create trigger votes_added after insert on votes
referencing new table as added for each statement execute function votes_added();
create trigger votes_by_quarter_delete after delete on votes
for each row when (old.counted = 1) execute function votes_by_quarter();

drop trigger listings_changed_figures on listings;
drop function listings_changed_figures;
drop trigger listings_changed_order on listings;
drop function listings_changed_order;
create function listings_updated() returns trigger language plpgsql as $$
declare
  figured text[];
  moved bigint[];
begin
  select
    array_agg(now.slug) filter (where now.votes <> before.votes or now.followers <> before.followers
      or now.rating_sum <> before.rating_sum or now.rating_count <> before.rating_count
      or now.domain_rating is distinct from before.domain_rating),
    array_agg(id) filter (where now.status = 'live'
      and (now.votes <> before.votes or now.launched_at is distinct from before.launched_at))
  into figured, moved from updated now join replaced before using (id);
  if figured is not null then
    insert into listing_changes(slug, shown) select unnest(figured), 'page';
  end if;
  if moved is not null then
    insert into listing_changes(slug, shown)
    select distinct 'category/' || above, 'page' from category_paths
    where slug = any(array(select category_slug from listing_categories where listing_id = any(moved)));
  end if;
  return null;
end $$;
create trigger listings_updated after update on listings
referencing old table as replaced new table as updated for each statement execute function listings_updated();
