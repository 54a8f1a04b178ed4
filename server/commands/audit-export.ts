import { AUDIT_FILES, auditFile, isAuditFormat } from "../../actions/site/export-audit.ts";
import { type Command, CommandError, text, withExistingStore } from "./command.ts";

export const auditExport: Command = {
  name: "audit export",
  usage: "audit export [--format csv|jsonl]",
  summary: "Writes the audit log to standard output, the oldest entry first.",
  about: "Entries are deleted after AUDIT_RETENTION_DAYS: run this from a timer to keep them longer elsewhere.",
  examples: ["audit export > audit.csv", "audit export --format jsonl | gzip > audit.jsonl.gz"],
  options: { format: { type: "string", summary: `${Object.keys(AUDIT_FILES).join(" or ")}; default: csv` } },
  async run({ flags }, io) {
    const format = text(flags, "format") ?? "csv";
    if (!isAuditFormat(format)) throw new CommandError(`--format is one of ${Object.keys(AUDIT_FILES).join(", ")}.`, 2);
    await withExistingStore(io, async (store) => {
      for await (const chunk of auditFile(format, {}, { store })) await io.raw(chunk);
    });
    return 0;
  },
};
