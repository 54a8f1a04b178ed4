import { quantile } from "../quantile.ts";
import type { Entry } from "./honest/ledger.ts";
import type { Result } from "./run.ts";
import { CLASSES } from "./stranger.ts";

const MB = 1e6;
/** What people wait for anyway; everything else should come at once. */
const SLOW = ["sign-in", "checkout", "draft"];
/** What 99 of 100 requests of every group take at most. */
const LONGEST_MS = 3000;

const times = (entries: Entry[], isSlow: boolean): number[] =>
  entries.filter(({ who }) => SLOW.includes(who) === isSlow).map(({ ms }) => ms);

/** Whom the slowest of a hundred are of, with the milliseconds of each. */
function slowestOf(entries: Entry[]): string {
  const quick = entries.filter(({ who }) => !SLOW.includes(who)).toSorted((a, b) => b.ms - a.ms);
  return quick
    .slice(0, Math.ceil(quick.length / 100))
    .map(({ who, ms }) => `${who} ${ms.toFixed(0)}`)
    .join(", ");
}

/** How many requests of each group were served, and how long the slowest of a hundred took. */
const groupsOf = (entries: Entry[]) =>
  [...Map.groupBy(entries, ({ who }) => who)].map(([who, theirs]) => ({
    who,
    asked: theirs.length,
    served: theirs.filter(({ fault }) => fault === undefined).length,
    p99Ms: quantile(
      theirs.map(({ ms }) => ms),
      0.99,
    ),
  }));

/** Whether no group waited too long for what should come at once. */
export const isQuick = ({ honest: { entries } }: Result, patience: number): boolean =>
  groupsOf(entries).every(({ who, p99Ms }) => SLOW.includes(who) || p99Ms <= LONGEST_MS * patience);

/** What came of one attack, as text. `idle` is the run in which nobody attacked. */
export function cellsOf(
  title: string,
  { sent: [sent], seconds, honest, pulse, memory }: Result,
  idle: Result | undefined,
): Record<string, string> {
  const { entries, draftSeconds, connected, assistants } = honest;
  const good = entries.filter(({ fault }) => fault === undefined).length;
  const { counts } = sent!;
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times(entries, false), share)) as [number, number];
  const idle99 = idle && quantile(times(idle.honest.entries, false), 0.99);
  const mb = (bytes: number) => (bytes / MB).toFixed(0);
  return {
    Attack: title,
    Sent: String(sent!.sent),
    [`Answered ${CLASSES.join(" / ")}`]: CLASSES.map((name) => counts[name]).join(" / "),
    "Received MB": mb(sent!.bytes),
    "Honest requests": String(entries.length),
    "Served %": ((100 * good) / Math.max(1, entries.length)).toFixed(good === entries.length ? 0 : 1),
    "p50 ms": p50.toFixed(0),
    "p99 ms": p99.toFixed(0),
    Slowest: slowestOf(entries),
    "By group: requests, p99 ms": groupsOf(entries)
      .map(({ who, asked, served, p99Ms }) => `${who} ${served} of ${asked}, ${p99Ms.toFixed(0)}`)
      .join("; "),
    "p99 / idle": idle99 ? (p99 / idle99).toFixed(1) : "",
    "of it clients late": quantile(
      entries.map(({ lateMs }) => lateMs),
      0.99,
    ).toFixed(0),
    "In the server p99 ms": pulse ? pulse.within99Ms.toFixed(0) : "",
    "main thread p99 ms": pulse ? pulse.computed99Ms.toFixed(0) : "",
    "Loop delay p99 ms": pulse ? pulse.delay99Ms.toFixed(0) : "",
    "Sign-in p50 ms": quantile(
      times(
        entries.filter(({ who }) => who === "sign-in"),
        true,
      ),
      0.5,
    ).toFixed(0),
    "Longest block ms": pulse ? pulse.longestBlockMs.toFixed(0) : "the server ended",
    "computing ms": pulse ? pulse.longestBusyMs.toFixed(0) : "",
    "Server CPU %": pulse ? ((100 * pulse.processorMs) / pulse.wallMs).toFixed(0) : "",
    "Main thread %": pulse ? ((100 * pulse.mainThreadMs) / pulse.wallMs).toFixed(0) : "",
    "Honest clients' CPU %": (honest.processorMs / seconds / 10).toFixed(0),
    "Attackers' CPU %": (sent!.processorMs / seconds / 10).toFixed(0),
    "Memory MB": `${mb(memory.before)} → ${mb(memory.after)}, at most ${mb(memory.most)}`,
    Afterwards: [
      `assistants ${connected} of ${assistants}`,
      `draft ${draftSeconds === undefined ? "never" : `in ${draftSeconds.toFixed(1)} s`}`,
      honest.canSignIn ? undefined : "nobody can sign in",
      honest.canConnect ? undefined : "nobody can connect",
      honest.canRegister ? undefined : "no program can register",
      honest.paypalAsked > 1 ? `PayPal asked ${honest.paypalAsked} times` : undefined,
    ]
      .filter(Boolean)
      .join(", "),
  };
}

/** The faults that honest clients met, most frequent first. */
export function faultsOf({ honest: { entries } }: Result): string[] {
  const counts = new Map<string, number>();
  for (const { who, fault } of entries)
    if (fault !== undefined) counts.set(`${who}: ${fault}`, (counts.get(`${who}: ${fault}`) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${count} × ${text}`);
}

export const markdownOf = (rows: Record<string, string>[]): string =>
  [
    `| ${Object.keys(rows[0]!).join(" | ")} |`,
    `|${Object.keys(rows[0]!)
      .map(() => "---|")
      .join("")}`,
    ...rows.map((row) => `| ${Object.values(row).join(" | ")} |`),
  ].join("\n");
