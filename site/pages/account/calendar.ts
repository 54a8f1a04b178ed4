import { createCalendarAddress, removeCalendarAddress } from "#actions/launches/calendar-address.ts";
import { html } from "#core/text/html.ts";
import { t } from "#languages/words.ts";
import { formTo } from "../../kit/form.ts";
import { copyable, showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { showOnce } from "../../parts/accounts/secrets.ts";

const PATH = "/account/calendar";

/** Addresses of launch calendars, and the secret one of a person's own launches. */
export function calendarPages({ deps, pages, router }: Site): void {
  const { store, settings } = deps;
  router.use(PATH, accountOnly);

  router.get(PATH, async (_req, res) => {
    const since = await store.calendars.createdAt(accountOf(res).id);
    pages.render(res, {
      heading: t`Calendars`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<p class="lead">Add these addresses to your calendar app to see launches there.</p>
<div class="stack">
<section aria-labelledby="everyone"><h2 id="everyone">All launches</h2>
${copyable("all", `${settings.BASE_URL}/feeds/launches.ics`)}
<p class="small muted">For one category, use its slug: ${settings.BASE_URL}/feeds/categories/web-analytics.ics</p></section>
<section aria-labelledby="own"><h2 id="own">Your launches</h2>
<p>A secret address shows the launches of your listings. Anyone with the address can see them.</p>
${since && html`<p class="muted">You created an address on ${showDay(since)}. A new one replaces it.</p>`}
<div class="row">${formTo(res, PATH)}<button class="quiet">Create secret address</button></form>
${since && html`${formTo(res, `${PATH}/remove`)}<button class="danger">Remove address</button></form>`}</div>
</section></div>`,
    });
  });

  router.post(PATH, async (_req, res) => {
    const address = await createCalendarAddress(accountOf(res).id, deps);
    showOnce(res, pages, { title: t`Your calendar address`, text: address, done: PATH });
  });

  router.post(`${PATH}/remove`, async (_req, res) => {
    await removeCalendarAddress(accountOf(res).id, deps);
    seeOther(res, PATH, "calendar-removed");
  });
}
