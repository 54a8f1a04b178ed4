import type { Response } from "express";
import { settableFields } from "#actions/listings/own-attributes.ts";
import { editForTeam } from "#actions/moderation/edit-as-team.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { FieldName } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { type Text, t, type Words } from "#languages/words.ts";
import { parseInput } from "#tools/invoke.ts";
import { editOf, TeamEditInput } from "#tools/schemas/listing-edit.ts";
import { attempt, attemptTo, faultsByName, plainWords } from "../../kit/attempt.ts";
import { logo } from "../../kit/faces.ts";
import { type Faults, field, formFault, formText } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { editListing } from "../../kit/site-tools.ts";
import { conflictButtons } from "../../parts/drafts/draft-fact.ts";
import { faqInputs, socialInputs } from "../../parts/drafts/draft-sections.ts";
import { editorFrame, editorScripts } from "../../parts/drafts/editor-frame.ts";
import { pagePreview } from "../../parts/drafts/editor-preview.ts";
import { changedParts, conflictsBetween, conflictWords, markInputs } from "../../parts/drafts/form-marks.ts";
import { keptLogo } from "../../parts/drafts/kept-logo.ts";
import { ownField } from "../../parts/drafts/own-inputs.ts";
import { profileInput, readOffers } from "../../parts/drafts/profile-input.ts";
import {
  createDashboard,
  dashboardHead,
  dashboardPath,
  type Opened,
  type Owned,
  type Stepped,
  statusTag,
} from "../../parts/listings/dashboard.ts";
import {
  type ADDRESSES,
  inputOf,
  merged,
  partsOf,
  previewOf,
  readForm,
  SHOWN,
  TEAM_SHOWN,
  type Values,
  valuesOf,
} from "../../parts/listings/owner-texts.ts";

export function textDashboardPages(site: Site): void {
  const { store } = site.deps;
  const dashboard = createDashboard(site);
  const { router } = site;

  const ownOf = ({ categories, isTeam }: Stepped) =>
    settableFields(
      store,
      categories.map(({ slug }) => slug),
      isTeam,
    );

  type Form = {
    values: Values;
    unsaved: readonly string[];
    faults?: Faults;
    fault?: Text;
    conflicts?: readonly string[];
    isPreviewing?: boolean;
    status?: number;
  };
  async function show(res: Response, listing: Stepped, form?: Form): Promise<void> {
    const own = await ownOf(listing);
    const now = valuesOf(listing, own);
    const { values = now, faults = {}, fault, conflicts = [] } = form ?? {};
    const offers = await readOffers(store, languageOf(res));
    const logoUrl = keptLogo(site.deps, listing.logo_url);
    const card = (name: FieldName): Html => html`<div class="fieldcard" id="card.${name}" data-card>
${profileInput(name, { value: values.fields[name] ?? "", faults, offers, isTeam: listing.isTeam })}
<div class="after">${conflicts.includes(`fields.${name}`) && conflictButtons(`fields.${name}`)}</div></div>`;
    const section = (name: "faqs" | "socials", title: Words, count: number, body: Part): Html =>
      html`<details class="card dashboard-section" id="${name}" data-card><summary><h2>${title}</h2>
 <span class="tag">${count || t`empty`}</span></summary>
${faults[name] && html`<p class="fault">${faults[name]}</p>`}${conflicts.includes(name) && conflictButtons(name)}${body}</details>`;
    site.pages.render(res, {
      status: form?.status ?? 200,
      title: t`Content: ${listing.name}`,
      width: "full",
      head: editorScripts(),
      body: editorFrame(res, {
        action: dashboardPath(listing, "edit"),
        head: dashboardHead(listing, "edit", res, site.deps.now()),
        title: t`Content`,
        intro: html`${formFault(fault)}<p class="big">${
          listing.status === "live"
            ? t`Saved changes go live immediately.`
            : t`The page is not public before the launch.`
        } ${t`The previous version stays in the history.`}</p>`,
        mark: logo(listing, "little"),
        name: listing.name,
        savedAt: new Date(listing.updated_at),
        isAutosaved: false,
        unsaved: form?.unsaved ?? [],
        isPreviewing: form?.isPreviewing ?? false,
        marks: markInputs(partsOf(now)),
        fields: [
          listing.isTeam && teamCard(card, { listing, values, faults }),
          ownCards(own, { values, faults, conflicts }),
          SHOWN.map(card),
          section("faqs", t`Questions and answers`, values.faqs.length, faqInputs(values.faqs, faults)),
          section(
            "socials",
            t`Links`,
            Object.keys(values.socials).length,
            socialInputs("socials", values.socials, faults),
          ),
        ],
        preview: pagePreview({
          shown: previewOf(listing, values),
          slug: listing.slug,
          logoUrl,
          proven: () => false,
          state: statusTag(listing),
          page: listing.status === "live" ? `/listings/${listing.slug}` : undefined,
        }),
      }),
    });
  }

  router.get("/account/listings/:id/edit", accountOnly, async (req, res) => {
    const { listing } = await dashboard.open(req, res);
    if (listing.draft_id) seeOther(res, `/drafts/${listing.draft_id}`);
    else await show(res, listing);
  });

  router.post("/account/listings/:id/edit", accountOnly, async (req, res) => {
    const { listing, call, keep } = await dashboard.open(req, res);
    const { listing_id } = listing;
    const path = dashboardPath(listing, "edit");
    const [act, ...rest] = formText(req, "act").split(".");
    const part = rest.join(".");
    const own = await ownOf(listing);
    const now = valuesOf(listing, own);
    const typed = readForm(req, now);
    const changed = changedParts(partsOf(typed), req.body);
    const conflicts = conflictsBetween(partsOf(typed), partsOf(now), req.body).filter((name) => name !== part);
    if (act === "theirs") changed.delete(part);
    const form = { values: merged(now, typed, changed), unsaved: [...changed] };
    if (act === "preview") return show(res, listing, { ...form, isPreviewing: true });
    if (conflicts.length > 0) {
      const faults = Object.fromEntries(conflicts.map((name) => [name, conflictWords(partsOf(now), name)]));
      const fault = t`Nothing was saved: this was also changed elsewhere. The form shows your version. Save again to replace the other version.`;
      return show(res, listing, { ...form, faults, fault, conflicts, status: 409 });
    }
    const input = { listing_id, ...inputOf(typed, changed, own) };
    const { error } = listing.isTeam
      ? await attemptTo(() => saveForTeam(listing, input, call))
      : await attempt(editListing, input, call);
    if (error) {
      const faults = faultsByName(error);
      const fault =
        Object.keys(faults).length > 0 ? t`Nothing was saved. See the messages below.` : plainWords(error.detail);
      return show(res, listing, { ...form, faults, fault, status: 400 });
    }
    const back = { listing_id, ...inputOf(now, changed, own) };
    const undo = changed.size > 0 ? await keep({ tool: editListing, input: back, path }) : undefined;
    seeOther(res, path, "listing-edited", undo);
  });
}

