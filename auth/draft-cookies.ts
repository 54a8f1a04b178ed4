import type { IncomingMessage } from "node:http";
import type { Response } from "express";
import type { Settings } from "#core/settings/config.ts";
import { MOST_OF_BROWSER } from "#domain/drafts/guest-draft.ts";
import { createCookies } from "./cookies.ts";

const PREFIX = "draft-";
/** One extra may exist briefly. */
const MOST_READ = MOST_OF_BROWSER + 1;
const ID = /^[0-9a-f-]{36}$/;
const SECRET = /^[\w-]{43}$/;

type BrowserDraft = { id: string; secret: string };

/**
 * Secrets of a browser's guest drafts, one cookie per draft. Each draft has a new secret, so nobody
 * can plant one to read a later draft.
 */
export function createDraftCookies({ BASE_URL }: Pick<Settings, "BASE_URL">) {
  const cookies = createCookies(BASE_URL);

  const find = (req: IncomingMessage, id: string): BrowserDraft | undefined => {
    const secret = ID.test(id) ? cookies.read(req, PREFIX + id) : undefined;
    return secret !== undefined && SECRET.test(secret) ? { id, secret } : undefined;
  };
  /** Oldest first: ids grow with time. */
  const all = (req: IncomingMessage): BrowserDraft[] =>
    cookies
      .names(req)
      .flatMap((name) => (name.startsWith(PREFIX) ? (find(req, name.slice(PREFIX.length)) ?? []) : []))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(-MOST_READ);
  const forget = (res: Response, id: string): void => cookies.set(res, PREFIX + id, "", 0);

  return {
    find,
    all,
    forget,
    keep(req: IncomingMessage, res: Response, { id, secret }: BrowserDraft, ageMs: number): void {
      const others = all(req).filter((other) => other.id !== id);
      for (const old of others.slice(0, Math.max(0, others.length + 1 - MOST_OF_BROWSER))) forget(res, old.id);
      cookies.set(res, PREFIX + id, secret, ageMs);
    },
  };
}

export type DraftCookies = ReturnType<typeof createDraftCookies>;
