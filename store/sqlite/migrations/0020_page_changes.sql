-- What a change of a listing shows in: only its profile (views), its own page too (votes, followers,
-- ratings), or also the cards that other pages show of it.
alter table listing_changes add column shown text not null default 'card' check (shown in ('profile', 'page', 'card'));

drop trigger listings_changed_update;
create trigger listings_changed_update after update of slug, url, status, plan, name, tagline, stage, pricing_model, country,
  logo_url, primary_category, profile_json, unlocked_json, claimed_method, launch_week, launched_at, evidence_checked_at,
  updated_at on listings begin
  insert into listing_changes(slug) values (old.slug);
  insert into listing_changes(slug) select new.slug where new.slug <> old.slug;
end;
create trigger listings_changed_figures after update of votes, followers, rating_sum, rating_count, domain_rating on listings begin
  insert into listing_changes(slug, shown) values (new.slug, 'page');
end;
create trigger listings_changed_views after update of views on listings begin
  insert into listing_changes(slug, shown) values (new.slug, 'profile');
end;

-- Every listing page asks whether its slug was merged; rows are long, and this has the few that were.
create index listings_merged_slug on listings(slug, merged_into) where merged_into is not null;
