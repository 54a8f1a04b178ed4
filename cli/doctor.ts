import type { Command } from "./command.ts";
import { examineDatabase } from "./examine/database.ts";
import type { Finding } from "./examine/finding.ts";
import { examineSurroundings } from "./examine/surroundings.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "doctor",
  summary:
    "Looks at address, clock, disk, mail, DNS, the way out, database, search and jobs, and says how to cure what is wrong.",
  about: "It changes nothing and may run beside the site, from a timer for example.",
  examples: ["doctor", "doctor --json"],
  exits: { 0: "all is well", 1: "something is wrong; each line says how to cure it" },
  options: {},
  async run(_input, io) {
    const settings = io.settings();
    const now = new Date();
    const findings = [...(await examineSurroundings(settings, now)), ...(await examineDatabase(settings, now))];
    const ok = findings.every((finding) => finding.ok);
    io.answer(findings.map(lineOf).join("\n"), { ok, findings });
    return ok ? 0 : 1;
  },
};

const lineOf = ({ check, ok, detail, cure }: Finding): string =>
  [`${ok ? "ok  " : "BAD "} ${check.padEnd(12)} ${detail}`, ...(cure ? [`${" ".repeat(18)}-> ${cure}`] : [])].join(
    "\n",
  );
