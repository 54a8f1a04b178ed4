-- On PostgreSQL, indexes that only searches use are dropped. A single file searches with its own.
select 1;
