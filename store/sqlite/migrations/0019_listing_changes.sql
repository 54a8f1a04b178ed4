-- Which listings changed in what their profile, their cards or their page show. Processes drop what they keep
-- of these slugs. Triggers write the list, so no writer can forget it.
create table listing_changes (seq integer primary key, slug text not null) strict;

create trigger listing_changes_trim after insert on listing_changes when new.seq % 1000 = 0 begin
  delete from listing_changes where seq <= new.seq - 20000;
end;

create trigger listings_changed_insert after insert on listings begin
  insert into listing_changes(slug) values (new.slug);
end;
create trigger listings_changed_delete after delete on listings begin
  insert into listing_changes(slug) values (old.slug);
end;
-- Without columns that nobody is shown, like `trending`, which a job sets on many rows at once.
create trigger listings_changed_update after update of slug, url, status, plan, name, tagline, stage, pricing_model, country,
  logo_url, primary_category, profile_json, votes, followers, views, rating_sum, rating_count, domain_rating,
  unlocked_json, claimed_method, launch_week, launched_at, evidence_checked_at, merged_into, updated_at on listings begin
  insert into listing_changes(slug) values (old.slug);
  insert into listing_changes(slug) select new.slug where new.slug <> old.slug;
end;
-- A page shows approved alternatives once they are live.
create trigger listings_changed_as_alternative after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  insert into listing_changes(slug)
  select slug from listings where id in (select listing_id from listing_alternatives where alternative_id = new.id);
end;

create trigger listing_updates_changed_insert after insert on listing_updates begin
  insert into listing_changes(slug) select slug from listings where id = new.listing_id;
end;
create trigger listing_updates_changed_update after update on listing_updates begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger listing_updates_changed_delete after delete on listing_updates begin
  insert into listing_changes(slug) select slug from listings where id = old.listing_id;
end;

create trigger awards_changed_insert after insert on awards begin
  insert into listing_changes(slug) select slug from listings where id = new.listing_id;
end;
create trigger awards_changed_update after update on awards begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger awards_changed_delete after delete on awards begin
  insert into listing_changes(slug) select slug from listings where id = old.listing_id;
end;

create trigger domain_ratings_changed_insert after insert on domain_ratings begin
  insert into listing_changes(slug) select slug from listings where id = new.listing_id;
end;
create trigger domain_ratings_changed_update after update on domain_ratings begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger domain_ratings_changed_delete after delete on domain_ratings begin
  insert into listing_changes(slug) select slug from listings where id = old.listing_id;
end;

create trigger listing_alternatives_changed_insert after insert on listing_alternatives begin
  insert into listing_changes(slug) select slug from listings where id = new.listing_id;
end;
create trigger listing_alternatives_changed_update after update on listing_alternatives begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger listing_alternatives_changed_delete after delete on listing_alternatives begin
  insert into listing_changes(slug) select slug from listings where id = old.listing_id;
end;

create trigger reviews_changed_insert after insert on reviews begin
  insert into listing_changes(slug) select slug from listings where id = new.listing_id;
end;
create trigger reviews_changed_update after update on reviews begin
  insert into listing_changes(slug) select slug from listings where id in (old.listing_id, new.listing_id);
end;
create trigger reviews_changed_delete after delete on reviews begin
  insert into listing_changes(slug) select slug from listings where id = old.listing_id;
end;
-- A page names the authors of its reviews.
create index reviews_account on reviews(account_id);
create trigger accounts_changed_name after update of name on accounts begin
  insert into listing_changes(slug)
  select slug from listings where id in (select listing_id from reviews where account_id = new.id);
end;
