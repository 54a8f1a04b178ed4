import { CHECK_NAMES, type Finding, findingInEnglish, masked } from "#actions/health/finding.ts";

import { type Command, CommandError, text } from "./command.ts";
import { effectiveNow } from "./effective.ts";
import { examineDatabase } from "./examine/database.ts";
import { lookOutside } from "./examine/outside.ts";
import { examineStores, STORE_CHECK_NAMES } from "./examine/stores.ts";
import { examineSurroundings } from "./examine/surroundings.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [--stores] [--skip NAME,NAME]",
  summary: "Checks everything the site depends on, and says how to fix each problem.",
  about: `It changes nothing and may run beside the site, for example from a timer. Without internet, outside checks are skipped.
Checks: ${CHECK_NAMES.join(", ")}.
With --stores it checks what stores for assistants ask for instead: ${STORE_CHECK_NAMES.join(", ")}.`,
  examples: ["doctor", "doctor --json", 'doctor --skip "site,https out"', "doctor --stores"],
  exits: { 0: "everything is fine", 1: "something is wrong; each line says how to fix it" },
  options: {
    stores: { isOn: "what stores for assistants ask for, and what is missing" },
    skip: "checks to leave out, by name",
  },
  async run({ flags }, io) {
    const forStores = flags.stores === true;
    const skipped = readNames(text(flags, "skip") ?? "", forStores ? STORE_CHECK_NAMES : CHECK_NAMES);
    const settings = await effectiveNow(io.settings());
    const now = new Date();
    const outside = lookOutside(settings.DNS_SERVERS);
    const all: Row[] = forStores
      ? await examineStores(settings, outside)
      : [...(await examineSurroundings(settings, outside, now)), ...(await examineDatabase(settings, now))];
    const findings = masked(
      all.filter(({ check }) => !skipped.includes(check)),
      settings,
    ).map(findingInEnglish);
    const ok = findings.every((finding) => finding.ok);
    io.answer(findings.map(lineOf).join("\n"), { ok, findings });
    return ok ? 0 : 1;
  },
};

type Row = Finding & { stores?: readonly string[] };

function readNames(list: string, known: readonly string[]): string[] {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length)
    throw new CommandError(`There is no check "${unknown.join('", "')}". Checks: ${known.join(", ")}.`, 2);
  return names;
}

const lineOf = ({ check, ok, isChecked, detail, cure, stores }: ReturnType<typeof findingInEnglish<Row>>): string =>
  [
    `${!ok ? "BAD " : isChecked ? "ok  " : "note"} ${check.padEnd(12)} ${detail}${stores ? ` (${stores.join(", ")})` : ""}`,
    ...(cure ? [`${" ".repeat(18)}-> ${cure}`] : []),
  ].join("\n");
