import type { Request, Response } from "express";
import { checkEmail } from "#actions/accounts/new-account.ts";
import { accountOfAddress } from "#actions/notifications/digest-news.ts";
import { chooseByLink } from "#actions/notifications/digest-settings.ts";
import { askForDigest, confirmDigest, findDigestAsk } from "#actions/notifications/subscribe-digest.ts";
import { NETWORK_LIMIT } from "#core/limits/limit-words.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { listed, type Text, t } from "#languages/words.ts";
import { readUnsubscribe, UNSUBSCRIBE_KEY } from "#mail/unsubscribe.ts";
import type { FollowedCategory } from "#store/repos/community/category-follows.ts";
import type { Subscriber } from "#store/repos/notifications/digests.ts";
import { field, formList, formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { hereOf, tagToKeep } from "../../kit/language.ts";
import { categoryWords } from "../../kit/show.ts";
import { addressOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";
import { browserZone, categoryChecks, turnWords, zoneField } from "../../parts/notifications/digest-parts.ts";

type Asked = { email: string; chosen: ReadonlySet<string>; fault?: Text; status?: number };

export function digestPages({ deps, sessions, pages, router }: Site): void {
  const { store, settings, now } = deps;

  async function offered(chosen: ReadonlySet<string>): Promise<FollowedCategory[]> {
    const all = (await store.reference.categories()).filter(
      ({ slug, parentSlug }) => parentSlug === null || chosen.has(slug),
    );
    return all.sort((one, other) => one.name.localeCompare(other.name, "en"));
  }

  async function show(req: Request, res: Response, { email, chosen, fault, status = 200 }: Asked): Promise<void> {
    await sessions.ensure(req, res);
    pages.render(res, {
      status,
      heading: t`Weekly digest`,
      description: t`A weekly email with what is new in the categories you choose.`,
      kind: "interaction",
      body: html`<p class="lead">A weekly email with what is new in the categories you choose. We send none without news.</p>
${formTo(res, "/digest", html`${formTool("ask_for_digest")}`)}${browserZone}
${field({
  name: "email",
  label: t`Your email`,
  type: "email",
  value: email,
  fault,
  autocomplete: "email",
  hint: t`We will email you a confirmation link. Unsubscribe any time.`,
})}
${categoryChecks(await offered(chosen), chosen)}
<p><button>Subscribe</button></p>
</form>
<p class="small">Have an account? <a href="/sign-in?return_to=${encodeURIComponent(
        "/account/digest",
      )}" rel="nofollow">Sign in</a> to add your saved searches and listing statistics.</p>`,
    });
  }

  router.get("/digest", async (req, res) => {
    const category = queryText(req, "category");
    if (sessionOf(res)?.account) return seeOther(res, "/account/digest");
    await show(req, res, { email: "", chosen: new Set([category]) });
  });

  router.post("/digest", async (req, res) => {
    const [email, categories] = [formText(req, "email"), formList(req, "category").slice(0, MOST_CHOSEN)];
    const chosen = new Set(categories);
    const fault = checkEmail(email) ?? (categories.length === 0 ? t`Choose at least one category.` : undefined);
    if (fault) return show(req, res, { email, chosen, fault, status: 400 });
    const wish = {
      email,
      categories,
      zone: formText(req, "zone"),
      address: addressOf(req),
      language: tagToKeep(res, deps.languages),
    };
    if ((await askForDigest(wish, deps)) === "limit")
      return show(req, res, { email, chosen, fault: NETWORK_LIMIT, status: 429 });
    seeOther(res, "/digest", "digest-asked");
  });

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">Links expire after 48 hours, or when you unsubscribe.</p>
<p><a href="/digest">Get a new link</a></p>`,
    );

  // The link opens a page with a button, because mail scanners follow links.
  router.get("/digest/confirm", async (req, res) => {
    const token = queryText(req, "token");
    const ask = await findDigestAsk(store, token, now());
    if (!ask) return showGone(res);
    await sessions.ensure(req, res);
    const names = (await store.reference.categoryNames())
      .filter(({ slug }) => ask.categories.includes(slug))
      .map(categoryWords);
    pages.render(res, {
      kind: "interaction",
      title: t`Weekly digest`,
      body: html`<h1>Confirm your weekly digest</h1>
<p class="lead">${
        names.length > 0
          ? html`At most one email a week to <strong>${ask.email}</strong>, with what is new in ${listed(names)}.`
          : html`At most one email a week to <strong>${ask.email}</strong>.`
      }</p>
${formTo(res, "/digest/confirm")}${hidden("token", token)}
<p><button>Confirm</button></p></form>`,
    });
  });

  router.post("/digest/confirm", async (req, res) => {
    const confirmed = await confirmDigest(formText(req, "token"), deps);
    if (!confirmed) return showGone(res);
    const { subscriber, unsubscribeUrl } = confirmed;
    pages.render(res, {
      kind: "interaction",
      heading: t`You are subscribed`,
      body: html`<p class="lead">The next digest goes to <strong>${subscriber.email}</strong> on ${turnWords(
        subscriber.dueAt,
        subscriber.zone ?? settings.SITE_TIMEZONE,
      )}, if there is news.</p>
<p><a class="button" href="/categories">Browse categories</a></p>
<p class="small"><a href="${href(unsubscribeUrl)}">Unsubscribe</a></p>`,
    });
  });

  /** Whoever holds the link of a digest; those with an account choose there. */
  async function linked(req: Request): Promise<{ subscriber: Subscriber; hasAccount: boolean } | undefined> {
    const key = await store.secrets.find(UNSUBSCRIBE_KEY);
    const wish = key === undefined ? undefined : readUnsubscribe(queryText(req, "token"), key);
    const subscriber = wish && "digestOf" in wish ? await store.digests.find(wish.digestOf) : undefined;
    if (!subscriber) return undefined;
    return { subscriber, hasAccount: (await accountOfAddress(subscriber.email, store)) !== undefined };
  }

  router.get("/digest/settings", async (req, res) => {
    const found = await linked(req);
    if (!found) return showGone(res);
    if (found.hasAccount) return seeOther(res, "/account/digest");
    await sessions.ensure(req, res);
    const { subscriber } = found;
    const chosen = new Set((await store.digests.categoriesOf(subscriber.id)).map(({ slug }) => slug));
    pages.render(res, {
      kind: "interaction",
      heading: t`Your weekly digest`,
      body: html`<p class="lead">The next digest comes on
${turnWords(subscriber.dueAt, subscriber.zone ?? settings.SITE_TIMEZONE)}, if there is news.</p>
${formTo(res, hereOf(req))}
${zoneField(subscriber.zone, settings.SITE_TIMEZONE)}
${categoryChecks(await offered(chosen), chosen)}
<p><button>Save</button></p>
</form>
${endLink(req)}`,
    });
  });

  router.post("/digest/settings", async (req, res) => {
    const found = await linked(req);
    if (!found) return showGone(res);
    if (found.hasAccount) return seeOther(res, "/account/digest");
    const categories = formList(req, "category").slice(0, MOST_CHOSEN);
    await chooseByLink(found.subscriber.id, { zone: formText(req, "zone"), categories }, deps);
    seeOther(res, `/digest/settings?token=${encodeURIComponent(queryText(req, "token"))}`, "digest-saved");
  });
}

const MOST_CHOSEN = 200;

const endLink = (req: Request): Html =>
  html`<p class="small"><a href="${href(`/unsubscribe?token=${encodeURIComponent(queryText(req, "token"))}`)}">Unsubscribe</a></p>`;
