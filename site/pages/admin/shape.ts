import type { Request, Response } from "express";
import { saveShape } from "#actions/site/save-look.ts";
import { type Html, html } from "#core/text/html.ts";
import {
  CADENCES,
  type Cadence,
  DEFAULT_SHAPE,
  LINK_POLICIES,
  type LinkPolicy,
  type SiteShape,
  SUBMISSIONS,
  type Submission,
} from "#domain/site/site-shape.ts";
import { NOUNS } from "#languages/language.ts";
import { as, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, formText, formTo, radio } from "../../kit/form.ts";
import { seeOther } from "../../kit/site.ts";
import { nounOptions } from "../../parts/site/noun-choice.ts";

const PATH = "/admin/settings/shape";

const RACING: Record<Cadence, Text> = {
  weeks: t`Every week. Launches begin on Monday and compete until Sunday.`,
  days: t`Every day. Launches choose a day of their week and compete for the day too.`,
};
const SUBMITTING: Record<Submission, Text> = {
  open: t`Anyone. Guests can draft and sign up to save.`,
  members: t`Members only. People sign in before they draft.`,
  review: t`Members, after review. You approve each listing before it is public.`,
  admins: t`Admins only. Others can read, claim and review.`,
};
const LINKING: Record<LinkPolicy, Text> = {
  nofollow: as("a link policy")`nofollow`,
  ugc: as("a link policy")`ugc`,
  sponsored: as("a link policy")`sponsored`,
  follow: as("a link policy")`follow`,
};

const oneOf = <T extends string>(given: string, known: readonly T[], otherwise: T): T =>
  known.find((value) => value === given) ?? otherwise;

const readForm = (req: Request): SiteShape => ({
  launches: formText(req, "launches") === "on",
  noun: oneOf(formText(req, "noun"), NOUNS, DEFAULT_SHAPE.noun),
  cadence: oneOf(formText(req, "cadence"), CADENCES, DEFAULT_SHAPE.cadence),
  votes: formText(req, "votes") === "on",
  submission: oneOf(formText(req, "submission"), SUBMISSIONS, DEFAULT_SHAPE.submission),
  freeLinks: oneOf(formText(req, "free_links"), LINK_POLICIES, DEFAULT_SHAPE.freeLinks),
  paidLinks: oneOf(formText(req, "paid_links"), LINK_POLICIES, DEFAULT_SHAPE.paidLinks),
});

const tick = (name: "launches" | "votes", isOn: boolean, label: Text, hint: Text): Html =>
  html`<div class="field"><label class="check"><input type="checkbox" name="${name}" value="on"${
    isOn && html` checked`
  } aria-describedby="${name}-hint"><span>${label}</span></label>
<p class="hint" id="${name}-hint">${hint}</p></div>`;

const policy = (name: string, label: Text, value: LinkPolicy): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" aria-describedby="links-hint">${LINK_POLICIES.map(
    (each) => html`<option value="${each}"${each === value && html` selected`}>${LINKING[each]}</option>`,
  )}</select></div>`;

/** Launches, votes, submissions and links: what kind of directory this is. It applies at once, in every process. */
export function shapeAdminPages({ deps, pages, router, act }: AdminSite): void {
  function show(res: Response): void {
    const { launches, noun, cadence, votes, submission, freeLinks, paidLinks } = deps.store.siteLook().shape;
    pages.render(res, {
      heading: t`How your site works`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">Changes apply immediately, on every page, in emails and for assistants.</p>
${formTo(res, PATH, "card settings-form")}
${choice({ name: "noun", label: t`What you list`, value: noun, hint: t`What buttons, headings and the search call a listing.`, required: true, options: nounOptions })}
<h2>Launches and votes</h2>
${tick("launches", launches, t`Launch calendar`, t`Listings launch in weeks. Without it, your site is a catalog: a listing is public once its badge is found or it is paid.`)}
<fieldset class="field" aria-describedby="cadence-hint"><legend>Launch race</legend>${CADENCES.map((each) => radio("cadence", each, each === cadence, RACING[each]))}
<p class="hint" id="cadence-hint">Rankings and awards of weeks stay either way. Days that teams have chosen stay.</p></fieldset>
${tick("votes", votes, t`Votes`, t`People vote for listings, and the best of a week win awards. Votes already cast are kept.`)}
<h2>Submissions</h2>
<fieldset class="field"><legend>Who can submit</legend>${SUBMISSIONS.map((each) => radio("submission", each, each === submission, SUBMITTING[each]))}</fieldset>
<h2>Links to listed websites</h2>
<p class="hint" id="links-hint">What links of a listing tell search engines. Links in comments and reviews are always “ugc nofollow”. With “follow”, the link leads straight to the website, so its clicks are not counted.</p>
${policy("free_links", t`Free listings`, freeLinks)}
${policy("paid_links", t`Paid listings`, paidLinks)}
${
  paidLinks === "follow" || paidLinks === "ugc"
    ? html`<div class="notice bad">Search engines treat paid links without “sponsored” or “nofollow” as spam, and may rank your site lower.</div>`
    : html`<p class="hint">Use “sponsored” or “nofollow” for paid listings: search engines treat other paid links as spam.</p>`
}
<p><button class="sun">Save</button></p>
</form>`,
    });
  }

  router.get(PATH, (_req, res) => show(res));

  act(PATH, "site.save", async (req, res, audited) => {
    audited.on("site");
    await audited.store.change((tx) => saveShape(tx, readForm(req), deps));
    deps.wakeJobs();
    seeOther(res, PATH, "site-saved");
  });
}
