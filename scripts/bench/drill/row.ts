import { type Env, type Launched, until } from "../programs.ts";
import { type Followed, follow, lastWords, newlyBad, stillBad } from "./cure.ts";
import { createStage, type Look, type Stage, type Template } from "./stage.ts";

export type Need = "mount" | "user" | "prlimit" | "pgbouncer";

/** Differences at the next start. */
type Restart = { program?: string; env?: Env };
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
  env?: Env;
  /** What the installation has before it is backed up and breaks. */
  prepare?: (stage: Stage) => void;
  /** Causes the fault; returns other start options if they are part of it. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing.
  break: (stage: Stage, site: Launched) => Promise<Restart | void> | Restart | void;
  /** What else happens before the site is checked. */
  meanwhile?: (stage: Stage, site: Launched) => Promise<void>;
  /** What a person does if the cure says so. */
  byHand?: [says: RegExp, act: (stage: Stage, site: Launched) => unknown];
  /** Whether data written after the last backup is lost. */
  losesSinceBackup?: boolean;
  /** The command in the guide, if the program cannot detect the fault. */
  guide?: (stage: Stage) => string[];
  /** Further checks at the end; returns faults. */
  check?: (stage: Stage, site: Launched) => Promise<string[]>;
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

function showLook(look: Look): string {
  if (Object.values(look).every((said) => said === "refused")) return "does not run";
  const parts = Object.entries(look).map(([what, said]) => `${what} ${said}`);
  return parts.join(", ");
}
const isWell = (look: Look): boolean => Object.values(look).every((said) => said.startsWith("200"));

/** Breaks one installation and follows its messages exactly. */
export async function drill(row: Row, template: Template): Promise<Told> {
  const stage = await createStage(template, row);
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

  if (row.at !== "running") await first.stop(row.at === "killed" ? "SIGKILL" : "SIGTERM");
  const other = (await row.break(stage, first)) ?? {};
  let site = row.at === "running" ? first : await stage.start(other);
  await row.meanwhile?.(stage, site);
  const look = await stage.look(site);
  const bad = newlyBad(await stage.doctor(), illBefore);
  const said = lastWords(site.log);
  const died = row.at === "running" && site.hasEnded() ? ["the process ended"] : [];
  const exit = site.hasEnded() ? ` (${site.child.signalCode ?? `exit ${site.child.exitCode}`})` : "";

  const told = [...bad.map((finding) => finding.cure ?? ""), site.url ? await stage.advice(site.url) : said];
  const cure = [...new Set(told)].filter(Boolean).join("\n");
  if (/stop the site/i.test(cure) || row.guide) await site.stop();
  let didByHand = false;
  const doByHand = async (text: string): Promise<boolean> => {
    if (didByHand || !row.byHand?.[0].test(text)) return false;
    didByHand = true;
    await row.byHand[1](stage, site);
    return true;
  };
  await doByHand(cure);
  let followed = await follow(cure, stage, row.guide?.(stage));
  // A command that fails says what to do as well.
  if (await doByHand(followed.said)) followed = await follow(cure, stage, row.guide?.(stage));

  Object.assign(stage.env, followed.settings);
  if (site.hasEnded()) site = await stage.start();
  // A recovered site notices within seconds.
  let after = look;
  const isBack = async () => {
    after = await stage.look(site);
    return !site.url || isWell(after);
  };
  await until(isBack, { ms: 5000, everyMs: 500 });
  const faults = [
    ...died,
    ...followed.faults,
    ...(row.byHand && !didByHand && !isWell(look) ? ["nothing said what to do"] : []),
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
    result: resultOf(followed, didByHand, lost, faults),
    faults,
  };
}

/** Acknowledged facts that are missing; those in the backup must never be. */
function compare(stage: Stage, before: Set<string>, inBackup: Set<string>, losesSinceBackup = false) {
  try {
    const there = stage.facts();
    // Words of a listing change with every write; its versions are never changed.
    const lost = before.difference(there).size + stage.lostWrites().length;
    const fromBackup = inBackup.difference(there).size;
    if (fromBackup) return { lost, gone: `${fromBackup} facts are gone that the backup has` };
    return { lost, gone: lost > 0 && !losesSinceBackup ? `${lost} acknowledged facts are gone` : undefined };
  } catch (error) {
    return { lost: 0, gone: `the data cannot be read: ${(error as Error).message}` };
  }
}

function resultOf({ commands }: Followed, didByHand: boolean, lost: number, faults: string[]): string {
  const did = [...commands.map((words) => `ran debut ${words}`), ...(didByHand ? ["did what it says"] : [])];
  const data = lost > 0 ? `the data of the backup, without ${lost} facts written since` : "same data";
  return [...did, faults.length ? `FAILED: ${faults.join("; ")}` : `${data}, running`].join("; ");
}
