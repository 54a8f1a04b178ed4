import type { Deps } from "../../actions/context.ts";
import { mintToken } from "../../core/credentials/tokens.ts";
import { sendMailJob } from "../../jobs/send-mail.ts";
import { SEND_MAIL } from "../../mail/queue-mail.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { createWorld as createWhole, PASSWORD, PLAIN } from "../helpers/world.ts";

export { PASSWORD };

export type Reply = { status: number; headers: Headers; text: string; location: string };
type Form = Record<string, string | string[]>;

const refused = (async () => {
  throw new Error("not part of this world");
}) as never;

/** The whole program with a clock that stands still until it is moved. Its jobs rest: a test runs those for mail. */
export async function createWorld({
  env = {},
  replaced = {},
}: {
  env?: Record<string, string>;
  replaced?: Partial<Deps>;
} = {}) {
  const { store, writer, close } = await createSeededDatabase();
  const clock = { at: new Date("2026-11-18T10:00:00Z") };
  let ids = 0;
  const world = await createWhole({
    env: { LIMIT_SIGN_IN: "1000", ...env },
    replaced: {
      store,
      now: () => new Date(clock.at),
      uuid: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, "0")}`,
      checkWaitMs: 0,
      fetchSite: refused,
      readSiteAddress: refused,
      crawl: refused,
      sendMail: async () => "kept",
      ...replaced,
    },
  });
  const { deps, port, jobs, logs } = world;
  await jobs.stop(0);
  deps.wakeJobs = () => undefined;
  const url = `http://127.0.0.1:${port}`;

  async function drain(): Promise<void> {
    for (const { payload, id } of await store.change((tx) => tx.jobs.claim(SEND_MAIL, "test", deps.now(), 100))) {
      await sendMailJob(payload as { mailId: string }, deps);
      const end = { state: "done" as const, finishedAt: deps.now(), lastError: null };
      await store.change((tx) => tx.jobs.settle(id, "test", end));
    }
  }

  const mails = async () => (await store.mails.list({ page: 1, perPage: 100 })).items;

  async function linkFor(to: string, page: string): Promise<string> {
    const mail = (await mails()).find(({ recipient, text }) => recipient === to && text.includes(`${url}/${page}?`));
    const link = mail?.text.split("\n").find((line) => line.startsWith(`${url}/${page}?`));
    if (!link) throw new Error(`No mail to ${to} links to /${page}.`);
    return link.slice(url.length);
  }

  async function setupLink(): Promise<string> {
    const { token, ...row } = mintToken("setup", deps.now(), deps.random);
    await store.change((tx) => tx.accounts.addToken({ ...row, accountId: null, email: null }));
    return `/setup?token=${token}`;
  }

  return {
    url,
    deps,
    store,
    settings: deps.settings,
    clock,
    logs,
    writer,
    drain,
    mails,
    linkFor,
    setupLink,
    visitor: () => createVisitor(url),
    async close() {
      await world.close();
      await close();
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
export type Visitor = ReturnType<typeof createVisitor>;

/** Somebody with a cookie jar who fills in the forms they are shown. */
export function createVisitor(url: string) {
  const cookies = new Map<string, string>();
  let csrf = "";

  async function send(
    method: string,
    path: string,
    body?: string | FormData,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        ...PLAIN,
        ...(cookies.size ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
        ...(typeof body === "string" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? csrf;
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get("location") ?? "",
    };
  }

  return {
    cookies,
    get csrf() {
      return csrf;
    },
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    post(
      path: string,
      form: Form = {},
      headers: Record<string, string> = { "sec-fetch-site": "same-origin", origin: url },
    ) {
      const params = new URLSearchParams();
      for (const [name, values] of Object.entries({ csrf, ...form }))
        for (const value of [values].flat()) params.append(name, value);
      return send("POST", path, params.toString(), headers);
    },
    upload(
      path: string,
      form: Record<string, string | File | File[]> = {},
      headers: Record<string, string> = { "sec-fetch-site": "same-origin", origin: url },
    ) {
      const data = new FormData();
      for (const [name, values] of Object.entries({ csrf, ...form }))
        for (const value of [values].flat()) data.append(name, value);
      return send("POST", path, data, headers);
    },
    async signUp(email: string, { name = "", password = PASSWORD } = {}) {
      await this.get("/sign-up");
      return this.post("/sign-up", { name, email, password });
    },
    async signIn(email: string, { password = PASSWORD, returnTo = "" } = {}) {
      await this.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
      const reply = await this.post("/sign-in", { email, password, return_to: returnTo });
      // The page they land on carries the token of the new session; not every page has a form.
      if (reply.status === 303) await this.get("/account");
      return reply;
    },
  };
}

export async function member(world: World, email: string, name = ""): Promise<Visitor> {
  const person = world.visitor();
  await person.signUp(email, { name });
  await person.get(await world.linkFor(email, "verify"));
  const token = new URL(world.url + (await world.linkFor(email, "verify"))).searchParams.get("token")!;
  await person.post("/verify", { token });
  // Confirming signs in, and the page they land on carries the token of the new session.
  await person.get("/account");
  return person;
}

export async function admin(world: World, email = "root@people.example"): Promise<Visitor> {
  const person = world.visitor();
  const link = await world.setupLink();
  await person.get(link);
  await person.post("/setup", { token: link.split("=")[1]!, name: "Root", email, password: PASSWORD });
  return person;
}

/** What a browser would send for the first form of a page that posts to `action`. */
export function formOf({ text }: Reply, action: string): Record<string, string> {
  const form = text.split(`<form method="post" action="${action}"`)[1]!.split("</form>")[0]!;
  const plain = (value: string) =>
    value.replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name as string]!,
    );
  const values: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name) values[name] = plain(/value="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  for (const [, name, text] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n([^<]*)<\/textarea>/g))
    values[name!] = plain(text!).replaceAll("\n", "\r\n");
  for (const [, name, options] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    values[name!] = plain(/value="([^"]*)" selected/.exec(options!)?.[1] ?? "");
  return values;
}
