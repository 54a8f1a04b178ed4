import type { Request } from "express";
import { AUDIT_FILES, auditFile, isAuditFormat } from "#actions/site/export-audit.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditFacts, type AuditKind, actorOf } from "#domain/site/audit.ts";
import { translationOf } from "#domain/site/translation.ts";
import { as, type Text, t, type Words } from "#languages/words.ts";
import type { AuditEntry, AuditFilter } from "#store/repos/site/audit.ts";
import { hidden } from "../../kit/form.ts";
import { sendFile } from "../../kit/send-file.ts";
import { showTime } from "../../kit/show.ts";
import { notFound, type Site } from "../../kit/site.ts";
import { filterSelect, listQuery, pageNumber, pager, queryOf, table } from "../../kit/table.ts";

const PER_PAGE = 50;

const PATHS: Partial<Record<AuditKind, (id: string) => string>> = {
  listing: (id) => `/admin/listings/${id}`,
  launch: (id) => `/admin/listings/${id}`,
  category: (slug) => (slug === "*" ? "/admin/categories" : `/admin/categories/${slug}`),
  import: (id) => `/admin/import/${id}`,
  question: () => "/admin/interview",
  post: (slug) => `/admin/blog/${slug}`,
  week: () => "/admin/weeks",
  order: (number) => `/admin/orders/${number}`,
  product: () => "/admin/products",
  payment: () => "/admin/payments",
  statement: () => "/admin/transfers",
  account: (id) => `/admin/users/${id}`,
  job: (id) => `/admin/jobs/${encodeURIComponent(id)}`,
  backup: () => "/admin/backups",
  mail: (kind) => `/admin/mails/${kind}`,
  site: () => "/admin/settings",
  upload: () => "/admin/pictures",
  report: (id) => `/admin/reports/${id}`,
  text: () => "/admin/held",
  words: () => "/admin/words",
  translation(id) {
    const { kind, language, id: of } = translationOf(id);
    return `/admin/translations/${language}/${kind}/${encodeURIComponent(of)}`;
  },
  sentence: () => "/admin/texts",
};

export function auditPages({ deps, pages, router }: Site): void {
  const { store, settings } = deps;

  router.get("/admin/audit", async (req, res) => {
    const filter = filterOf(req);
    const { kind, objectId, accountId } = filter;
    const page = pageNumber(req);
    const { items, total } = await store.audit.list(filter, { page, perPage: PER_PAGE });
    const query = { kind, object: objectId, by: accountId };
    const people = await store.audit.people();
    pages.render(res, {
      heading: t`Audit log`,
      body: html`<p class="lead">Actions of the site team, and what owners did themselves. Entries cannot be edited and are deleted after ${settings.AUDIT_RETENTION_DAYS} days.</p>
<form method="get" action="/admin/audit" class="row filters">
${filterSelect(
  "by",
  t`Person`,
  t`Everyone`,
  people.map(({ id, name, email }) => [id, name ?? email]),
  accountId,
)}
${filterSelect(
  "kind",
  t`Object`,
  t`Any object`,
  AUDIT_KINDS.map((known) => [known, KINDS[known]]),
  kind,
)}
${objectId && html`${hidden("object", objectId)}`}
<button class="quiet">Filter</button>
${objectId && html`<a href="/admin/audit">Clear filter</a>`}
</form>
${items.length === 0 ? html`<p class="empty">No matching entries.</p>` : auditTable(items)}
${pager("/admin/audit", query, { page, total_pages: Math.ceil(total / PER_PAGE) })}
${
  items.length > 0 &&
  html`<p>Download: ${Object.entries(AUDIT_FILES).map(
    ([format, { label }]) =>
      html`<a href="${href(`/admin/audit/files/${format}?${listQuery(query, 1) ?? ""}`)}">${label}</a> `,
  )}</p>`
}`,
    });
  });

  router.get("/admin/audit/files/:format", async (req, res) => {
    const { format } = req.params;
    if (!isAuditFormat(format)) notFound();
    const chunks = auditFile(format, filterOf(req), deps);
    await sendFile({ name: `audit.${format}`, type: AUDIT_FILES[format].type, chunks }, res, deps);
  });
}

const filterOf = (req: Request): AuditFilter => ({
  kind: AUDIT_KINDS.find((known) => known === req.query.kind),
  objectId: queryOf(req, "object")?.slice(0, 200),
  accountId: queryOf(req, "by")?.slice(0, 80),
});

const KINDS: Record<AuditKind, Words> = {
  listing: t`Listing`,
  launch: t`Launch`,
  review: t`Review`,
  report: t`Report`,
  text: t`Held text`,
  words: t`Watched words`,
  comment: as("noun")`Comment`,
  claim: t`Claim`,
  collection: t`Collection`,
  channel: t`Channel`,
  vote: t`Vote`,
  week: t`Week`,
  field: t`Field`,
  search: as("noun")`Search`,
  category: t`Category`,
  import: as("noun")`Import`,
  source: t`Import source`,
  question: t`Interview question`,
  post: t`Post`,
  page: t`Page`,
  order: t`Order`,
  statement: t`Bank statement`,
  rate: t`VAT rate`,
  product: t`Product`,
  coupon: t`Coupon`,
  site: t`Site`,
  translation: t`Translation`,
  sentence: t`Wording`,
  upload: as("noun")`Upload`,
  payment: t`Payment`,
  account: t`Account`,
  audit: t`Audit log`,
  job: t`Job`,
  backup: t`Backup`,
  mail: t`Email`,
  bulk: t`bulk change`,
  digest: t`Digest`,
};

export const auditTable = (entries: AuditEntry[]): Html =>
  table(
    [t`Action`, t`Changes`, t`By`, t`Date`],
    entries.map((entry) => [
      html`${AUDIT_ACTIONS[entry.action] ?? entry.action}<br>${objectLink(entry)}`,
      html`<div>${changes(entry)}</div>`,
      html`<span class="small">${actorOf(entry)}</span>`,
      html`<span class="small">${showTime(entry.at)}</span>`,
    ]),
  );

function objectLink({ kind, objectId, name }: AuditEntry): Html {
  const to = PATHS[kind]?.(objectId);
  const label = name ?? objectId;
  return to
    ? html`<a href="${href(to)}"><bdi>${label}</bdi></a>`
    : html`<span class="muted"><bdi>${label}</bdi></span>`;
}

const said = (value: AuditFacts[string] | undefined): Text =>
  value === true ? t`yes` : value === false ? t`no` : String(value);

const changes = ({ before, after }: AuditEntry): Html[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) =>
    name in before
      ? html`<span class="small" lang="en">${name}: <del>${said(before[name])}</del>${
          name in after && html` <ins>${said(after[name])}</ins>`
        }</span><br>`
      : html`<span class="small" lang="en">${name}: <ins>${said(after[name])}</ins></span><br>`,
  );
