-- Older versions stored texts of blanks alone. Such a text is no text: it becomes null, or leaves its list or map.
create temp table blank as select char(
  9, 10, 11, 12, 13, 32, 133, 160, 173, 847, 1564, 4447, 4448, 5760, 6068, 6069, 6155, 6156, 6157, 6158, 6159,
  8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8203, 8204, 8205, 8206, 8207, 8232, 8233, 8234,
  8235, 8236, 8237, 8238, 8239, 8287, 8288, 8289, 8290, 8291, 8292, 8293, 8294, 8295, 8296, 8297, 8298, 8299, 8300,
  8301, 8302, 8303, 10240, 12288, 12644, 65279, 65440
) as letters;

-- One blank text at a time, since a removed entry moves the ones behind it. What must have a text stays as it is.
create temp view document as
  select 'listing' as kind, id, 0 as version, profile_json as body from listings
  union all select 'version', listing_id, version, snapshot_json from listing_versions
  union all select 'draft', id, 0, content_json from drafts;
create temp table mended as
  with recursive step(kind, id, version, body, n) as (
    select kind, id, version, body, 0 from document where exists (
      select 1 from json_tree(document.body) where type = 'text' and trim(atom, (select letters from blank)) = ''
    )
    union all
    select step.kind, step.id, step.version, case
      when leaf.path like '%.faqs[%' then json_remove(step.body, leaf.path)
      when typeof(leaf.key) = 'integer' or leaf.path like '%ocials' or leaf.path like '%.story' or leaf.path like '%.attributes'
        then json_remove(step.body, leaf.fullkey)
      else json_set(step.body, leaf.fullkey, null)
    end, n + 1
    from step join json_tree(step.body) leaf on leaf.id = (
      select min(one.id) from json_tree(step.body) one
      where one.type = 'text' and trim(one.atom, (select letters from blank)) = ''
        and one.fullkey not like '%vidence%' and one.key not in ('name', 'alt')
        and not (one.path like '%.milestones[%' and one.key = 'title')
    )
  )
  select kind, id, version, body, max(n) as steps from step group by kind, id, version having max(n) > 0;

update listings set profile_json = mended.body from mended where mended.kind = 'listing' and mended.id = listings.id;
update drafts set content_json = mended.body from mended where mended.kind = 'draft' and mended.id = drafts.id;
update listing_versions set snapshot_json = mended.body from mended
  where mended.kind = 'version' and mended.id = listing_versions.listing_id and mended.version = listing_versions.version;

update listings set tagline = null where trim(tagline, (select letters from blank)) = '';
update listings set stage = null where trim(stage, (select letters from blank)) = '';
update listings set pricing_model = null where trim(pricing_model, (select letters from blank)) = '';
update listings set country = null where trim(country, (select letters from blank)) = '';
update listings set logo_url = null where trim(logo_url, (select letters from blank)) = '';
update founders set bio = null where trim(bio, (select letters from blank)) = '';
update listing_founders set title = null where trim(title, (select letters from blank)) = '';

drop table temp.mended;
drop view temp.document;
drop table temp.blank;
