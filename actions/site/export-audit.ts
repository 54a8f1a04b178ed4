import { AUDIT_ACTIONS, actorOf } from "#domain/site/audit.ts";
import { CSV_START, csvLine } from "#domain/text/csv.ts";
import { keysOf } from "#domain/text/keys.ts";
import { inEnglish } from "#languages/words.ts";
import type { AuditEntry, AuditFilter } from "#store/repos/site/audit.ts";
import type { Deps } from "../context.ts";

const AT_ONCE = 500;
const HEAD = ["id", "at", "account_id", "who", "action", "what", "kind", "object", "name", "before", "after"] as const;

const jsonOf = (entry: AuditEntry) => {
  const { id, at, accountId, action, kind, objectId, name, before, after } = entry;
  const what = inEnglish(AUDIT_ACTIONS[action] ?? action);
  return {
    id,
    at,
    account_id: accountId,
    who: inEnglish(actorOf(entry)),
    action,
    what,
    kind,
    object: objectId,
    name,
    before,
    after,
  };
};

export const AUDIT_FILES = {
  csv: {
    label: "CSV",
    type: "text/csv; charset=utf-8",
    head: CSV_START + csvLine(HEAD),
    line(entry: AuditEntry): string {
      const { id, at, before, after, ...texts } = jsonOf(entry);
      const cells = {
        ...texts,
        id,
        at: at.toISOString(),
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      };
      return csvLine(HEAD.map((name) => cells[name]));
    },
  },
  jsonl: {
    label: "JSON lines",
    type: "application/jsonl; charset=utf-8",
    head: "",
    line: (entry: AuditEntry): string => `${JSON.stringify(jsonOf(entry))}\n`,
  },
};
type AuditFormat = keyof typeof AUDIT_FILES;
export const AUDIT_FORMATS = keysOf(AUDIT_FILES);
export const isAuditFormat = (name: string): name is AuditFormat => Object.hasOwn(AUDIT_FILES, name);

export async function* auditFile(
  format: AuditFormat,
  filter: AuditFilter,
  { store }: Pick<Deps, "store">,
): AsyncGenerator<string> {
  const { head, line } = AUDIT_FILES[format];
  yield head;
  for (let last = 0; ; ) {
    const entries = await store.audit.after(last, filter, AT_ONCE);
    if (entries.length === 0) return;
    yield entries.map(line).join("");
    last = entries.at(-1)?.id ?? last;
  }
}
