import { type Response, Router } from "express";
import { href, html } from "../../../core/text/html.ts";
import { setFounderStory } from "../../../tools/listings/set-founder-story.ts";
import { attempt, faultsByName, plainWords } from "../../kit/attempt.ts";
import { csrfField, type Faults, formFault, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { STORY_PARTS } from "../../parts/drafts/draft-form.ts";
import { storyInputs } from "../../parts/drafts/draft-sections.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/listings/dashboard.ts";
import { lockedNote } from "../../parts/listings/locked-note.ts";

type Story = Record<string, string>;
type Form = { story: Story; faults: Faults; fault: string };

/** The founder story, section by section. */
export function storyDashboardPages(site: Site): Router {
  const dashboard = createDashboard(site);
  const router = Router();

  const show = (res: Response, listing: Owned, form?: Form): void =>
    dashboard.render(res, listing, {
      tab: "story",
      title: "Founder story",
      status: form ? 400 : 200,
      body: html`${lockedNote(listing, "story")}
<p class="lead">Why it exists and how it came about. Leave out what you do not want to tell.</p>
${formFault(form && Object.keys(form.faults).length === 0 ? form.fault : undefined)}
<form method="post" action="${href(dashboardPath(listing, "story"))}" novalidate>
${csrfField(res)}
${storyInputs("", form?.story ?? listing.story ?? {}, form?.faults ?? {})}
<p><button>Save the story</button></p>
</form>`,
    });

  router.get("/account/listings/:id/story", accountOnly, async (req, res) => show(res, await dashboard.find(req, res)));

  router.post("/account/listings/:id/story", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const { listing_id } = listing;
    const path = dashboardPath(listing, "story");
    const story = Object.fromEntries(STORY_PARTS.map((name) => [name, formText(req, name)]));
    const { error } = await attempt(setFounderStory, { listing_id, ...story }, dashboard.call(req, res));
    if (error) return show(res, listing, { story, faults: faultsByName(error), fault: plainWords(error.message) });
    const before = Object.fromEntries(STORY_PARTS.map((name) => [name, listing.story?.[name] ?? ""]));
    const isLess = STORY_PARTS.some((name) => before[name] !== "" && story[name] !== before[name]);
    const input = { listing_id, ...before };
    const undo = isLess ? await site.undo.keep(accountOf(res).id, { tool: setFounderStory, input, path }) : undefined;
    seeOther(res, withNotice(path, "story-saved", undo));
  });

  return router;
}
