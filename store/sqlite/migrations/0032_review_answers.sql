-- What the owner of a listing answers to a review. It is shown with the review once it is published.
alter table reviews add column answer text;
alter table reviews add column answer_status text check (answer_status in ('pending', 'published', 'rejected'));
alter table reviews add column answered_by text references accounts(id);
alter table reviews add column answered_at integer;
-- When the reviewer was told of the answer, which happens once.
alter table reviews add column answer_told_at integer;

-- A page names who answered.
create index reviews_answered on reviews(answered_by) where answered_by is not null;
create trigger accounts_changed_name_of_answers after update of name on accounts begin
  insert into listing_changes(slug)
  select slug from listings where id in (select listing_id from reviews where answered_by = new.id);
end;
