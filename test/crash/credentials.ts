import { hash, randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import pg from "pg";
import { hashKey } from "../../core/credentials/api-keys.ts";
import { hashToken } from "../../core/credentials/tokens.ts";
import type { Hands } from "./deeds.ts";
import type { Ground } from "./ground.ts";
import type { Answer, Family } from "./ledger.ts";

const REDIRECT = "https://client.example/callback";
const ACCESS = ["account:read", "listings:write"];

/** What lets a program in: OAuth clients with their tokens, API keys. What was acknowledged works; what was taken back never does again. */
export function credentialDeeds({ ground, ledger, random, request, form, set, mark }: Hands) {
  const { people } = ground;
  const free = (families: Family[]) => families.filter(({ isBusy }) => !isBusy);
  const live = () => free(ledger.families).filter(({ state, maybe }) => state === "live" && !maybe);

  const token = (base: string, fields: Record<string, string>): Promise<Answer> =>
    request(`${base}/oauth/token`, { method: "POST", body: new URLSearchParams(fields) });

  const me = (base: string, credential: string): Promise<Answer> =>
    request(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${credential}` } });

  async function expectMe(base: string, what: string, credential: string, status: number): Promise<void> {
    const answer = await me(base, credential);
    ledger.count(`asked with ${what}`);
    if (answer.status !== status && answer.status < 500)
      ledger.faults.push(`${what} was answered ${answer.status}, not ${status}`);
  }

  /** One change to a family of tokens at a time, so that what it must be is known. Without an answer it is `maybe` until the next look. */
  async function turn(family: Family | undefined, maybe: "refresh" | "end", run: (family: Family) => Promise<void>) {
    if (!family) return;
    family.isBusy = true;
    family.maybe ??= maybe;
    try {
      await run(family);
    } finally {
      family.isBusy = false;
    }
  }

  const ended = (family: Family): void => {
    family.state = "ended";
    family.maybe = undefined;
  };

  return {
    connect: {
      weight: 2,
      async run(base: string) {
        const owner = random.pick(people);
        const metadata = { client_name: mark("app"), redirect_uris: [REDIRECT] };
        const registered = await request(`${base}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(metadata),
        });
        if (registered.status !== 201) return ledger.count("refused client");
        const clientId: string = registered.body.client_id;
        ledger.promise("client", clientId);
        ledger.count("acknowledged client");

        const jar = new Map([["sid", owner.cookie]]);
        const browse = async (path: string, init: RequestInit = {}): Promise<Answer> => {
          const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
          const answer = await request(new URL(path, base).href, {
            ...init,
            headers: { cookie, origin: base, "sec-fetch-site": "same-origin" },
          });
          for (const line of answer.headers.getSetCookie()) {
            const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
            jar.set(name!, value!);
          }
          return answer;
        };
        const follow = async (answer: Answer): Promise<{ answer: Answer; at: string }> => {
          let at = "";
          let last = answer;
          for (;;) {
            const to = last.headers.get("location");
            if (!to) return { answer: last, at };
            at = new URL(to, base).href;
            if (!at.startsWith(base)) return { answer: last, at };
            last = await browse(at);
          }
        };
        const verifier = randomBytes(32).toString("base64url");
        const asked = new URLSearchParams({
          client_id: clientId,
          redirect_uri: REDIRECT,
          response_type: "code",
          code_challenge: hash("sha256", verifier, "base64url"),
          code_challenge_method: "S256",
          scope: ACCESS.join(" "),
          resource: `${base}/mcp`,
        });
        const page = await follow(await browse(`/oauth/authorize?${asked}`));
        const csrf = /name="csrf" value="([^"]+)"/.exec(String(page.answer.body))?.[1];
        if (!csrf) return ledger.count("refused consent");
        const fields = new URLSearchParams({ csrf });
        for (const scope of ACCESS) fields.append("scope", scope);
        const consented = await follow(await browse(`${page.at}/confirm`, { method: "POST", body: fields }));
        const code = new URL(consented.at).searchParams.get("code");
        if (!code) return ledger.count("refused consent");
        const exchange = { grant_type: "authorization_code", client_id: clientId, code, redirect_uri: REDIRECT };
        const { status, body } = await token(base, { ...exchange, code_verifier: verifier });
        if (status !== 200) return ledger.count("refused code");
        ledger.count("acknowledged code");
        const { access_token: access, refresh_token: refresh } = body;
        ledger.families.push({ owner, clientId, access, refresh, spent: [], state: "live", isBusy: false });
      },
    },
    refresh: {
      weight: 3,
      run: async (base: string) => {
        const families = free(ledger.families).filter(({ state, maybe }) => state === "live" && maybe !== "end");
        if (!families.length) return;
        await turn(random.pick(families), "refresh", async (family) => {
          const { clientId, refresh } = family;
          // Sent again after a lost answer it is either taken, or known as used; then the app has to ask its person again.
          const isCertain = !ledger.sentTokens.has(refresh);
          ledger.sentTokens.add(refresh);
          const fields = { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh };
          const { status, body } = await token(base, fields);
          if (status >= 500) return;
          if (status === 200) {
            family.spent.push(refresh);
            Object.assign(family, { access: body.access_token, refresh: body.refresh_token, maybe: undefined });
            return ledger.count("acknowledged refresh");
          }
          if (isCertain)
            ledger.faults.push(`a refresh token that was acknowledged was refused: ${JSON.stringify(body)}`);
          ended(family);
          ledger.count("refused refresh");
        });
      },
    },
    refreshAgain: {
      weight: 0.6,
      run: async (base: string) => {
        const families = live().filter(({ spent }) => spent.length);
        if (!families.length) return;
        await turn(random.pick(families), "end", async (family) => {
          const fields = { grant_type: "refresh_token", client_id: family.clientId };
          const { status, body } = await token(base, { ...fields, refresh_token: random.pick(family.spent) });
          if (status >= 500) return;
          if (status === 200) ledger.faults.push("a refresh token that had been rotated gave tokens again");
          else if (body.error !== "invalid_grant") return void ledger.faults.push(`${status} ${JSON.stringify(body)}`);
          ended(family);
          ledger.count("acknowledged end by a used refresh token");
        });
      },
    },
    disconnect: {
      weight: 0.4,
      run: async (base: string) => {
        const families = live();
        if (!families.length) return;
        await turn(random.pick(families), "end", async (family) => {
          const fields = { client_id: family.clientId };
          const { status } = await form(base, family.owner, "/account/apps/disconnect", fields);
          if (status >= 400) return;
          ended(family);
          ledger.count("acknowledged disconnect");
        });
      },
    },
    useToken: {
      weight: 2,
      run: async (base: string) => {
        const families = free(ledger.families).filter(({ maybe }) => !maybe);
        if (!families.length) return;
        const family = random.pick(families);
        // Nobody changes it while it is asked with.
        family.isBusy = true;
        try {
          const isLive = family.state === "live";
          await expectMe(base, isLive ? "a token" : "a token taken back", family.access, isLive ? 200 : 401);
        } finally {
          family.isBusy = false;
        }
      },
    },
    makeKey: {
      weight: 1.5,
      async run(base: string) {
        const owner = random.pick(people);
        const fields = { name: mark("key"), scope: "listings:write", expires: "never" };
        const { status, body } = await form(base, owner, "/account/keys/new", fields);
        const key = /\bdbt_[0-9A-Za-z]{42}\b/.exec(String(body))?.[0];
        if (status !== 201 || !key) return ledger.count("refused key");
        ledger.keys.push({ owner, key, name: `key ${hashKey(key)}` });
        ledger.register(`key ${hashKey(key)}`).known = "works";
        ledger.count("acknowledged new key");
      },
    },
    revokeKey: {
      weight: 1,
      async run(base: string) {
        const working = ledger.keys.filter(({ name }) => ledger.register(name).known === "works");
        if (!working.length) return;
        const { owner, name } = random.pick(working);
        const id = await idOfKey(ground, name.slice("key ".length));
        if (id === undefined) return;
        await set(
          name,
          "revoked",
          () => form(base, owner, `/account/keys/${id}/revoke`, {}),
          ({ headers }) => headers.get("location")?.includes("key-revoked") === true,
        );
      },
    },
    useKey: {
      weight: 1.5,
      async run(base: string) {
        const settled = ledger.keys.filter(({ name }) => {
          const { isBusy, maybe } = ledger.register(name);
          return !isBusy && maybe.size === 0;
        });
        if (!settled.length) return;
        const { key, name } = random.pick(settled);
        const register = ledger.register(name);
        register.isBusy = true;
        try {
          const works = register.known === "works";
          await expectMe(base, works ? "a key" : "a revoked key", key, works ? 200 : 401);
        } finally {
          register.isBusy = false;
        }
      },
    },
  };
}

