import { hash } from "node:crypto";
import type { Caller, Deps, Interface } from "#actions/context.ts";
import { AppError, faultsInEnglish } from "#core/errors/errors.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { Fault } from "#domain/text/fault.ts";
import type { Replay, ReplayKey } from "#store/repos/runtime/idempotency.ts";
import type { Store, Tx } from "#store/store.ts";
import { type AnyTool, pathNames } from "./define.ts";

const REPLAY_MS = 24 * 3600 * 1000;

export const fingerprintOf = (input: unknown): string => hash("sha256", canonicalJson(input), "hex");

export type OneCall = {
  id: ReplayKey;
  fingerprint: string;
  validMs: number;
  /** The key was made from the input, so the caller does not expect an old refusal after its cause is gone. */
  isDerived: boolean;
};

/** A call with the key that was sent, or on MCP with one made from the input, which no client can send. */
export function oneCall(
  tool: AnyTool,
  input: Record<string, unknown>,
  { interface: via, idempotencyKey, caller }: { interface: Interface; idempotencyKey?: unknown; caller: Caller },
): OneCall | undefined {
  const sent = idempotencyKey === undefined ? undefined : readKey(idempotencyKey);
  if (!tool.idempotent || caller.kind !== "member") return undefined;
  const isDerived = sent === undefined;
  if (isDerived && (via !== "mcp" || tool.derivedKeyMs === undefined)) return undefined;
  const fingerprint = fingerprintOf(input);
  const key = sent ?? `derived\n${fingerprint}`;
  const path = canonicalJson(Object.fromEntries(pathNames(tool.rest).map((name) => [name, input[name]])));
  return {
    id: { accountId: caller.accountId, operation: tool.name, path, key },
    ...{ fingerprint, isDerived, validMs: (isDerived && tool.derivedKeyMs) || REPLAY_MS },
  };
}

/** 1 to 255 printable ASCII characters, bare or as a quoted structured-field string. */
function readKey(raw: unknown): string {
  const key = typeof raw === "string" && /^".*"$/s.test(raw) ? raw.slice(1, -1).replace(/\\(["\\])/g, "$1") : raw;
  if (typeof key !== "string" || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new AppError(
      "idempotency_key_invalid",
      "An idempotency key is 1 to 255 printable ASCII characters. Use a new UUID for each request.",
    );
  }
  return key;
}

/** Keys of calls that run in this process. Between processes, the key's row decides. */
const running = new WeakMap<Store, Set<string>>();

type Answered = { output: unknown; status: number };

export type Reserved = Disposable & {
  find: () => Promise<(() => Answered) | undefined>;
  /** Saves the answer in the change that has its effect. Throws if another process has answered. */
  commit: (tx: Tx, answer: Answered | AppError) => Promise<void>;
};

/** Reserves the key of a call in this process until it is disposed of. Throws `idempotency_in_flight` if it is taken. */
export function reserve({ id, fingerprint, validMs }: OneCall, { store, now }: Pick<Deps, "store" | "now">): Reserved {
  const name = canonicalJson(id);
  const inFlight = running.get(store) ?? new Set<string>();
  running.set(store, inFlight);
  const isTaken = inFlight.has(name);
  inFlight.add(name);

  const rowIn = async ({ idempotency }: Pick<Store, "idempotency">): Promise<Replay | undefined> => {
    const row = await idempotency.find(id);
    return row && now().getTime() - row.createdAt.getTime() < validMs ? row : undefined;
  };
  return {
    async find() {
      const row = await rowIn(store);
      if (row) return () => answerIn(row, fingerprint);
      // A client that lost its connection may have sent it to another process, which has answered first.
      if (!isTaken) return undefined;
      throw new AppError(
        "idempotency_in_flight",
        "A request with this Idempotency-Key is still running. Try again in a second.",
        { retryAfter: 1 },
      );
    },
    async commit(tx, answer) {
      if (await rowIn(tx)) throw new Error("Another process has answered this request.");
      const { status, body } = answer instanceof AppError ? refusalOf(answer) : { ...answer, body: answer.output };
      await tx.idempotency.save({ ...id, fingerprint, status, body, createdAt: now() });
    },
    [Symbol.dispose]() {
      if (!isTaken) inFlight.delete(name);
    },
  };
}

const refusalOf = ({ status, code, message: detail, faults }: AppError) => ({
  status,
  body: { code, detail, faults: faultsInEnglish(faults) },
});

function answerIn({ status, body, ...row }: Replay, fingerprint: string): Answered {
  if (row.fingerprint !== fingerprint) {
    throw new AppError(
      "idempotency_key_reused",
      "This Idempotency-Key was used for a request with other content. Use a new key for a new request.",
    );
  }
  if (status < 400) return { output: body, status };
  const { code, detail, faults } = body as { code: AppError["code"]; detail: string; faults: Fault[] };
  throw new AppError(code, detail, { faults, replayed: true });
}
