import { keyId } from "#core/credentials/vault.ts";
import { secrecyOf, withoutPasswords } from "#core/settings/shown-settings.ts";
import { bulkWords } from "#domain/listings/bulk.ts";
import { typedOwn } from "#domain/listings/own-values.ts";
import { subjectNamed } from "#domain/moderation/report.ts";
import { couponWords } from "#domain/orders/coupon.ts";
import { showMoney } from "#domain/orders/money.ts";
import { TRANSFER } from "#domain/orders/order.ts";
import type { AuditFacts, AuditKind } from "#domain/site/audit.ts";
import type { Front } from "#domain/site/front.ts";
import { typedFooterLinks } from "#domain/site/site-look.ts";
import { isSitePage, SITE_PAGES } from "#domain/site/site-pages.ts";
import { translationOf } from "#domain/site/translation.ts";
import { dayWords, momentWords } from "#domain/time/date-words.ts";
import { inEnglish } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import { KINDS } from "../notifications/channel-kinds.ts";

type Facts = { name: string | null; facts: AuditFacts };
type Read = (tx: Tx, id: string, now: Date) => Promise<Facts | undefined>;

const READERS: Record<AuditKind, Read> = {
  async listing(tx, id) {
    const listing = await tx.listings.find(Number(id));
    if (!listing) return undefined;
    const { mergedInto } = await tx.moderation.held(listing.id);
    const revenue = await tx.figures.revenue(listing.id);
    const alternatives = await tx.moderation.alternatives(listing.id);
    const declined = await tx.moderation.declined(listing.id);
    const picks = await tx.moderation.pickedWeeks(listing.id);
    const { status, statusReason, version, votes, followers, ratingCount, profile, slug, url } = listing;
    return {
      name: listing.name,
      facts: {
        ...{
          name: listing.name,
          slug,
          website: url,
          categories: profile.categories.map(({ name }) => name).join(", "),
        },
        ...{ status, reason: statusReason, version, votes, followers, reviews: ratingCount },
        "merged into": mergedInto?.name ?? null,
        alternatives: alternatives.map(({ name }) => name).join(", ") || null,
        "no alternatives": declined.map(({ name }) => name).join(", ") || null,
        "picked for": picks.join(", ") || null,
        revenue: revenue ? `${showMoney(revenue.amountCents, revenue.currency)} on ${dayWords(revenue.asOf)}` : null,
        attributes:
          Object.entries(profile.attributes ?? {})
            .map(([name, value]) => `${name}: ${typedOwn(value)}`)
            .join("; ") || null,
      },
    };
  },
  async field(tx, key) {
    const fields = await tx.fieldDefinitions.list();
    const found = fields.find((one) => one.key === key);
    if (!found) return undefined;
    const { label, ...definition } = found;
    const facts = Object.entries(definition).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : value,
    ]);
    return { name: label, facts: { label, position: fields.indexOf(found) + 1, ...Object.fromEntries(facts) } };
  },
  async bulk(tx, id) {
    const found = await tx.bulk.find(Number(id));
    if (!found) return undefined;
    const reason = "reason" in found.action ? found.action.reason : null;
    return { name: inEnglish(bulkWords(found.action)), facts: { state: found.state, listings: found.total, reason } };
  },
  async launch(tx, id) {
    const listing = await tx.listings.find(Number(id));
    return listing && { name: listing.name, facts: { week: listing.launchWeek } };
  },
  async review(tx, id) {
    const found = await tx.reviews.findById(Number(id));
    return (
      found && { name: found.listing.name, facts: { status: found.review.status, answer: found.review.answerStatus } }
    );
  },
  async report(tx, id) {
    const found = await tx.reports.findCase(Number(id));
    if (!found) return undefined;
    const { title, outcome, ground, rule, statement } = found;
    const appeals = await tx.reports.appealsOf(found.id);
    const answers = appeals.flatMap(({ isGranted }) => (isGranted === null ? [] : [isGranted ? "granted" : "refused"]));
    return { name: title, facts: { outcome, ground, rule, statement, appeals: answers.join(", ") || null } };
  },
  async text(tx, id) {
    const subject = subjectNamed(id);
    const found = subject && (await tx.writtenTexts.find(subject));
    if (!found) return undefined;
    const { held, decidedAt, passed } = found;
    return { name: id, facts: { held: held.join(", "), decision: decidedAt && (passed ? "published" : "refused") } };
  },
  words: async (tx) => ({
    name: "Word list",
    facts: { words: (await tx.writtenTexts.listedWords()).join(", ") || null },
  }),
  async comment(tx, id) {
    const found = await tx.comments.byId(id);
    return found && { name: found.listing.name, facts: { status: found.comment.status, reason: found.comment.reason } };
  },
  async claim(tx, id) {
    const found = await tx.claims.find(Number(id));
    return found && { name: found.listing.name, facts: { status: found.claim.status } };
  },
  async collection(tx, id) {
    const found = (await tx.collections.find(id))?.collection;
    if (!found) return undefined;
    return { name: found.title, facts: { hidden: found.hiddenAt !== null, waiting: found.heldAt !== null } };
  },
  async vote(tx, id) {
    const found = await tx.votes.findById(Number(id));
    return (
      found && {
        name: found.listing.name,
        facts: {
          counted: found.vote.counted,
          reason: found.vote.reason?.replaceAll("_", " ") ?? null,
          ruling: found.vote.ruling,
        },
      }
    );
  },
  async week(tx, monday, now) {
    return { name: monday, facts: { capacity: (await tx.launches.placesIn(monday, now)).own } };
  },
  async category(tx, slug) {
    if (slug === ALL_CATEGORIES) {
      const rows = await tx.categories.all();
      const facts = rows.map((row) => [
        row.slug,
        [row.name, row.parentSlug, row.description].filter(Boolean).join("; "),
      ]);
      return { name: "Categories", facts: Object.fromEntries(facts) };
    }
    const found = await tx.reference.findCategory(slug);
    if (!found) {
      const into = await tx.categories.formerly(slug);
      return into && { name: null, facts: { "moved to": into.name } };
    }
    const { name, description, parentSlug, position, keywords, compare } = found;
    return {
      name,
      facts: {
        ...{ name, description, position },
        parent: parentSlug,
        keywords: keywords.join(", "),
        "compared by": compare.join(", "),
      },
    };
  },
  async search(tx, phrase) {
    const { means = null, path = null } = (await tx.searchRules.find(phrase)) ?? {};
    const rows = await tx.categories.all();
    const having = rows.filter((row) => row.phrases?.includes(phrase)).map((row) => row.name);
    return { name: phrase, facts: { means, "leads to": path, "phrase of": having.join(", ") || null } };
  },
  async source(tx, id) {
    const found = await tx.importSources.find(id);
    return found && { name: found.url, facts: { "every hours": found.everyHours, paused: found.nextAt === null } };
  },
  async channel(tx, id) {
    const found = await tx.channels.find(id);
    if (!found) return undefined;
    const { kind, gets, language, server, account, offReason } = found;
    return {
      name: KINDS[kind].name,
      facts: { gets: gets.join(", "), language, server, account, secret: keyId(found.secret), off: offReason },
    };
  },
  async import(tx, id) {
    const found = await tx.imports.find(id);
    if (!found) return undefined;
    const { name, state, total, options } = found;
    const { create, ...chosen } = options;
    return {
      name: name || "Pasted text",
      facts: {
        state,
        rows: total,
        ...chosen,
        "creates fields": create.fields,
        "creates categories": create.categories,
      },
    };
  },
  async question(tx, id) {
    const found = await tx.reference.interviewQuestion(Number(id));
    if (!found) return undefined;
    const { question, hint, position, active } = found;
    return { name: question, facts: { question, hint, position, asked: active } };
  },
  async post(tx, slug) {
    const found = await tx.posts.find(slug);
    if (!found) return undefined;
    const { title, excerpt, bodyMarkdown, author, coverUrl, coverAlt, tags, publishedAt } = found;
    return {
      name: title,
      facts: {
        ...{ title, excerpt, author },
        text: bodyMarkdown,
        cover: coverUrl,
        "cover shows": coverAlt,
        tags: tags.join(", "),
        published: publishedAt ? momentWords(publishedAt) : null,
      },
    };
  },
  async page(tx, slug) {
    const found = await tx.sitePages.find(slug);
    if (isSitePage(slug)) return { name: inEnglish(SITE_PAGES[slug].title), facts: { text: found?.markdown ?? null } };
    return (
      found && {
        name: found.title,
        facts: { title: found.title, address: `/${slug}`, hidden: found.isHidden, text: found.markdown },
      }
    );
  },
  async order(tx, number) {
    const found = await tx.orders.find(number);
    if (!found) return undefined;
    const { refundedCents, lines, given } = found;
    const [status, hold] = [found.status.replaceAll("_", " "), found.hold?.replaceAll("_", " ") ?? null];
    const transfer = (await tx.orders.payments(found.id)).find(({ provider }) => provider === TRANSFER);
    const documents = await tx.invoices.ofOrder(number);
    const request = await tx.invoiceRequests.open(found.id);
    const papers = {
      documents: documents.map((one) => one.number).join(", ") || null,
      "VAT cents": found.vatCents,
      "asked to correct": request?.invoiceNumber ?? null,
    };
    const { amountCents = 0, correction = null } = transfer ?? {};
    const sent = { "transferred cents": amountCents || null, "corrected because": correction };
    const bought = {
      weeks: lines.flatMap(({ options }) => options.week ?? []).join(", ") || null,
      "lines refunded": lines.filter(({ refundedAt }) => refundedAt !== null).length || null,
      "refunds asked for": (await tx.refunds.ofOrder(found.id)).length || null,
      "given because": given,
    };
    return { name: number, facts: { status, hold, "refunded cents": refundedCents, ...sent, ...papers, ...bought } };
  },
  async rate(tx, country) {
    const rates = (await tx.orders.vatRates()).filter((rate) => rate.country === country);
    const shown = rates.map(({ rateBp, validFrom }) => `${rateBp / 100}% from ${validFrom}`);
    return { name: country, facts: { rates: shown.join(", ") || null } };
  },
  async product(tx, id) {
    const found = (await tx.products.all()).find(({ product }) => product === id);
    return found && { name: found.name, facts: { "price in cents": found.priceCents, "on sale": found.active } };
  },
  async coupon(tx, code) {
    const found = await tx.coupons.find(code);
    if (!found) return undefined;
    const { startsAt, endsAt, pausedAt, maxUses, oncePerAccount, products } = found;
    return {
      name: code,
      facts: {
        "takes off": inEnglish(couponWords(found, "USD")),
        products: products.join(", ") || "all",
        from: startsAt ? momentWords(startsAt) : null,
        until: endsAt ? momentWords(endsAt) : null,
        "uses in all": maxUses,
        "once per account": oncePerAccount,
        paused: pausedAt !== null,
      },
    };
  },
  async account(tx, id, now) {
    const found = await tx.accounts.find(id);
    if (!found) return undefined;
    const { isAdmin, status, emailVerifiedAt } = found;
    const sessions = (await tx.accounts.sessionsOf(id, now)).length;
    const apps = (await tx.oauth.connectedApps(id, now)).length;
    const providers = (await tx.identities.ofAccount(id)).length;
    const facts = { admin: isAdmin, status, confirmed: emailVerifiedAt !== null, sessions, apps, providers };
    // The address is not stored, so that deleted accounts leave none.
    return { name: null, facts };
  },
  async job(tx, id) {
    const found = await tx.jobs.find(id);
    return found && { name: found.kind, facts: { state: found.state, due: momentWords(found.runAt) } };
  },
  async site(tx) {
    const { hidesEmptyCategories, shape, theme, head, front, ...look } = await tx.site.get();
    const { name, accent, logo, heroTitle, heroText, footerText, footerLinks } = look;
    return {
      name: "Site",
      facts: {
        ...{ name, accent, logo, ...theme },
        headline: heroTitle,
        "text below": heroText,
        "search example": front.searchHint,
        ...frontFacts(front),
        footer: footerText,
        "footer links": typedFooterLinks(footerLinks).replaceAll("\n", "; ") || null,
        "empty categories": hidesEmptyCategories ? "hidden" : null,
        ...{ launches: shape.launches, votes: shape.votes, submissions: shape.submission },
        "links of free listings": shape.freeLinks,
        "links of paid listings": shape.paidLinks,
        "head tags": head.html || null,
        "more hosts": head.hosts.join(", ") || null,
        files: (await tx.siteFiles.all()).map(({ path, body }) => `${path} ${keyId(body)}`).join(", ") || null,
        ...(await settingFacts(tx)),
        "first steps set aside": (await tx.firstRun.aside()).join(", ") || null,
      },
    };
  },
  async upload(tx, id) {
    const found = await tx.uploads.find(id);
    return found && { name: found.name, facts: { picture: id, size: `${found.width} by ${found.height}` } };
  },
  async statement(tx) {
    return { name: "Bank statement", facts: { "lines to decide": (await tx.bank.open()).length } };
  },
  async translation(tx, id) {
    const of = translationOf(id);
    return { name: `${of.kind} ${of.id} in ${of.language}`, facts: await tx.translations.of(of) };
  },
  async sentence(tx, id) {
    const of = translationOf(id);
    const texts = Object.entries(await tx.translations.of(of));
    return { name: of.id, facts: Object.fromEntries(texts.map(([context, text]) => [context || "text", text])) };
  },
  audit: async () => ({ name: "Audit log", facts: {} }),
  payment: async (_tx, name) => ({ name, facts: {} }),
  backup: async (_tx, name) => ({ name, facts: {} }),
  async digest(tx) {
    return { name: "Weekly digest", facts: { paused: (await tx.digests.pausedAt()) !== null } };
  },
  mail: async (_tx, name) => ({ name, facts: {} }),
};

