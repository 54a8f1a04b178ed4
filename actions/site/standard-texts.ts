import {
  DECIDED_REPORTS_KEPT_DAYS,
  GUEST_DRAFT_DAYS,
  MAILS_KEPT_DAYS,
  NOTIFICATIONS_KEPT_DAYS,
  PAYERS_KEPT_DAYS,
  SESSION_IDLE_DAYS,
  SESSION_MAX_DAYS,
  UNCONFIRMED_KEPT_HOURS,
  UNUSED_UPLOADS_KEPT_DAYS,
  VISIT_SOURCES_KEPT_DAYS,
  WAITS_KEPT_DAYS,
  WEEK_WAITS_KEPT_DAYS,
  WRITTEN_TEXTS_KEPT_DAYS,
} from "../../domain/accounts/retention.ts";
import type { SitePageSlug } from "../../domain/site/site-pages.ts";
import type { SiteFacts } from "./site-facts.ts";

/** Standard texts of the legal pages: what the program does, and who operates it. */
export const STANDARD_TEXTS: Record<SitePageSlug, (facts: SiteFacts) => string> = {
  about: ({ site, pages }) => `
${site} is a directory of products. Makers list what they made and launch it on a Monday. People, and their assistants, look for what they need, compare, vote and follow.

## What we promise

- **Votes come from people, one each.** Nobody can buy a vote, a rank or an award. [How ranking works](/how-ranking-works) has all the rules.
- **Paid places say so.** Money buys a date and a place that is marked. It buys nothing else.
- **Facts have proof.** A profile is drafted from the product's own website, and a fact that was found there shows the words it comes from.
- **Your data is yours.** You can download everything we have about you, and delete your account yourself.

## With an assistant

ChatGPT, Claude and other assistants can search here, and can list a product for its maker. [Connect an assistant](/connect) says how.

## Who runs it

See the [imprint](${pages.imprint}), or [write to us](${pages.contact}).
`,

  terms: ({ site, operator, pages, sells }) => `
These terms apply between you and ${operator ?? `the people who run ${site}`} ([imprint](${pages.imprint})) when you use ${site}.

## Your account

Give an email address that is yours, and keep your password, keys and connected apps to yourself. What is done with them counts as done by you. Use one account. You can delete it at any time, on your account page.

## What you list

List a product only if it is yours, or if its makers would be glad about it. Its profile must be true. By listing it you let us show its name, texts, logo and pictures here, in feeds, in the API and in previews on other websites. What is yours stays yours. The makers of a product can claim its listing.

## What you write

Reviews and updates must be honest and your own. Say so if you have an interest in a product. Do not insult people, publish their private data, advertise, or break the law.

## If something is wrong

Everything that people publish here has a link to report it, with and without an account. A person of the site team reads each report and decides; no program and no number of reports hides anything. Programs only hold a text back for a person to read: a link from a new account, the same text twice, or a word that the team lists. Who wrote or reported something learns the decision and its reason, and can appeal once within six months. Somebody else of the team decides the appeal, if there is somebody else. Who mostly reports what is in order is read later, and may report less.

## Votes

One vote a person. Votes that are bought, traded or made by programs do not count. [How ranking works](/how-ranking-works) has the rules, and they are the same for everyone.

## Programs and assistants

You may use the API and the MCP server within their limits. Data that you take from them may be shown elsewhere with a link to the listing.

${
  sells
    ? `## Paid launches

Prices are on the [pricing page](/pricing) and are confirmed at the checkout. What you buy is a launch in a week, or a place that is marked as paid. It buys no votes, no rank and no award. If we cannot give you what you paid for, you get your money back.

`
    : ""
}## What we may do

We may hide or remove what breaks these terms, and close accounts that do so again. We tell you the reason, and you can answer. For legal reasons we may have to act without asking first.

## What we cannot promise

We do our best to keep ${site} running and its facts right. We cannot promise that it is always available, or that what others write is true. Nothing here takes away rights that the law gives you.

## Changes

If these terms change in a way that matters to you, we tell you by email before.
`,

  privacy: (facts) => privacyText(facts),

  imprint: ({ site, imprint, pages }) =>
    imprint.length > 0
      ? `
${site} is run by:

${imprint.map((line) => `${line.trim()}  `).join("\n")}

[Write to us](${pages.contact})
`
      : `
The people who run ${site} have not said yet who they are. You can [write to them](${pages.contact}).
`,

  contact: ({ site }) => `
Questions, something that is wrong, something that is missing: write to the people who run ${site}. They answer by email.
`,

  pricing: ({ sells }) =>
    sells
      ? `
Launching is free for those who show our badge on their website. Those who want a date of their own, or a marked place, pay once. There is no subscription.
`
      : `
Listing and launching cost nothing here.
`,
};

