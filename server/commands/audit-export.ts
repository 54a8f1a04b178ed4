import { AUDIT_FORMATS, auditFile } from "#actions/site/export-audit.ts";
import { type Command, oneOf, withExistingStore } from "./command.ts";

export const auditExport: Command = {
  name: "audit export",
  usage: "audit export [--format csv|jsonl]",
  summary: "Writes the audit log to standard output, the oldest entry first.",
  about: "Entries are deleted after AUDIT_RETENTION_DAYS: run this from a timer to keep them longer elsewhere.",
  examples: ["audit export > audit.csv", "audit export --format jsonl | gzip > audit.jsonl.gz"],
  options: { format: `${AUDIT_FORMATS.join(" or ")}; default: csv` },
  async run({ flags }, io) {
    const format = oneOf(flags, "format", AUDIT_FORMATS) ?? "csv";
    await withExistingStore(io, async (store) => {
      for await (const chunk of auditFile(format, {}, { store })) await io.raw(chunk);
    });
  },
};
