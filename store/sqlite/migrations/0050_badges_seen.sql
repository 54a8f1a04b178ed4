-- How often the launch week of a listing without its badge was moved, and the website whose one
-- unproven free place it has: a registrable domain, or the project on a host that many share.
alter table badge_watches add column moves integer not null default 0;
alter table badge_watches add column site text;
create index badge_watches_site on badge_watches(site) where site is not null;

-- People who saw the badge of a listing on its own website, once a day each.
alter table daily_views add column badge_views integer not null default 0;
