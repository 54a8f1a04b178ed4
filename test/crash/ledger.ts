import type { Person } from "./ground.ts";

/** A request that carries an Idempotency-Key: sent again until it is answered, and answered the same for ever after. */
export type Keyed = {
  kind: string;
  key: string;
  send: (base: string) => Promise<Answer>;
  /** Notes what the first answer promises. */
  onDone: (body: Body) => void;
  /** As text, once there was one. */
  answer?: string;
};
// biome-ignore lint/suspicious/noExplicitAny: JSON of many operations.
export type Body = any;
export type Answer = { status: number; body: Body; headers: Headers };

/** Something with one value at a time: what it must be, and what it may be because an answer got lost. */
export type Register = { known: string | null; maybe: Set<string>; isBusy: boolean };
export type Paid = { number: string; totalCents: number; netCents: number; isAcknowledged: boolean };

/** The tokens that an app was given for one person: the newest ones, and refresh tokens that newer ones took the place of. */
export type Family = {
  owner: Person;
  clientId: string;
  access: string;
  refresh: string;
  spent: string[];
  state: "live" | "ended";
  /** What may have happened to it because an answer got lost. */
  maybe?: "refresh" | "end" | undefined;
  isBusy: boolean;
};

/** What was sent to the server and what it has promised. After each restart the database is held against it. */
export function createLedger() {
  const registers = new Map<string, Register>();
  const register = (name: string): Register => {
    const known = registers.get(name) ?? { known: null, maybe: new Set<string>(), isBusy: false };
    registers.set(name, known);
    return known;
  };
  return {
    registers,
    register,
    /** Keyed requests that have no answer yet, and those that have one. */
    unanswered: new Map<string, Keyed>(),
    answered: [] as Keyed[],
    /** Promised to be there, once: by kind, what marks them. */
    promised: new Map<string, Set<string>>(),
    promise(kind: string, mark: string | number) {
      const marks = this.promised.get(kind) ?? new Set<string>();
      this.promised.set(kind, marks);
      marks.add(String(mark));
    },
    orders: new Map<string, Paid>(),
    families: [] as Family[],
    /** Refresh tokens that were sent once: a second refusal of theirs says nothing. */
    sentTokens: new Set<string>(),
    /** API keys; `name` is that of their register. */
    keys: [] as { owner: Person; key: string; name: string }[],
    /** By register, how many lines of the audit log its decisions must and may have left. */
    decided: new Map<string, { least: number; most: number }>(),
    drafts: new Map<string, { id: string; owner: number; url: string }>(),
    claims: new Map<number, { owner: number; host: string }>(),
    counts: new Map<string, number>(),
    count(name: string, by = 1) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + by);
    },
    /** Answers that no crash excuses: 5xx, or another answer to a request that was answered before. */
    faults: [] as string[],
  };
}

export type Ledger = ReturnType<typeof createLedger>;
