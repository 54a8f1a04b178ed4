import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../../data/demo/random.ts";
import { createVisitor } from "../site/world.ts";
import { credentialDeeds } from "./credentials.ts";
import { decisionDeeds } from "./decisions.ts";
import { failure } from "./failures.ts";
import type { Ground, Person } from "./ground.ts";
import type { Answer, Body, Ledger } from "./ledger.ts";

/** The server went away before it answered: whether the write happened is known only to the database. */
export class Gone extends Error {}

/** What somebody waited for who sends again what may be sent twice, until it is answered. */
export type Wait = {
  what: string;
  ms: number;
  /** How often it was answered 503, and how often the server went away. */
  refused: number;
  cutOff: number;
  isAnswered: boolean;
};
const [SOON_MS, MOST_TRIES] = [100, 200];

/** `mayRepeat`: doing it twice is doing it once. */
type Sent = RequestInit & { mayRepeat?: boolean };

/** What deeds are done with. */
export type Hands = {
  ground: Ground;
  ledger: Ledger;
  random: Random;
  /** Text that occurs nowhere else. */
  mark: (kind: string) => string;
  request: (url: string, init: Sent) => Promise<Answer>;
  /** Sends a form of the site as somebody who is signed in. */
  form: (base: string, who: Person, path: string, fields: Record<string, string>) => Promise<Answer>;
  set: (
    name: string,
    value: string,
    send: () => Promise<Answer>,
    isDone?: (answer: Answer) => boolean,
  ) => Promise<void>;
};

const FILLED = {
  short_description: "It does one thing.",
  description: "It does one thing, and does it again after a crash.",
  categories: ["Web analytics"],
};

const PAGES = [
  "/",
  "/launches",
  "/search?q=product",
  "/categories",
  "/leaderboards/billboard",
  "/updates",
  "/llms.txt",
];
const QUERIES = ["own", "open", "prodcut", "crashes", "quiet"];

/**
 * Every kind of write that people, assistants and payment providers can cause, each noted in the ledger before and after, with reads
 * between. `weights`: how often each is done, by name. `waited`: the database is killed, too, and this hears how long each took.
 */
