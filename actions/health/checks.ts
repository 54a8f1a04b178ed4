import { keysOf } from "../../domain/text/keys.ts";

/** All checks and how a failure affects users. docs/operating.md has a section for each. */
export const CHECKS = {
  address: "Assistants, links in emails and sign-in use BASE_URL. If it is wrong, none of them work.",
  proxy: "Rate limits count by visitor address. If it is unknown, all visitors share one limit.",
  site: "BASE_URL does not lead to this program, or it cannot serve requests.",
  disk: "Without free space nothing can be saved: no sign-ups, votes, orders or backups.",
  storage: "Uploaded pictures cannot be shown, and nobody can upload one.",
  backups: "If the disk fails, everything since the newest backup is lost.",
  mail: "Nobody receives sign-in links, receipts or news.",
  dns: "No website can be read, so drafts stay empty and badges and claims are not checked.",
  "https out": "Websites cannot be read, and payment providers cannot be reached.",
  model: "Drafts are written by rules: they hold fewer facts, and texts are taken word for word.",
  "sign-in": "People cannot sign in with the providers that are set up.",
  database: "Data is damaged or of another version. Pages may be wrong or incomplete.",
  secrets: "Without the key that sealed them, webhooks, apps, two-factor codes and order links are lost.",
  clock: "Launches, sign-ins, backups and payment signatures depend on the clock.",
  search: "People and assistants cannot find some listings.",
  admin: "Nobody can decide claims, orders and reviews.",
  pages: "Visitors, app stores for assistants and the law require the operator's name.",
  jobs: "Background work is not done: crawls, emails, launches, invoices.",
  mails: "Some people have not received emails that they expect.",
  webhooks: "Some members' programs do not receive events about their listings and orders.",
  orders: "Somebody paid but did not get what they bought.",
  invoices: "Buyers do not get legally required invoices, or nothing can be sold.",
  payments: "Nobody can pay, or orders are fulfilled late because webhooks do not arrive.",
  threshold: "Above EUR 10,000 a year, consumers in other EU countries owe the VAT of their own country.",
} as const satisfies Record<string, string>;

export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = keysOf(CHECKS);
export const isCheck = (name: string): name is CheckName => Object.hasOwn(CHECKS, name);

/** Anchor in docs/operating.md. */
export const sectionOf = (name: string): string => `check-${name.replaceAll(" ", "-")}`;
