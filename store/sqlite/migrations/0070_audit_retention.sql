-- Entries about an account get its address when they are read. A deleted account has a pseudonym instead.
drop trigger audit_entries_stay_as_they_are;
drop trigger audit_entries_stay;
update audit_entries set name = null where kind = 'account';
update accounts set email = 'deleted account ' || substr(id, length(id) - 5) where status = 'deleted';
create trigger audit_entries_stay_as_they_are before update on audit_entries begin
  select raise(abort, 'an entry of the audit log is never changed');
end;
-- Older entries go after AUDIT_RETENTION_DAYS, which are at least these 30.
create trigger audit_entries_stay before delete on audit_entries
when old.at > (select at from audit_entries order by id desc limit 1) - 2592000000 begin
  select raise(abort, 'an entry of the audit log is never deleted within 30 days');
end;