/** Undefined while the database cannot be asked. */
async function idOfKey({ file, env }: Ground, keyHash: string): Promise<string | undefined> {
  if (env.DATABASE_URL) {
    const client = new pg.Client(env.DATABASE_URL);
    client.on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query("select id from api_keys where hash = $1", [keyHash])).rows[0]?.id;
    } catch {
      return undefined;
    } finally {
      client.end().catch(() => undefined);
    }
  }
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare("select id from api_keys where hash = ?").pluck().get(keyHash) as string;
  } finally {
    db.close();
  }
}

/** Tokens as the database has them: what was given works, what was taken back is gone, and no family has two that could be used next. */
export function checkTokens(
  db: Database.Database,
  families: Family[],
  found: { lost: string[]; doubled: string[]; wrong: string[] },
): void {
  const row = db.prepare("select consumed_at is null as usable from oauth_objects where model = ? and id = ?").pluck();
  const isUsable = (model: string, secret: string) => row.get(model, hashToken(secret)) === 1;
  for (const { clientId, access, refresh, spent, state, maybe } of families) {
    if (spent.some((old) => isUsable("RefreshToken", old)))
      found.doubled.push(`a rotated refresh token of ${clientId} can be used again`);
    if (maybe) continue;
    const usable = [isUsable("AccessToken", access), isUsable("RefreshToken", refresh)];
    if (state === "live" && usable.includes(false)) found.lost.push(`a token of ${clientId}`);
    if (state === "ended" && usable.includes(true))
      found.wrong.push(`a token of ${clientId} that was taken back is there`);
  }
  const twice = db
    .prepare(
      "select grant_id from oauth_objects where model = 'RefreshToken' and consumed_at is null group by grant_id having count(*) > 1",
    )
    .pluck();
  for (const grant of twice.all()) found.doubled.push(`usable refresh token of grant ${grant}`);
}
