-- Needs a stop: secrets are sealed from now on, which the next step of the start does (store/repos/sealing.ts).
alter table orders add column sealed_token text collate "C";
alter table invoices add column sealed_token text collate "C";
-- The token that opens the page of an invoice becomes its hash. Everything else stays as issued.
drop trigger invoices_no_update on invoices;
create trigger invoices_no_update before update of number, kind, order_number, cause, content_json, content_hash, issued_at,
  seller_currency, exchange_rate, exchange_rate_date, seller_vat_cents on invoices for each row
execute function invoices_no_update();
