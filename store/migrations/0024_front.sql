-- The blocks of the front page, the menu and the words for what is listed. Absent keys are defaults.
alter table site_look add column front_json text not null default '{}';
-- Pages of the team: p/faq has the address /p/faq. Pages of ours have no title here.
alter table site_pages add column title text;
alter table site_pages add column is_hidden integer not null default 0;
