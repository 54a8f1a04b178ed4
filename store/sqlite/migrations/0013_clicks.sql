-- People who went on to the website of a listing, once a visitor a day as with views.
alter table daily_views add column clicks integer not null default 0;
