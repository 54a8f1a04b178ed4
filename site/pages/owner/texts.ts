import { type Request, type Response, Router } from "express";
import { href, html, type Part } from "../../../core/html.ts";
import { byName, FIELDS, isListField, type OwnerFieldName, shownIn } from "../../../domain/fields.ts";
import { MOST, PLATFORMS } from "../../../domain/section-fields.ts";
import { updateMyListing } from "../../../tools/my-listings/update-my-listing.ts";
import { attempt, faultsByName, plainWords } from "../../kit/attempt.ts";
import { choice, csrfField, type Faults, field, formFault, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/dashboard.ts";
import { faqInputs, socialInputs } from "../../parts/draft-sections.ts";
import { profileInput } from "../../parts/profile-input.ts";

/** In the order of the form. */
const SHOWN: readonly OwnerFieldName[] = [
  "tagline",
  "short_description",
  "headline",
  "summary",
  "description",
  "features",
  "usps",
  "keywords",
  "pricing_model",
  "pricing_summary",
  "country",
  "city",
  "founded_year",
  "contact_email",
  "demo_video_url",
  "seo_title",
  "seo_description",
];

type Values = {
  fields: Record<OwnerFieldName, string>;
  socials: Record<string, string>;
  faqs: Record<string, string>[];
};

const valuesOf = (listing: Owned): Values => ({
  fields: byName(SHOWN, (name) => [shownIn(listing, name) ?? []].flat().join("\n")),
  socials: listing.socials,
  faqs: listing.faqs,
});

function readForm(req: Request, { socials }: Values): Values {
  const platforms = [...new Set([...PLATFORMS, ...Object.keys(socials)])];
  const faqs = Array.from({ length: MOST.faqs }, (_, index) => ({
    question: formText(req, `faqs.${index}.question`),
    answer: formText(req, `faqs.${index}.answer`),
  }));
  return {
    fields: byName(SHOWN, (name) => formText(req, `fields.${name}`)),
    socials: Object.fromEntries(
      platforms.map((name) => [name, formText(req, `socials.${name}`)] as const).filter(([, url]) => url !== ""),
    ),
    faqs: faqs.filter(({ question, answer }) => question || answer),
  };
}

/** A text as the operation takes it. */
function wireOf(name: OwnerFieldName, text: string): unknown {
  if (isListField(name))
    return text
      .split("\n")
      .map((item) => item.trim())
      .filter(Boolean);
  if (FIELDS[name].kind !== "year") return text;
  return text === "" ? null : Number(text);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What differs in `to` from `from`, as input of the operation. */
function changesOf(from: Values, to: Values): Record<string, unknown> {
  const names = SHOWN.filter((name) => from.fields[name] !== to.fields[name]);
  return {
    ...(names.length > 0 && {
      fields: Object.fromEntries(names.map((name) => [name, wireOf(name, to.fields[name])])),
    }),
    ...(!isSame(from.socials, to.socials) && { socials: to.socials }),
    ...(!isSame(from.faqs, to.faqs) && { faqs: to.faqs }),
  };
}

/**
 * The texts of a listing, for members without its draft: after a claim, or as an invited founder.
 */
export function textDashboardPages(site: Site): Router {
  const { store } = site.deps;
  const dashboard = createDashboard(site);
  const router = Router();

  type Form = { values: Values; faults: Faults; fault: string };
  async function show(res: Response, listing: Owned, form?: Form): Promise<void> {
    const { fields, socials, faqs } = form?.values ?? valuesOf(listing);
    const faults = form?.faults ?? {};
    const countries = (await store.reference.countries())
      .map(({ code, name }) => [code, name] as const)
      .sort(([, a], [, b]) => a.localeCompare(b));
    const input = (name: OwnerFieldName): Part => {
      const look = profileInput(name);
      const place = `fields.${name}`;
      const fault = faults[place] ?? Object.entries(faults).find(([at]) => at.startsWith(`${place}.`))?.[1];
      if (name === "country")
        return choice({ name: place, label: look.label, value: fields[name], fault, options: countries });
      return field({ ...look, name: place, fault, value: fields[name] });
    };
    dashboard.render(res, listing, {
      tab: "edit",
      title: "Texts",
      status: form ? 400 : 200,
      body: html`${formFault(form && (Object.keys(faults).length > 0 ? "Nothing was saved yet. See the messages below." : form.fault))}
<form method="post" action="${href(dashboardPath(listing, "edit"))}" novalidate>
${csrfField(res)}
${SHOWN.map(input)}
<details class="card dashboard-section"><summary><h2>Questions and answers</h2> <span class="tag">${faqs.length || "empty"}</span></summary>${faqInputs(faqs, faults)}</details>
<details class="card dashboard-section"><summary><h2>Links</h2> <span class="tag">${Object.keys(socials).length || "empty"}</span></summary>${socialInputs("socials", socials, faults)}</details>
<p class="row"><button>Save</button> <span class="small muted">${listing.status === "live" ? "Visible at once. " : ""}The history keeps the previous version.</span></p>
</form>`,
    });
  }

  router.get("/account/listings/:id/edit", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    if (listing.draft_id) seeOther(res, `/drafts/${listing.draft_id}`);
    else await show(res, listing);
  });

  router.post("/account/listings/:id/edit", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const { listing_id } = listing;
    const path = dashboardPath(listing, "edit");
    const before = valuesOf(listing);
    const values = readForm(req, before);
    const changes = changesOf(before, values);
    const { error } = await attempt(updateMyListing, { listing_id, ...changes }, dashboard.call(req, res));
    if (error) return show(res, listing, { values, faults: faultsByName(error), fault: plainWords(error.message) });
    const isNone = Object.keys(changes).length === 0;
    const input = { listing_id, ...changesOf(values, before) };
    const undo = isNone ? undefined : site.undo.keep(accountOf(res).id, { tool: updateMyListing, input, path });
    seeOther(res, withNotice(path, "listing-edited", undo));
  });

  return router;
}