const privacyText = ({ site, operator, pages, recipients, sells, keepsBackups }: SiteFacts): string => `
This page says what ${site} stores about you, why, and for how long. Responsible for it: ${operator ?? `the people who run ${site}`} ([imprint](${pages.imprint})).

## If you only look around

- **No tracking.** There are no advertisements, no statistics by others, and no pictures or scripts from elsewhere.
- **Visits are counted without knowing you.** To count a visitor of a listing, or somebody who sees its badge on its website, once a day, we make a fingerprint of your address and browser with a key that is thrown away after the day. Of the page that led here we keep the name of its website alone, as a count for the team of the listing, for ${VISIT_SOURCES_KEPT_DAYS} days.
- **Your address is held in memory** for limits against floods, and is gone when the program restarts.
- **Cookies only where something needs them.** One keeps forms safe and you signed in. One tells your own browser from a stranger’s when somebody signs in. Connecting an app needs more for some minutes. None is there to watch you.
- **A website that you have drafted without an account** is kept with its draft for ${GUEST_DRAFT_DAYS} days. A cookie lets only your browser open it. Who you are is not stored; if you ask for a link by email in order to save it, a hash of the address is.
- **An address that asks to be told of a launch** is kept until then, for ${WAITS_KEPT_DAYS} days at most, and for ${UNCONFIRMED_KEPT_HOURS} hours if nobody confirms it. We send it one email, and one more each time the team moves the day. Nobody else learns who waits.
- **The weekly digest**, if you ask for it: your address, when you asked and confirmed, your time zone and the categories that you chose, until you end it with the link in every email. An address that nobody confirms is deleted after ${UNCONFIRMED_KEPT_HOURS} hours.

## If you have an account

- **Your email address, name, password and passkeys.** The password is stored as a hash that nobody can read, of a passkey we have only the public half, and of recovery codes only hashes. We use the address to send you what you asked for and what concerns your account.
- **Where you are signed in:** the kind of browser and the time. A sign-in ends after ${SESSION_IDLE_DAYS} days without a visit, and after ${SESSION_MAX_DAYS} days in any case.
- **What you do here:** listings, drafts, votes, follows, saved searches, reviews, updates, claims, connected apps and keys. Listings, reviews and updates are public, with the name that you gave. Who follows is not, and who voted only if they show it on their profile.
- **Your profile, if you make one:** the name in its address, face, text, links, and what you choose to show. It is public once you say so. Your former names lead to it. After your account is deleted, we keep only digests of its names, so that nobody can pass as you.
- **Votes have two fingerprints**, of the browser and of the network, so that one person cannot vote many times. They are deleted with your account.
- **Pictures that you upload:** copies in the sizes that pages use, without metadata such as the place of a photo. The names of your files are shown to you and to the site team. Those that no draft and no listing uses are deleted after ${UNUSED_UPLOADS_KEPT_DAYS} days.
- **Reports:** what you report, with your name and address if you gave them. Only the site team reads them, and whoever wrote what you reported does not learn who you are. Names, addresses and words are deleted ${DECIDED_REPORTS_KEPT_DAYS} days after the decision. Of what you write here, digests that recognise the same text are kept for ${WRITTEN_TEXTS_KEPT_DAYS} days.
- **What you were notified of**, for ${NOTIFICATIONS_KEPT_DAYS} days, and what you chose about it. If you turn on push messages in a browser, we keep its address at the push service of its maker, which learns when we send something, and cannot read what. It is deleted when you turn them off or sign out there.
- **Launches that you move**, with your name for your team, and **full weeks that you wait for**, until ${WEEK_WAITS_KEPT_DAYS} days after the wait is over.
- **What the site team does**, such as a decision about your listing, in a log that names you, until you delete your account.
- **Emails that we sent you**, for ${MAILS_KEPT_DAYS} days.
${sells ? `- **Orders and invoices:** what the law asks us to keep, for as long as it asks. Card numbers never reach us. With an order we keep where its buyer is: the countries of the billing address, of the card or bank, and of the network if we know it. Of a bank transfer we keep who paid and what for with its order; of payments that belong to no order, for ${PAYERS_KEPT_DAYS} days.\n` : ""}
## Websites that are submitted

We read a handful of public pages of a website that somebody submits, and keep short quotes as proof of facts. [Our crawler](/bot) says how to keep it out. Names of founders come from the website or from the listing's owner. If you are named and do not want that, write to us.

## Who else gets data

${recipients.map((line) => `- ${line}`).join("\n")}

We sell no data, and give it to nobody else, unless the law makes us.

## Your rights

You can download everything about you and delete your account on your account page, at once and without asking. You can also ask us what we store, have it corrected, object, or complain to your data protection authority. [Write to us](${pages.contact}).
${keepsBackups ? "\nBackups of the database are kept for a while. What you delete is gone from them when the last backup with it is deleted.\n" : ""}`;
