import type { DraftEdit } from "../domain/drafts/draft.ts";
import type { PageKind } from "../domain/drafts/site.ts";

/**
 * Invented websites for the accounts of store reviewers. Hosts end in .example (RFC 2606), so that
 * nobody's website is meant and none can be read or prove a badge.
 */
export type ReviewerSite = {
  url: string;
  pages: { path: string; kind: PageKind; html: string }[];
  /** What a person added by hand. */
  edit: DraftEdit;
  /** Saved as a listing, which stays private; otherwise it stays a draft. */
  isListed: boolean;
};

const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main>${body}</main></body></html>`;

const TIDEWATER: ReviewerSite = {
  url: "https://tidewater-notes.example/",
  pages: [
    {
      path: "",
      kind: "home",
      html: page(
        "Tidewater Notes: meeting notes that write the follow-up",
        `<meta name="description" content="Tidewater Notes is a note-taking app that turns meetings into tasks and a follow-up email.">
         <meta property="og:site_name" content="Tidewater Notes">`,
        `<h1>Meeting notes that write the follow-up</h1>
         <p>Tidewater Notes is a note-taking app for small teams: meeting notes become tasks and a follow-up email.</p>
         <h2>Features</h2>
         <ul><li>Tasks with owners and dates from plain notes</li><li>Follow-up emails in your own words</li>
         <li>Search across every meeting of the team</li></ul>`,
      ),
    },
    {
      path: "pricing",
      kind: "pricing",
      html: page(
        "Pricing",
        "",
        `<h1>Pricing</h1><p>Free for one person. Teams pay $6 per person per month.</p><p>Subscription, cancel at any time.</p>`,
      ),
    },
    {
      path: "about",
      kind: "about",
      html: page(
        "About",
        "",
        `<h1>About us</h1><p>Tidewater Notes was founded in 2024 in Lisbon, Portugal.</p>
         <p>Write to hello@tidewater-notes.example.</p>`,
      ),
    },
  ],
  edit: {},
  isListed: false,
};

const HARBOR: ReviewerSite = {
  url: "https://harbor-ledger.example/",
  pages: [
    {
      path: "",
      kind: "home",
      html: page(
        "Harbor Ledger: bookkeeping for makers",
        `<meta name="description" content="Harbor Ledger is bookkeeping software for people who sell what they make.">
         <meta property="og:site_name" content="Harbor Ledger">`,
        `<h1>Bookkeeping for makers</h1>
         <p>Harbor Ledger is bookkeeping software for people who sell what they make.</p>
         <h2>Features</h2><ul><li>Receipts from a photo</li><li>Sales tax by country</li><li>Year-end export for accountants</li></ul>
         <p>Free for up to 50 receipts a month, then a subscription of $9 per month.</p>`,
      ),
    },
  ],
  edit: {
    fields: {
      name: "Harbor Ledger",
      tagline: "Bookkeeping for makers",
      short_description: "Bookkeeping software for people who sell what they make.",
      description: "Harbor Ledger is bookkeeping software for people who sell what they make.",
      pricing_model: "freemium",
      country: "PT",
    },
    story: {
      title: "A shoebox of receipts",
      why_started: "We sold pottery at markets and spent every January sorting receipts.",
    },
    timeline: {
      milestones: [
        { id: 1, date: "2025-03-03", title: "First paying maker", description: "A bookbinder in Porto.", url: null },
      ],
    },
  },
  isListed: true,
};

export const REVIEWER_SITES: readonly ReviewerSite[] = [TIDEWATER, HARBOR];
