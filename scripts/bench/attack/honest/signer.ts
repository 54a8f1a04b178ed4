import { setTimeout as delay } from "node:timers/promises";
import { createBrowser } from "../browser.ts";
import { createClient } from "../client.ts";
import { honestAddress, type Stage } from "../stage.ts";
import { type HonestLedger, served } from "./ledger.ts";

/** Hashing a password takes its time, and so does a mail. */
const DEADLINE_MS = 10_000;
const POLL_MS = 200;

type Browser = ReturnType<typeof createBrowser>;
/** The newest link to a new password that came by mail. */
export type Mailbox = (email: string) => string | undefined;

/**
 * A person signs in again and again, in turn from a browser that was signed in before and from one that was not, at another
 * address. Whoever is refused because of others does what the page says: chooses a new password by a link in a mail.
 */
export function createSigner(
  { base, patience, person: { email }, password }: Stage,
  mailbox: Mailbox,
  ledger: HonestLedger,
) {
  const clients = [createClient(base, honestAddress(20)), createClient(base, honestAddress(21), { keepAlive: false })];
  const [known, other] = clients.map((client) => createBrowser(base, client)) as [Browser, Browser];
  let turns = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function signIn(browser: Browser, signal: AbortSignal): Promise<void> {
    // A session of an earlier turn would lead straight to the front page.
    browser.forget("sid");
    const send = () => browser.fill("/sign-in", "/sign-in", { email, password, return_to: "/account" }, signal);
    let answer = await send();
    if (answer.status === 429) {
      await choosePassword(browser, signal);
      answer = await send();
    }
    served(answer, 303);
    served(await browser.get("/account", signal));
  }

  async function choosePassword(browser: Browser, signal: AbortSignal): Promise<void> {
    served(await browser.fill("/forgot", "/forgot", { email }, signal));
    let link = mailbox(email);
    while (link === undefined) {
      await delay(POLL_MS, undefined, { signal });
      link = mailbox(email);
    }
    const { pathname, search, searchParams } = new URL(link);
    const fields = { token: searchParams.get("token") ?? "", password };
    served(await browser.fill(pathname + search, "/reset", fields, signal), 303);
  }

  /** One after the other, because a new password ends every session. */
  const next = (signal: AbortSignal): Promise<void> => {
    const mine = last.then(() => signIn(turns++ % 2 ? other : known, signal));
    last = mine.catch(() => undefined);
    return mine;
  };
  const inTime = () => AbortSignal.timeout(DEADLINE_MS * patience);
  return {
    /** Before the attack, so that one browser is known. */
    warm: () => signIn(known, inTime()),
    start: () => ledger.every(2500, "sign-in", DEADLINE_MS, next, 500),
    async canSignIn(): Promise<boolean> {
      const both = await Promise.allSettled([next(inTime()), next(inTime())]);
      return both.every(({ status }) => status === "fulfilled");
    },
    close: () => clients.forEach((client) => void client.close()),
  };
}
