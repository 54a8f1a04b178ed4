import { namesIn, readShippedText } from "#core/runtime/shipped.ts";
import type { Settings } from "#core/settings/config.ts";
import { type ModelSetup, modelSetup } from "#core/settings/model-settings.ts";
import { type TeamPages, teamPages } from "#core/settings/policies.ts";
import { createSignInProviders } from "#core/sign-in-providers/providers.ts";
import { fillTemplate } from "#core/text/fill-template.ts";
import * as retention from "#domain/accounts/retention.ts";
import { sourcesOf } from "#domain/site/head.ts";
import { SITE_PAGE_SLUGS, type SitePageSlug } from "#domain/site/site-pages.ts";
import { escapeMarkdown, escapeStart } from "#domain/text/escape-markdown.ts";
import { byName } from "#domain/text/keys.ts";
import { once } from "#domain/text/once.ts";
import { ENGLISH, type Language } from "#languages/language.ts";
import type { Deps } from "../context.ts";

/** Ours in other languages; terms and policy only as the operator wrote or approved them. */
const PLAIN_PAGES: readonly SitePageSlug[] = ["about", "contact", "imprint", "pricing"];
const templates = once(() => byName(SITE_PAGE_SLUGS, (slug) => readShippedText(`./data/texts/${slug}.md`)));
const folders = once(() => new Set(namesIn("./data/texts").map((name) => name.split("/")[0])));

/** The template of a page in a language, if we have one. */
const templateIn = (tag: string, slug: SitePageSlug): string | undefined =>
  PLAIN_PAGES.includes(slug) && folders().has(tag) ? readShippedText(`./data/texts/${tag}/${slug}.md`) : undefined;

/** The standard text of a page. */
export function textOf(
  slug: SitePageSlug,
  { operator, address, country, pages, recipients, ...facts }: SiteFacts,
  { tag, template = templates()[slug] }: { tag: string; template?: string },
) {
  const place = country && new Intl.DisplayNames(tag, { type: "region" }).of(country);
  const seller = [operator, ...address, place].filter((line) => line !== undefined);
  return fillTemplate(template, {
    ...retention,
    ...facts,
    site: escapeMarkdown(facts.site),
    operator: escapeMarkdown(operator ?? `the people who run ${facts.site}`),
    isNamed: operator !== undefined && address.length > 0,
    // "1. Stock" is a floor, not a list.
    imprint: seller.map((line) => `${escapeStart(escapeMarkdown(line.trim()))}  `).join("\n"),
    imprintPage: pages.imprint,
    contactPage: pages.contact,
    recipients: recipients.map((line) => `- ${line}`).join("\n"),
  }).trim();
}

export type SiteFacts = {
  site: string;
  operator: string | undefined;
  address: readonly string[];
  country: string | undefined;
  email: string | undefined;
  vatNumber: string | undefined;
  pages: TeamPages;
  recipients: readonly string[];
  sells: boolean;
  keepsBackups: boolean;
  launches: boolean;
  votes: boolean;
  /** Also true while votes from before are kept. */
  votesKept: boolean;
};

type Found = { sells: boolean; model: ModelSetup | undefined } & Pick<SiteFacts, "launches" | "votes" | "votesKept">;

/** The operator of the model; undefined if it runs on this machine. */
function modelRecipient(model: ModelSetup | undefined): string | undefined {
  if (!model) return undefined;
  const { hostname } = new URL(model.url);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return undefined;
  return hostname === "api.anthropic.com" ? "Anthropic" : hostname;
}

const linesOf = (text: string | undefined): string[] => text?.replaceAll("\\n", "\n").split("\n") ?? [];

export function factsOf(settings: Settings, { model, ...found }: Found): SiteFacts {
  const { SITE_NAME, SELLER_NAME, SELLER_ADDRESS, SELLER_COUNTRY, SELLER_EMAIL, SELLER_VAT_NUMBER } = settings;
  return {
    site: SITE_NAME,
    operator: SELLER_NAME,
    address: linesOf(SELLER_ADDRESS),
    country: SELLER_COUNTRY,
    email: SELLER_EMAIL,
    vatNumber: SELLER_VAT_NUMBER,
    pages: teamPages(settings),
    recipients: recipientsOf(settings, modelRecipient(model)),
    ...found,
    keepsBackups: settings.BACKUP_EVERY !== undefined,
  };
}