export function createDeeds(
  ground: Ground,
  ledger: Ledger,
  random: Random,
  weights: Record<string, number> = {},
  { waited }: { waited?: (wait: Wait) => void } = {},
) {
  const { people } = ground;
  let marks = 0;
  let usedHosts = 0;
  let usedClaims = 0;
  const mark = (kind: string): string => `${kind}${++marks}x`;
  const csrf = new Map<string, string>();

  async function once(url: string, init: RequestInit): Promise<Answer> {
    const startedAt = performance.now();
    let status: number;
    let text: string;
    let headers: Headers;
    try {
      const response = await fetch(url, { redirect: "manual", ...init });
      ({ status, headers } = response);
      text = await response.text();
    } catch (error) {
      throw new Gone(String(error));
    }
    if (status === 503 && waited) return { status, headers, body: text };
    onAnswer?.(performance.now() - startedAt);
    if (status >= 500)
      ledger.faults.push(
        failure(`${init.method ?? "GET"} ${new URL(url).pathname}`, status, headers.get("x-request-id"), text),
      );
    const isJson = headers.get("content-type")?.includes("json");
    return { status, headers, body: isJson && text ? JSON.parse(text) : text };
  }

  /** Obeys Retry-After, as the documentation asks of every client. */
  async function patiently(url: string, init: Sent, noted: (wait: Wait) => void): Promise<Answer> {
    const { mayRepeat = (init.method ?? "GET") === "GET", ...sent } = init;
    const startedAt = performance.now();
    const wait = { what: `${init.method ?? "GET"} ${new URL(url).pathname}`, refused: 0, cutOff: 0 };
    for (let tries = 1; ; tries++) {
      let pauseMs = SOON_MS;
      let isAnswered = false;
      try {
        const answer = await once(url, sent);
        isAnswered = answer.status !== 503 && !(answer.status === 409 && answer.headers.has("retry-after"));
        if (isAnswered) return answer;
        wait.refused++;
        pauseMs = Number(answer.headers.get("retry-after") ?? 0) * 1000;
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        wait.cutOff++;
      } finally {
        const ms = performance.now() - startedAt;
        if (isAnswered || !mayRepeat || tries === MOST_TRIES) noted({ ...wait, ms, isAnswered });
      }
      if (!mayRepeat || tries === MOST_TRIES) throw new Gone(`${wait.what} was not answered.`);
      await delay(pauseMs);
    }
  }
  const request = (url: string, init: Sent): Promise<Answer> => {
    if (waited) return patiently(url, init, waited);
    const { mayRepeat: _, ...sent } = init;
    return once(url, sent);
  };
  let onAnswer: ((ms: number) => void) | undefined;

  const rest = (base: string, who: Person, method: string, path: string, body?: Body, key?: string) =>
    request(`${base}/api/v1${path}`, {
      method,
      mayRepeat: method === "GET" || key !== undefined,
      headers: {
        authorization: `Bearer ${who.key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** By MCP an answer is a result; one that is an error is shown as a status, so that both interfaces look the same. */
  async function mcp(base: string, who: Person, tool: string, args: Body, key?: string): Promise<Answer> {
    const answer = await request(`${base}/mcp`, {
      method: "POST",
      mayRepeat: true,
      headers: {
        authorization: `Bearer ${who.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": tool,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: tool,
          arguments: args,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            ...(key === undefined ? {} : { "dev.debut/idempotency-key": key }),
          },
        },
      }),
    });
    const { result } = answer.body as { result?: Body };
    if (!result?.isError) return { ...answer, body: result?.structuredContent ?? result };
    const { status, request_id: id, detail } = result._meta["dev.debut/problem"];
    if (status >= 500 && !(status === 503 && waited)) ledger.faults.push(failure(tool, status, id, detail));
    return { ...answer, status, body: result?.structuredContent ?? result };
  }

  async function form(
    base: string,
    who: Person,
    path: string,
    fields: Record<string, string>,
    mayRepeat = false,
  ): Promise<Answer> {
    const cookie = `sid=${who.cookie}`;
    if (!csrf.has(who.id)) {
      const { body } = await request(`${base}/account`, { headers: { cookie } });
      const token = /name="csrf" value="([^"]+)"/.exec(String(body))?.[1];
      if (token) csrf.set(who.id, token);
    }
    return request(base + path, {
      method: "POST",
      mayRepeat,
      headers: {
        cookie,
        origin: base,
        "sec-fetch-site": "same-origin",
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ csrf: csrf.get(who.id) ?? "", ...fields }).toString(),
    });
  }

  /** Sends a keyed request and keeps it until it was answered. A refusal is an answer that promises nothing. */
  async function keyed(
    base: string,
    kind: string,
    send: (base: string, key: string) => Promise<Answer>,
    onDone: (body: Body) => void,
  ): Promise<void> {
    const key = mark("key-");
    ledger.unanswered.set(key, { kind, key, send: (at) => send(at, key), onDone });
    await resend(base, key);
  }

  async function resend(base: string, key: string): Promise<void> {
    const deed = ledger.unanswered.get(key);
    if (!deed) return;
    const { status, body } = await deed.send(base);
    if (status === 409 || status >= 500) return; // still running, or at fault and noted: sent again later
    ledger.unanswered.delete(key);
    if (status >= 400) return ledger.count(`refused ${deed.kind}`);
    ledger.count(`acknowledged ${deed.kind}`);
    deed.onDone(body);
    ledger.answered.push({ ...deed, answer: JSON.stringify(body) });
  }

  /** An old request once more: the same answer, and no effect. */
  async function replay(base: string): Promise<void> {
    if (!ledger.answered.length) return;
    const deed = random.pick(ledger.answered);
    const { status, body } = await deed.send(base);
    if (status < 500 && JSON.stringify(body) !== deed.answer)
      ledger.faults.push(
        `${deed.kind} ${deed.key} was answered otherwise on retry: ${JSON.stringify(body).slice(0, 200)}`,
      );
    ledger.count("replayed");
  }

  /** Sets something that has one value; only one such request at a time for each, so that the order is known. */
  async function set(
    name: string,
    value: string,
    send: () => Promise<Answer>,
    isDone = ({ status }: Answer) => status < 400,
  ): Promise<void> {
    const register = ledger.register(name);
    if (register.isBusy) return;
    register.isBusy = true;
    register.maybe.add(value);
    try {
      const answer = await send();
      if (answer.status >= 500) return;
      if (isDone(answer)) {
        register.known = value;
        register.maybe.clear();
        ledger.count(`acknowledged ${name.split(" ")[0]}`);
      } else {
        register.maybe.delete(value);
        ledger.count(`refused ${name.split(" ")[0]}`);
      }
    } finally {
      register.isBusy = false;
    }
  }

  const anyone = () => random.between(0, people.length - 1);
  const ownListing = (who: Person) => random.pick(who.listings);
  const anyDraft = () => (ledger.drafts.size ? random.pick([...ledger.drafts.values()]) : undefined);
  const otherSlug = (index: number) => random.pick(people[(index + 1) % people.length]!.slugs);

  function read(what: string, { status }: Answer): void {
    if (status !== 200) ledger.faults.push(`${what} was answered with ${status}`);
    ledger.count("reads");
  }

  const hands: Hands = { ground, ledger, random, mark, request, form, set };
  const deeds: Record<string, { weight: number; run: (base: string) => Promise<void> }> = {
    ...credentialDeeds(hands),
    ...decisionDeeds(hands),
    draft: {
      weight: 3,
      async run(base) {
        const host = ground.hosts[usedHosts++];
        if (!host) return;
        const owner = anyone();
        const url = `https://${host}/`;
        await keyed(
          base,
          "draft",
          (at, key) => rest(at, people[owner]!, "POST", "/drafts", { url }, key),
          ({ id }) => {
            ledger.promise("draft", id);
            ledger.drafts.set(id, { id, owner, url });
          },
        );
      },
    },
    editDraft: {
      weight: 4,
      async run(base) {
        const draft = anyDraft();
        if (!draft) return;
        const tagline = mark("tagline");
        const body = { fields: { name: `Product ${draft.id.slice(-6)}`, tagline, ...FILLED } };
        await set(`draft-tagline ${draft.id}`, tagline, () =>
          rest(base, people[draft.owner]!, "PATCH", `/drafts/${draft.id}`, body, mark("key-")),
        );
      },
    },
    submitDraft: {
      weight: 2,
      async run(base) {
        const draft = anyDraft();
        if (!draft) return;
        const send = (at: string, key: string) =>
          rest(at, people[draft.owner]!, "POST", `/drafts/${draft.id}/submit`, undefined, key);
        await keyed(base, "submit", send, ({ listing_id: id }) => ledger.promise("listing", id));
      },
    },
    invite: {
      weight: 2,
      async run(base) {
        const draft = anyDraft();
        if (!draft) return;
        const email = `${mark("invited")}@people.test`;
        const send = (at: string, key: string) =>
          rest(at, people[draft.owner]!, "POST", `/drafts/${draft.id}/invites`, { email }, key);
        await keyed(base, "invite", send, () => ledger.promise("invite", email));
      },
    },
    editListing: {
      weight: 5,
      async run(base) {
        const who = people[anyone()]!;
        const id = ownListing(who);
        const summary = mark("summary");
        await set(`listing-summary ${id}`, summary, () =>
          rest(base, who, "PATCH", `/me/listings/${id}`, { fields: { summary, keywords: [summary] } }, mark("key-")),
        );
      },
    },
    update: {
      weight: 3,
      async run(base) {
        const who = people[anyone()]!;
        const id = ownListing(who);
        const content = { title: mark("update"), body: "News." };
        const send = (at: string, key: string) => rest(at, who, "POST", `/me/listings/${id}/updates`, content, key);
        await keyed(base, "update", send, () => ledger.promise("update", content.title));
      },
    },
    updateByMcp: {
      weight: 2,
      async run(base) {
        const who = people[anyone()]!;
        const content = { listing_id: ownListing(who), title: mark("update"), body: "News by MCP." };
        const send = (at: string, key: string) => mcp(at, who, "post_listing_update", content, key);
        await keyed(base, "update by MCP", send, () => ledger.promise("update", content.title));
      },
    },
    milestone: {
      weight: 2,
      async run(base) {
        const who = people[anyone()]!;
        const id = ownListing(who);
        const content = { date: "2026-01-01", title: mark("milestone") };
        const send = (at: string, key: string) => rest(at, who, "POST", `/me/listings/${id}/milestones`, content, key);
        await keyed(base, "milestone", send, () => ledger.promise("milestone", content.title));
      },
    },
    interview: {
      weight: 1,
      async run(base) {
        const who = people[anyone()]!;
        const answer = mark("answer");
        await set(`interview ${who.id}`, answer, () =>
          rest(base, who, "PUT", "/me/interview", { answers: [{ question_id: 1, answer }] }, mark("key-")),
        );
      },
    },
    order: {
      weight: 3,
      async run(base) {
        const who = people[anyone()]!;
        const items = [
          { product: "billboard", listing_id: ownListing(who), amount_cents: random.between(10, 99) * 100 },
        ];
        const send = (at: string, key: string) =>
          rest(at, who, "POST", "/orders/checkout", { items, billing_country: "DE" }, key);
        await keyed(base, "order", send, ({ number, totals }) => {
          ledger.promise("order", number);
          const { total_cents: totalCents, net_cents: netCents } = totals;
          ledger.orders.set(number, { number, totalCents, netCents, isAcknowledged: false });
        });
      },
    },
    pay: { weight: 3, run: (base) => notify(base, (order) => !order.isAcknowledged) },
    payAgain: { weight: 1, run: (base) => notify(base, (order) => order.isAcknowledged) },
    claim: {
      weight: 2,
      async run(base) {
        const host = ground.claimable[usedClaims];
        if (!host) return;
        const slug = `open-${usedClaims++}`;
        const owner = anyone();
        const send = (at: string, key: string) =>
          rest(at, people[owner]!, "POST", "/claims", { slug, method: "file" }, key);
        await keyed(base, "claim", send, ({ claim_id: id, instructions }) => {
          ledger.promise("claim", id);
          ground.proofs.set(host, instructions.file.body);
          ledger.claims.set(id, { owner, host });
        });
      },
    },
    verify: {
      weight: 2,
      async run(base) {
        const [id, claim] = ledger.claims.size ? random.pick([...ledger.claims]) : [];
        if (!id || !claim) return;
        const send = (at: string, key: string) =>
          rest(at, people[claim.owner]!, "POST", `/claims/${id}/verify`, undefined, key);
        await keyed(base, "verify", send, ({ status }) => {
          if (status === "verified") ledger.promise("verified claim", id);
        });
      },
    },
    vote: { weight: 5, run: (base) => toggle(base, "vote") },
    follow: { weight: 4, run: (base) => toggle(base, "follow") },
    review: {
      weight: 3,
      async run(base) {
        const index = anyone();
        const who = people[index]!;
        const slug = otherSlug(index);
        const body = mark("review");
        const fields = { rating: String(random.between(1, 5)), title: "", body };
        await set(
          `review ${who.id} ${slug}`,
          body,
          () => form(base, who, `/listings/${slug}/review`, fields, true),
          isSentBack,
        );
      },
    },
    view: {
      weight: 3,
      async run(base) {
        const slug = random.pick(people[anyone()]!.slugs);
        await request(`${base}/listings/${slug}`, { headers: { "user-agent": mark("Mozilla/5.0 visitor ") } });
        // Not promised: a kill may lose the views of the last second.
        ledger.count("views");
      },
    },
    browse: {
      weight: 0.5,
      async run(base) {
        const page = random.pick(PAGES);
        read(page, await request(base + page, {}));
      },
    },
    search: {
      weight: 0.5,
      async run(base) {
        const q = `${random.pick(QUERIES)} ${random.between(0, people.length - 1)}`;
        const byMcp = random.chance(0.5);
        const url = `${base}/api/v1/listings?${new URLSearchParams({ q })}`;
        read(q, byMcp ? await mcp(base, people[anyone()]!, "search_listings", { q }) : await request(url, {}));
      },
    },
    signUp: {
      weight: 0.3,
      async run(base) {
        const email = `${mark("new")}@people.test`;
        const startedAt = performance.now();
        const { status } = await createVisitor(base)
          .signUp(email)
          .catch((error) => {
            throw new Gone(String(error));
          });
        const ms = performance.now() - startedAt;
        waited?.({
          what: "sign-up, all steps",
          ms,
          refused: Number(status === 503),
          cutOff: 0,
          isAnswered: status !== 503,
        });
        if (status >= 400) return ledger.count("refused sign-up");
        ledger.count("acknowledged sign-up");
        ledger.promise("account", email);
      },
    },
    replay: { weight: 3, run: replay },
  };

  const isSentBack = ({ status, headers }: Answer) =>
    status === 303 && !/sign-in|verify/.test(headers.get("location") ?? "");

  async function toggle(base: string, name: "vote" | "follow"): Promise<void> {
    const index = anyone();
    const who = people[index]!;
    const slug = otherSlug(index);
    const wanted = random.chance(0.7) ? "on" : "off";
    await set(`${name} ${who.id} ${slug}`, wanted, () =>
      form(base, who, `/listings/${slug}/${name}`, { [name]: wanted }, true),
    );
  }

  /** The provider's notice that an order is paid: the same event until it is taken, and sometimes once more. */
  async function notify(base: string, which: (order: { isAcknowledged: boolean }) => boolean): Promise<void> {
    const orders = [...ledger.orders.values()].filter(which);
    if (!orders.length) return;
    const order = random.pick(orders);
    const { eventId, payload, headers } = ground.notice({ ...order, site: new URL(base).host });
    const { status, body } = await request(`${base}/webhooks/stripe`, {
      ...{ method: "POST", headers, body: payload, mayRepeat: true },
    });
    if (status !== 200) return void ledger.faults.push(`the webhook of ${order.number} was refused: ${status} ${body}`);
    if (!order.isAcknowledged) ledger.count("acknowledged webhook");
    order.isAcknowledged = true;
    ledger.promise("event", eventId);
  }

  const choices = Object.entries(deeds).map(([name, deed]) => [deed, weights[name] ?? deed.weight] as const);
  return {
    /** One write or read, chosen by chance. Throws Gone when the server went away. */
    step: (base: string) => random.weighted(choices).run(base),
    resend,
    /** Is told how long each answer took. */
    watch(listener: (ms: number) => void) {
      onAnswer = listener;
    },
  };
}