/** Blocks that are on, in their order, each with what is not standard. */
const frontFacts = ({ blocks, menu }: Front): AuditFacts => ({
  "front page":
    blocks
      ?.filter(({ isOff }) => !isOff)
      .map(({ key, count, heading }) => [key, count, heading].filter(Boolean).join(" "))
      .join(", ") ?? null,
  ...Object.fromEntries(
    (blocks ?? []).flatMap(({ key, markdown }) => (markdown ? [[`front page ${key}`, markdown]] : [])),
  ),
  menu: menu?.map(({ to, label }) => (label ? `${label} ${to}` : to)).join(", ") ?? null,
});

/** In the audit log, the object of actions on many categories. */
export const ALL_CATEGORIES = "*";

export const factsOf = async (tx: Tx, kind: AuditKind, id: string, now: Date): Promise<Facts> =>
  (await READERS[kind](tx, id, now)) ?? { name: null, facts: {} };

/** Secrets by an id of how they are sealed, which is another after each change and tells nothing about them. */
async function settingFacts(tx: Tx): Promise<AuditFacts> {
  const [typed, sealed] = [await tx.siteSettings.typed(), await tx.siteSettings.sealed()];
  const shown = ([name, text]: [string, string]) => {
    const secrecy = secrecyOf(name);
    const id = secrecy && `(${keyId(sealed.get(name) ?? "")})`;
    return [name, secrecy === true ? `set ${id}` : secrecy ? `${withoutPasswords(text)} ${id}` : text];
  };
  return Object.fromEntries([...typed].map(shown));
}
