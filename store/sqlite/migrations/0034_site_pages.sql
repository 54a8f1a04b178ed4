-- Texts of the team for pages like the terms of use. Pages without a row show the standard text.
create table site_pages (
  slug text primary key,
  markdown text not null,
  updated_at integer not null
) strict;
-- Where an answer to an email goes, if not to its sender.
alter table mails add column reply_to text;