function recipientsOf(settings: Settings, model: string | undefined): string[] {
  const { SMTP_URL, STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, BTCPAY_URL, INDEXNOW_KEY } = settings;
  const paying = [STRIPE_SECRET_KEY && "Stripe", PAYPAL_CLIENT_ID && "PayPal", BTCPAY_URL && "BTCPay Server"];
  return [
    SMTP_URL && `The mail server ${new URL(SMTP_URL).hostname} gets the emails that we send you.`,
    ...paying.map(
      (name) => name && `${name} gets the amount, the order number and your email address if you pay with it.`,
    ),
    ...[...createSignInProviders(settings).values()].map(
      ({ label }) =>
        `${label} learns when you sign in here with it, and tells us your name, your email address and who you are there.`,
    ),
    "The VAT register of the EU (VIES) gets the VAT number that you enter at the checkout.",
    model &&
      `${model} gets the text of websites that people submit, to draft profiles. It gets nothing about accounts.`,
    INDEXNOW_KEY && "Search engines that take part in IndexNow get the addresses of public pages that changed.",
  ].filter((line): line is string => Boolean(line));
}

export type PageText = {
  markdown: string;
  isOwn: boolean;
  updatedAt: Date | null;
  /** What the text is written in. */
  tag: string;
};

type Needed = Pick<Deps, "store" | "settings" | "languages">;

async function siteFacts({ store, settings }: Pick<Deps, "store" | "settings">): Promise<SiteFacts> {
  const sells = (await store.products.onSale()).length > 0;
  const model = modelSetup(settings);
  const { launches, votes } = store.siteLook().shape;
  const votesKept = votes || (await store.votes.firstCountedAt()) !== undefined;
  const facts = factsOf(settings, { sells, model, launches, votes, votesKept });
  const reached = sourcesOf(store.siteLook().head).reached.map((source) => source.replace(/^.*\/\//, ""));
  return reached.length === 0
    ? facts
    : { ...facts, recipients: [...facts.recipients, `Public pages load scripts that reach ${reached.join(", ")}.`] };
}

export const standardText = async (slug: SitePageSlug, deps: Pick<Deps, "store" | "settings">): Promise<string> =>
  textOf(slug, await siteFacts(deps), { tag: ENGLISH.tag });

/** Ours in another language, if there is one. */
export async function standardTextIn(tag: string, slug: SitePageSlug, deps: Needed): Promise<string | undefined> {
  const template = templateIn(tag, slug);
  return template && textOf(slug, await siteFacts(deps), { tag, template });
}

/** The text as the team wrote it, or the standard text. */
export async function pageText(slug: SitePageSlug, deps: Needed): Promise<PageText> {
  const own = await deps.store.sitePages.find(slug);
  return own
    ? { markdown: own.markdown, isOwn: true, updatedAt: own.updatedAt, tag: deps.languages.first.tag }
    : { markdown: await standardText(slug, deps), isOwn: false, updatedAt: null, tag: ENGLISH.tag };
}

const translatedText = (tag: string, slug: string, { store }: Needed): Promise<string | undefined> =>
  store.translations.long({ kind: "page", id: slug, language: tag });

/** A page of the team in a language if it is translated. */
export async function ownTextIn(
  { tag }: Language,
  { slug, markdown }: { slug: string; markdown: string },
  deps: Needed,
): Promise<Pick<PageText, "markdown" | "tag">> {
  const first = deps.languages.first.tag;
  const found = tag === first ? undefined : await translatedText(tag, slug, deps);
  return found === undefined ? { markdown, tag: first } : { markdown: found, tag };
}

/** The same in a language if it is translated. */
export async function pageTextIn({ tag }: Language, slug: SitePageSlug, deps: Needed): Promise<PageText> {
  const found = await pageText(slug, deps);
  if (found.tag === tag) return found;
  const own = await translatedText(tag, slug, deps);
  if (own !== undefined) return { ...found, markdown: own, isOwn: true, tag };
  const ours = found.isOwn ? undefined : await standardTextIn(tag, slug, deps);
  return ours === undefined ? found : { ...found, markdown: ours, tag };
}
