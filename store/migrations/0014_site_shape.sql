-- How the site works: launches, votes, who may submit, what links tell search engines. Absent keys are defaults.
alter table site_look add column shape_json text not null default '{}';
