import { setTimeout as delay } from "node:timers/promises";
import { type Followed, follow, lastWords, newlyBad, stillBad } from "./cure.ts";
import { missingFrom } from "./facts.ts";
import { createStage, hasEnded, type Look, type Site, type Stage, type Template } from "./stage.ts";

export type Need = "mount" | "user" | "prlimit" | "pgbouncer";

/** Differences at the next start. */
type Restart = { program?: string; env?: Record<string, string> };
/** One fault: how to cause it, and what a person does if the cure is not a command. */
export type Row = {
  name: string;
  /** Its section in docs/operating.md. */
  anchor: string;
  needs?: Need[];
  /** Part of the short run: no mounts, few starts. */
  quick?: boolean;
  /** Size of a separate disk, in megabytes. */
  mountMb?: number;
  /** Whether the site is running, stopped or killed when the fault happens. */
  at: "running" | "stopped" | "killed";
  hooks?: boolean;
  env?: Record<string, string>;
  /** What the installation has before it is backed up and breaks. */
  prepare?: (stage: Stage) => void;
  /** Causes the fault; returns other start options if they are part of it. */
  break: (stage: Stage, site: Site) => Promise<Restart> | Promise<void>;
  /** What else happens before the site is checked. */
  meanwhile?: (stage: Stage, site: Site) => Promise<void>;
  /** What a person does if the cure says so. */
  byHand?: [says: RegExp, act: (stage: Stage, site: Site) => Promise<void> | void][];
  /** Whether data written after the last backup is lost. */
  losesSinceBackup?: boolean;
  /** The command in the guide, if the program cannot detect the fault. */
  guide?: (stage: Stage) => string[];
  /** Further checks at the end; returns faults. */
  check?: (stage: Stage, site: Site) => Promise<string[]>;
};

export type Told = {
  row: Row;
  site: string;
  process: string;
  doctor: string;
  cure: string;
  result: string;
  faults: string[];
};

const showLook = (look: Look): string =>
  new Set(Object.values(look)).size === 1 && look.read === "refused"
    ? "does not run"
    : Object.entries(look)
        .map(([what, said]) => `${what} ${said}`)
        .join(", ");
const isWell = (look: Look): boolean => Object.values(look).every((said) => said.startsWith("200"));

/** Breaks one installation and follows its messages exactly. */
export async function drill(row: Row, template: Template): Promise<Told> {
  const { mountMb, hooks: hooked = false, env = {} } = row;
  const stage = await createStage(template, { mountMb, hooked, env });
  try {
    return await act(row, stage);
  } finally {
    await stage.close();
  }
}

async function act(row: Row, stage: Stage): Promise<Told> {
  const first = await stage.start();
  if (!first.url) throw new Error(`The site did not start before it was broken: ${lastWords(first.log)}`);
  for (let nth = 0; nth < 3; nth++) await stage.write(first.url);
  row.prepare?.(stage);
  const saved = await stage.debut(["backup"]);
  if (saved.code !== 0) throw new Error(`There is no backup to fall back on: ${saved.stderr}`);
  const inBackup = stage.facts();
  for (let nth = 0; nth < 2; nth++) await stage.write(first.url);
  const before = stage.facts();
  const illBefore = (await stage.doctor()).filter(({ ok }) => !ok);

  if (row.at !== "running") await stage.stop(first, row.at === "killed" ? "SIGKILL" : "SIGTERM");
  const other = (await row.break(stage, first)) ?? {};
  let site = row.at === "running" ? first : await stage.start(other);
  await row.meanwhile?.(stage, site);
  const look = await stage.look(site);
  const bad = newlyBad(await stage.doctor(), illBefore);
  const said = lastWords(site.log);
  const died = row.at === "running" && hasEnded(site) ? ["the process ended"] : [];
  const exit = hasEnded(site) ? ` (${site.child.signalCode ?? `exit ${site.child.exitCode}`})` : "";

  const told = [...bad.map((finding) => finding.cure ?? ""), site.url ? await stage.advice(site) : said];
  const cure = [...new Set(told)].filter(Boolean).join("\n");
  if (/stop the site/i.test(cure) || row.guide) await stage.stop(site);
  const did = new Set<RegExp>();
  const doByHand = async (text: string): Promise<boolean> => {
    const due = (row.byHand ?? []).filter(([says]) => says.test(text) && !did.has(says));
    for (const [says, byHand] of due) {
      did.add(says);
      await byHand(stage, site);
    }
    return due.length > 0;
  };
  await doByHand(cure);
  let followed = await follow(cure, stage, row.guide?.(stage));
  // A command that fails says what to do as well.
  if (await doByHand(followed.said)) followed = await follow(cure, stage, row.guide?.(stage));

  Object.assign(stage.env, followed.settings);
  if (hasEnded(site)) site = await stage.start();
  const after = await lookUntilWell(stage, site);
  const faults = [
    ...died,
    ...followed.faults,
    ...(row.byHand?.length && did.size === 0 && !isWell(look) ? ["nothing said what to do"] : []),
    ...(site.url ? [] : [`does not start: ${lastWords(site.log)}`]),
    ...(site.url && !isWell(after) ? [`afterwards ${showLook(after)}`] : []),
    ...stillBad(await stage.doctor(), illBefore),
    ...((await row.check?.(stage, site)) ?? []),
  ];
  const { lost, gone } = compare(stage, before, inBackup, row.losesSinceBackup);
  if (gone) faults.push(gone);
  return {
    row,
    site: showLook(look),
    process: `${said || "nothing"}${exit}`,
    doctor: bad.map(({ check, detail }) => `${check}: ${detail}`).join("; ") || "all is well",
    cure: cure.trim() || (row.guide ? "in the guide" : "none needed"),
    result: resultOf(followed, did.size, lost, faults),
    faults,
  };
}

/** A recovered site notices within seconds. */
async function lookUntilWell(stage: Stage, site: Site): Promise<Look> {
  for (let nth = 1; ; nth++) {
    const look = await stage.look(site);
    if (isWell(look) || !site.url || nth === 10) return look;
    await delay(500);
  }
}

/** Acknowledged facts that are missing; those in the backup must never be. */
function compare(stage: Stage, before: Set<string>, inBackup: Set<string>, losesSinceBackup = false) {
  try {
    const there = stage.facts();
    // Words of a listing change with every write; its versions are never changed.
    const lost = missingFrom(there, before).length + stage.lostWrites().length;
    const fromBackup = missingFrom(there, inBackup);
    if (fromBackup.length) return { lost, gone: `${fromBackup.length} facts are gone that the backup has` };
    return { lost, gone: lost > 0 && !losesSinceBackup ? `${lost} acknowledged facts are gone` : undefined };
  } catch (error) {
    return { lost: 0, gone: `the data cannot be read: ${(error as Error).message}` };
  }
}

function resultOf({ commands }: Followed, byHand: number, lost: number, faults: string[]): string {
  const did = [...commands.map((words) => `ran debut ${words}`), ...(byHand ? ["did what it says"] : [])];
  const data = lost > 0 ? `the data of the backup, without ${lost} facts written since` : "same data";
  return [...did, faults.length ? `FAILED: ${faults.join("; ")}` : `${data}, running`].join("; ");
}
