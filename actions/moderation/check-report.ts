import { isReason, REPORT_REASONS, REPORT_TEXT } from "../../domain/moderation/report.ts";
import { lengthOf } from "../../domain/text/text.ts";
import { checkEmail, checkName } from "../accounts/new-account.ts";
import type { ReportForm } from "./send-report.ts";

type Typed = { reason: string; explanation: string; name: string; email: string; isHonest: boolean };
type Faults = Record<"reason" | "explanation" | "name" | "email" | "honest", string | undefined>;

const NEEDED = "The law requires this for such reports. Only the site team sees it.";

/** The parsed report, or faults by field. Members need not give a name. */
export function checkReport(typed: Typed, isMember: boolean): { form: ReportForm } | { faults: Faults } {
  const { reason, explanation, name, email } = typed;
  const known = isReason(reason) ? reason : undefined;
  const isNeeded = !isMember && known !== undefined && REPORT_REASONS[known].needsName;
  const { min, max } = REPORT_TEXT;
  const faults: Faults = {
    reason: known ? undefined : "Choose what is wrong.",
    explanation:
      lengthOf(explanation) >= min && lengthOf(explanation) <= max
        ? undefined
        : `Explain it in ${min} to ${max.toLocaleString("en")} characters.`,
    name: isMember ? undefined : isNeeded && name === "" ? NEEDED : checkName(name),
    email: isMember || (email === "" && !isNeeded) ? undefined : email === "" ? NEEDED : checkEmail(email),
    honest: typed.isHonest ? undefined : "Confirm this. We cannot accept a report without it.",
  };
  if (known === undefined || Object.values(faults).some(Boolean)) return { faults };
  return { form: { reason: known, explanation, name: isMember ? "" : name, email: isMember ? "" : email } };
}
