-- Menus and footers name the pages of the team, so every node has a copy of them.
create trigger table_changed after insert or update or delete on site_pages
for each statement execute function table_changed();