type OwnCards = { values: Values; faults: Faults; conflicts: readonly string[] };

const ownCards = (own: readonly OwnField[], { values, faults, conflicts }: OwnCards): Html[] =>
  own.map((one) => {
    const part = `attributes.${one.key}`;
    return html`<div class="fieldcard" id="card.${part}" data-card>${ownField(one, values.attributes[one.key] ?? "", { faults })}
<div class="after">${conflicts.includes(part) && conflictButtons(part)}</div></div>`;
  });

type TeamCard = { listing: Owned; values: Values; faults: Faults };

/** What only the site team changes. The logo is on the page of pictures. */
const teamCard = (card: (name: FieldName) => Html, { listing, values, faults }: TeamCard): Html => {
  const address = (name: (typeof ADDRESSES)[number], label: Words, hint: Words): Html =>
    field({
      ...{ name, label, hint, value: values.addresses[name], fault: faults[name] },
      ...{ autocomplete: "off", required: false, maxLength: name === "url" ? 2048 : 220 },
    });
  return html`<section class="card" aria-labelledby="team-edits"><h2 id="team-edits">Site team</h2>
<p class="muted small">You are editing someone else’s listing. Its owners get an email with your changes and can restore the old version.</p>
${TEAM_SHOWN.map(card)}
${address("url", t`Website`, t`Each website can be listed once.`)}
${address("slug", t`Page address`, t`The part after /listings/. The old address redirects.`)}
<p><a href="${href(dashboardPath(listing, "pictures#marks-title"))}">Change the logo</a></p></section>`;
};

async function saveForTeam(listing: Owned, input: unknown, { deps, caller }: Opened["call"]): Promise<void> {
  const { url, slug, ...edit } = parseInput({ input: TeamEditInput }, input);
  const { listing_id: id } = listing;
  await editForTeam({ id, url: listing.url }, { url, slug, ...editOf(edit) }, { ...deps, caller });
}
