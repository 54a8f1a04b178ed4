-- Invoices and credit notes. The law wants numbers without a gap and documents that nobody changes, so the database itself refuses.

-- The last number given in each series, like INV-2026.
create table invoice_series (
  series text primary key,
  last integer not null check (last > 0)
) strict, without rowid;
create trigger invoice_series_begin_at_one before insert on invoice_series
when new.last <> 1 or exists (select 1 from invoice_series where series = new.series) begin
  select raise(abort, 'a series begins once, at 1');
end;
create trigger invoice_series_count_up before update on invoice_series
when new.series <> old.series or new.last <> old.last + 1 begin
  select raise(abort, 'a series counts up by one');
end;
create trigger invoice_series_stay before delete on invoice_series begin
  select raise(abort, 'a series is never deleted');
end;

create table invoices (
  number text primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  order_number text not null,
  -- What it was issued for: the same payment or refund never gives two.
  cause text not null unique,
  token text not null unique,
  -- Canonical JSON; the hash is SHA-256 of exactly this text, in hex.
  content_json text not null,
  content_hash text not null,
  issued_at integer not null
) strict;
create index invoices_of_order on invoices(order_number, issued_at);

create trigger invoices_no_update before update on invoices begin
  select raise(abort, 'an invoice never changes');
end;
create trigger invoices_no_delete before delete on invoices begin
  select raise(abort, 'an invoice is never deleted');
end;
-- "insert or replace" deletes without asking the trigger above.
create trigger invoices_no_replace before insert on invoices
when exists (
  select 1 from invoices where number = new.number or cause = new.cause or token = new.token
) begin
  select raise(abort, 'an invoice is never replaced');
end;
