-- The theme and what admins change of it. Absent keys are as the theme has them.
alter table site_look add column theme_json text not null default '{}';
