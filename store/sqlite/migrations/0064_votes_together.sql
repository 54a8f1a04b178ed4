-- On PostgreSQL, triggers run once for several votes. SQLite has none that do.
select 1;
