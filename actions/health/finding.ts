import type { Settings } from "#core/settings/config.ts";
import { maskOf } from "#core/settings/shown-settings.ts";
import { messageOf } from "#domain/text/failure.ts";
import { keysOf } from "#domain/text/keys.ts";
import { formatted, inEnglish, isOurs, say, type Text, t, type Words } from "#languages/words.ts";
import { DatabaseFault } from "#store/database-fault.ts";

/**
 * The result of a check. If not `ok`, `cure` says what to do. `isChecked` is false if the check
 * could not run. The site shows texts in the reader's language; for programs they are English.
 */
export type Finding = { check: string; ok: boolean; isChecked: boolean; detail: Text; cure: Text | null };

/** For programs. */
export const findingInEnglish = <F extends Finding>(finding: F) => ({
  ...finding,
  detail: inEnglish(finding.detail),
  cure: finding.cure && inEnglish(finding.cure),
});

/** Thrown by a check that failed, with the cure. */
export class Ill extends Error {
  readonly detail: Text;
  readonly cure: Text;
  constructor(detail: Text, cure: Text) {
    super(inEnglish(detail));
    this.detail = detail;
    this.cure = cure;
  }
}

/** Removes secrets from the settings that a library may have put into its message. */
export function masked<F extends Finding>(findings: readonly F[], settings: Settings): F[] {
  const hide = maskOf(settings);
  const mask = (text: Text): Text => (isOurs(text) ? formatted((language) => hide(say(text, language))) : hide(text));
  return findings.map((finding) => ({
    ...finding,
    detail: mask(finding.detail),
    cure: finding.cure && mask(finding.cure),
  }));
}

/** Thrown by a check that cannot run. */
export class Unchecked extends Error {}

export async function look(check: string, work: () => Text | Promise<Text>): Promise<Finding> {
  try {
    return { check, ok: true, isChecked: true, detail: await work(), cure: null };
  } catch (error) {
    const detail = error instanceof Ill ? error.detail : messageOf(error);
    if (error instanceof DatabaseFault)
      return { check, ok: false, isChecked: true, detail: error.detail, cure: error.cure };
    if (error instanceof Unchecked) return { check, ok: true, isChecked: false, detail, cure: null };
    const cure = error instanceof Ill ? error.cure : t`This is unexpected. See the log, and report it as a bug.`;
    return { check, ok: false, isChecked: true, detail, cure };
  }
}

/** All checks and how a failure affects users. docs/operating.md has a section for each. */
export const CHECKS = {
  address: t`Assistants, links in emails and sign-in use BASE_URL. If it is wrong, none of them work.`,
  settings: t`Settings of admins that do not fit are ignored, so the site may lack what they turn on.`,
  proxy: t`Rate limits count by visitor address. If it is unknown, all visitors share one limit.`,
  site: t`BASE_URL does not lead to this program, or it cannot serve requests.`,
  disk: t`Without free space nothing can be saved: no sign-ups, votes, orders or backups.`,
  storage: t`Uploaded pictures cannot be shown, and nobody can upload one.`,
  backups: t`If the disk fails, everything since the newest backup is lost.`,
  mail: t`Nobody receives sign-in links, receipts or news.`,
  dns: t`No website can be read, so drafts stay empty and badges and claims are not checked.`,
  "https out": t`Websites cannot be read, and payment providers cannot be reached.`,
  model: t`Drafts are written by rules: they hold fewer facts, and texts are taken word for word.`,
  "sign-in": t`People cannot sign in with the providers that are set up.`,
  database: t`Data is damaged or of another version. Pages may be wrong or incomplete.`,
  secrets: t`Without the key that sealed them, webhooks, apps, two-factor codes and order links are lost.`,
  clock: t`Launches, sign-ins, backups and payment signatures depend on the clock.`,
  search: t`People and assistants cannot find some listings.`,
  admin: t`Nobody can decide claims, orders and reviews.`,
  pages: t`Visitors, app stores for assistants and the law require the operator's name.`,
  jobs: t`Background work is not done: crawls, emails, launches, invoices.`,
  mails: t`Some people have not received emails that they expect.`,
  webhooks: t`Some members' programs do not receive events about their listings and orders.`,
  orders: t`Somebody paid but did not get what they bought.`,
  invoices: t`Buyers do not get legally required invoices, or nothing can be sold.`,
  payments: t`Nobody can pay, or orders are fulfilled late because webhooks do not arrive.`,
  threshold: t`Above EUR 10,000 a year, consumers in other EU countries owe the VAT of their own country.`,
} as const satisfies Record<string, Words>;

export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = keysOf(CHECKS);
export const isCheck = (name: string): name is CheckName => Object.hasOwn(CHECKS, name);

/** Anchor in docs/operating.md. */
export const sectionOf = (name: string): string => `check-${name.replaceAll(" ", "-")}`;
