import { moderationMessage } from "../../mail/moderation-messages.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { tellAccounts } from "../notifications/tell-accounts.ts";
import { applyStep, type Step } from "./apply-step.ts";
import { isOwnCase } from "./decide-case.ts";
import { recordRefusal } from "./record-refusal.ts";
import { readSubject } from "./report-subjects.ts";
import { standingRefusal, withdrawDecision } from "./withdraw-decision.ts";

/**
 * Applies a decision and emails the team, which can appeal a suspension. False if the status
 * forbids it; "own" if only another admin may reverse it. Call `wakeJobs` afterwards.
 */
export async function moderateListing(
  tx: Tx,
  id: number,
  { step, reason, by }: Step & { by: string },
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<boolean | "own"> {
  const subject = { type: "listing", id: String(id) } as const;
  const before = await readSubject(tx, subject);
  const refusal = before && step === "restore" ? await standingRefusal(tx, before) : undefined;
  if (refusal && (await isOwnCase(tx, refusal, by))) return "own";
  if (!before || !(await applyStep(tx, id, { step, reason }, parts))) return false;
  if (refusal) await withdrawDecision(tx, refusal, { by, path: before.path }, parts);
  const words = { ground: "terms", rule: null, statement: reason ?? "", by, isTold: true } as const;
  const decisionUrl = step === "suspend" ? await recordRefusal(tx, before, words, parts) : undefined;
  await tellAccounts(
    tx,
    await tx.listings.team(id),
    (site, news) => moderationMessage(site, step, { ...news, reason, decisionUrl }),
    (await tx.listings.find(id))?.name ?? "",
    parts,
  );
  return true;
}
