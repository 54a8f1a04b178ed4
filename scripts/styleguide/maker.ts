import type { Response } from "express";
import { type Html, html } from "../../core/text/html.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import type { DraftFieldName } from "../../domain/listings/fields.ts";
import type { Text } from "../../languages/words.ts";
import { logo } from "../../site/kit/faces.ts";
import { field } from "../../site/kit/form.ts";
import type { Site } from "../../site/kit/site.ts";
import { conflictButtons, fact } from "../../site/parts/drafts/draft-fact.ts";
import { type DraftView, valuesOf } from "../../site/parts/drafts/draft-form.ts";
import { draftProgress } from "../../site/parts/drafts/draft-progress.ts";
import { type Done, editorFrame } from "../../site/parts/drafts/editor-frame.ts";
import { pagePreview } from "../../site/parts/drafts/editor-preview.ts";
import { getReady, type LaunchPlan, roomRest, roomSky } from "../../site/parts/launches/room.ts";
import { lockedNote } from "../../site/parts/listings/locked-note.ts";
import { nextStepLine } from "../../site/parts/listings/next-step.ts";

const SITE = "https://nightferry.example/";
const TAGLINE = "Backups that rehearse their own restore";
const LISTING = {
  ...{ id: 1, slug: "nightferry", name: "Nightferry", tagline: TAGLINE, language: "en", url: SITE, logoUrl: null },
  plan: "free",
  status: "awaiting_badge",
  unlocked: ["media"],
  profile: { description: "It restores your backup every night.", founders: [], faqs: [] },
} as const;

/** How a field can stand: proven, empty, typed, protected. */
const FIELDS: [name: DraftFieldName, field: Partial<DraftView["fields"][string]>][] = [
  ["name", { value: "Nightferry", evidence: [{ quote: "Nightferry rehearses your restore", url: SITE }] }],
  ["tagline", { value: TAGLINE, state: "edited", ai_value: "Backups you can trust" }],
  ["city", { value: null, state: "not_found" }],
  ["contact_email", { value: "hello@nightferry.example", state: "override", locked: true }],
  ["founded_year", { value: "last year", state: "manual" }],
];
const DRAFT: DraftView = {
  ...{ id: "sample", url: SITE, status: "drafting", listing_id: null, created_at: "", updated_at: "" },
  ...{ faqs: [], founders: [], company_socials: {}, founder_socials: {}, story: {}, milestones: [] },
  ...{ competitor: null, seo: { title: null, meta: null }, invites: [], next_actions: [] },
  completeness: { percent: 75, required_missing: [], recommended_missing: ["city"] },
  fields: Object.fromEntries(
    FIELDS.map(([name, given]) => [
      name,
      { ...{ value: null, state: "ai", locked: false, evidence: [], ai_value: null, updated_at: "" }, ...given },
    ]),
  ),
  crawl: { pages: [SITE], robots: null, error: null, needs_javascript: false, model_failed: false, fetched_at: null },
};
const FAULTS = { "fields.founded_year": "Must be a year, like 2024." };
const DONE: Done = { part: "fields.tagline", outcome: "changed", before: "Backups you can trust", undo: "sample" };

const editor = (res: Response, now: Date): Html =>
  editorFrame(res, {
    ...{ action: "/styleguide", title: "Here is your page", name: LISTING.name, savedAt: now },
    ...{ isAutosaved: false, unsaved: [], marks: [], progress: [9, 12] },
    intro: html`<p class="lead">Fields with their quotes, and the page beside them.</p>`,
    mark: logo({ ...LISTING, logo_url: null }, "little"),
    fields: FIELDS.map(([name]) =>
      fact(name, DRAFT, {
        ...{ values: valuesOf(DRAFT), faults: FAULTS, offers: { categories: [], countries: [] } },
        ...{ done: DONE, conflicts: [] },
      }),
    ),
    preview: pagePreview({
      ...{ slug: LISTING.slug, logoUrl: null, proven: (name) => name === "pricing_summary" },
      state: html`<span class="tag gold">Draft</span>`,
      shown: {
        fields: {
          ...{ name: LISTING.name, tagline: TAGLINE, short_description: "It restores your backup every night." },
          ...{ features: ["Restores every night"], pricing_summary: "$19 a month", stage: "mvp" },
          ...{ categories: ["Backup"], country: "DE", tags: ["Works offline"] },
        },
        ...{ makers: ["Noor Rahimi"], faqs: [] },
      },
    }),
  });

const contact = (): Html => html`<form method="get" action="/styleguide">
${field({ name: "sample-name", label: "Your name", autocomplete: "name" })}
${field({ name: "sample-email", label: "Your email", type: "email", hint: "Used only for our answer.", autocomplete: "email" })}
${field({ name: "sample-message", label: "Your message", type: "textarea", fault: "Write a message.", autocomplete: "off" })}
<p><button>Send</button></p></form>`;

/** What makers see before a launch: the editor, the room, and the forms of an account. */
export const makerSections = ({
  settings,
  now,
}: Pick<Site["deps"], "settings" | "now">): [title: Text, body: (res: Response) => Html][] => {
  const { SITE_TIMEZONE: zone, SITE_NAME: siteName, BASE_URL: baseUrl } = settings;
  const week = weekOf(now(), zone, 1);
  const plan: LaunchPlan = { at: week.startsAt, week, day: week.monday, endsAt: week.endsAt, isSure: false };
  const visitor = { waiting: 38, wait: undefined, isSignedIn: false, isOfTeam: false };
  return [
    ["Editor: saved, quotes, empty, undo, kept, wrong", (res) => editor(res, now())],
    [
      "Editor: not saved, changed elsewhere, locked, next step",
      (res) => html`<p><b>${LISTING.name}</b> <span class="small muted">Not saved yet</span></p>
<form method="get" action="/styleguide">${field({
        name: "sample-tagline",
        label: "Tagline",
        value: TAGLINE,
        fault: "This changed in another tab.",
        autocomplete: "off",
      })}${conflictButtons("fields.tagline")}</form>
${lockedNote({ listing_id: LISTING.id, unlocked_sections: [] }, "story")}
${nextStepLine({ words: "Choose your launch week.", label: "Choose a week", path: "/" }, res)}`,
    ],
    ["While we read", () => draftProgress(DRAFT)],
    [
      "Launch room",
      (res) => html`<div class="stack">${roomSky(LISTING, plan, visitor, { res, deps: { settings, now } })}
${getReady(LISTING, plan, undefined, { siteName, baseUrl, badge: undefined })}
${roomRest(plan, "hue-indigo", zone)}</div>`,
    ],
    [
      "Passkeys and other things of an account",
      () => html`<ul class="plain-list"><li class="card row between"><div class="grow"><strong>Chrome on macOS</strong>
<p class="small muted">Added 14 November 2026, not used yet</p></div>
<button type="button" class="danger slim" aria-label="Remove Chrome on macOS">Remove</button></li></ul>
<p class="empty">Nothing is connected yet.</p>`,
    ],
    ["A form of three fields", contact],
  ];
};
