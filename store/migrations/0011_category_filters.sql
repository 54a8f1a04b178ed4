-- Pages of categories count the values of their listings, on all pages.
create trigger listings_changed_filters after update of stage, pricing_model, country, language, profile_json on listings
when new.status = 'live' and (old.stage is distinct from new.stage or old.country is distinct from new.country
  or old.pricing_model is distinct from new.pricing_model or old.language is distinct from new.language
  or old.profile_json <> new.profile_json) begin
  insert into listing_changes(slug, shown) select distinct 'category/' || path.above, 'page'
    from listing_categories link cross join category_paths path
    where path.slug = link.category_slug and link.listing_id = new.id;
end;
