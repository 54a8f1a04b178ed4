-- On PostgreSQL, indexes that only the files of processes need are dropped. A single file reads with its own.
select 1;
