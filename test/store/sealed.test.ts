import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { checkSecrets } from "../../actions/health/secrets.ts";
import { addEndpoint, rotateSecret } from "../../actions/notifications/webhook-endpoints.ts";
import { setBilling } from "../../actions/orders/checkout.ts";
import { createVault, isSealed } from "../../core/credentials/vault.ts";
import { VERSION } from "../../core/runtime/version.ts";
import { readSettings } from "../../core/settings/config.ts";
import { inEnglish } from "../../languages/words.ts";
import { openStore } from "../../server/open-store.ts";
import { openQuestions } from "../../store/questions.ts";
import { SEALED_COLUMNS } from "../../store/repos/runtime/sealing.ts";
import type { Store } from "../../store/store.ts";
import { columnsWith } from "../helpers/cells.ts";
import { createTestVault, TEST_KEY } from "../helpers/key.ts";
import { runHere } from "../helpers/process.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const OTHER_KEY = Buffer.alloc(32, "another key ").toString("base64url");
const LINK = "https://debut.example/reset?token=PlainTokenOfAReset";

let shop: Shop;
let env: Record<string, string>;
beforeEach(async () => {
  shop = await createShop({ BASE_URL: "https://debut.example", ...SELLER });
  env = { DATA_DIR: shop.folder, DATABASE_URL: shop.url, LOG_LEVEL: "silent", SECRETS_KEY: "" };
});
afterEach(() => shop.close());

async function starting<T>(more: Record<string, string>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readSettings({ ...env, ...more }), pino({ level: "silent" }));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** One of each secret, as they are given to people, in the order of `secretsIn`. */
async function live(): Promise<string[]> {
  const { store, make } = shop;
  const allowed = { take: async () => ({ allowed: true }) };
  const deps = { ...shop.deps, limiter: allowed, refusalOf: () => undefined } as never as Deps;
  const at = deps.now();
  const id = await make.person();
  const own = await make.listing({ ownerId: id });
  await store.change((tx) => tx.secrets.keep("oauth-jwks", "PlainSigningKey"));
  const hook = { url: "https://hooks.example/", types: ["order.paid"], categories: [] } as never;
  const account = (await store.accounts.find(id))!;
  const endpoint = (await addEndpoint(account, hook, deps)) as {
    id: string;
    secret: string;
  };
  const rotated = await rotateSecret(id, endpoint.id, deps);
  const order = await shop.order(id, [{ product: "billboard", listingId: own.id, amountCents: 10_000 }], {
    country: "DE",
  });
  const billing = { name: "Ann", address: "Street 1", country: "DE", vatNumber: null, email: "ann@people.example" };
  const { totalCents } = await setBilling((await store.orders.find(order.number))!.token, billing, deps);
  await shop.take({ orderNumber: order.number, amountCents: totalCents });
  await shop.drain();
  await store.change(async (tx) => {
    await tx.mails.add({
      id: "m",
      recipient: "ann@people.example",
      subject: "Reset",
      text: LINK,
      html: `<a href="${LINK}">`,
      unsubscribeUrl: LINK,
      createdAt: at,
    });
    await tx.pushSubscriptions.save({
      id: "p",
      accountId: id,
      endpoint: "https://push.example/1",
      p256dh: "k",
      auth: "PlainPushSecret",
      browser: "x",
      sessionHash: "s",
      createdAt: at,
    });
    await tx.idempotency.save({
      accountId: id,
      operation: "create_checkout",
      path: "{}",
      key: "k",
      fingerprint: "f",
      status: 201,
      body: { checkout_url: "PlainCheckoutLink" },
      createdAt: at,
    });
  });
  expect(rotated).not.toBe(endpoint.secret);
  return secretsIn(store);
}

async function secretsIn(store: Store): Promise<string[]> {
  const id = "person-1";
  const [order] = (await store.orders.listOwned(id, { page: 1, perPage: 9 })).items;
  const [invoice] = await store.invoices.ofOrder(order!.number);
  expect((await store.orders.findByToken(order!.token))?.number).toBe(order!.number);
  expect((await store.invoices.findByToken(invoice!.token))?.number).toBe(invoice!.number);
  const [hook] = await store.webhooks.ofAccount(id);
  const mail = (await store.mails.find("m"))!;
  const replay = await store.idempotency.find({ accountId: id, operation: "create_checkout", path: "{}", key: "k" });
  const [push] = await store.pushSubscriptions.ofAccount(id);
  const found = [await store.secrets.find("oauth-jwks"), hook?.secret, hook?.oldSecret, order?.token, invoice?.token];
  return [
    ...found,
    mail.text,
    mail.html,
    mail.unsubscribeUrl,
    push?.auth,
    Object(replay?.body).checkout_url,
  ] as string[];
}

function writePlainly(
  secrets: Record<string, (stored: string, row: Record<string, unknown>) => Record<string, string | null>>,
): void {
  for (const [column, plain] of Object.entries(secrets)) {
    const [table] = column.split(".");
    for (const row of shop.writer.prepare<[], Record<string, string>>(`select * from ${table}`).all()) {
      const values = plain(row[column.split(".")[1]!]!, row);
      const { key } = SEALED_COLUMNS.find((one) => one.table === table)!;
      shop.writer
        .prepare(
          `update ${table} set ${Object.keys(values).map((name) => `${name} = ?`)} where ${key.map((name) => `${name} = ?`).join(" and ")}`,
        )
        .run(...Object.values(values), ...key.map((name) => row[name]!));
    }
  }
}
function unseal(): void {
  const vault = createTestVault();
  writePlainly(
    Object.fromEntries(
      SEALED_COLUMNS.map(({ table, column, key, from }) => [
        `${table}.${column}`,
        (stored, row) => {
          if (stored === null || !isSealed(stored)) return { [column]: stored };
          const text = vault.open([`${table}.${column}`, ...key.map((name) => row[name] as string)], stored);
          return from ? { [column]: null, [from]: text } : { [column]: text };
        },
      ]),
    ),
  );
  shop.writer.exec("delete from secrets where name = 'sealed-with'");
}

describe("secrets in the database", () => {
  it("are in no column in plain text", async () => {
    const given = await live();
    expect(new Set(given).size).toBe(9);
    for (const secret of given) expect({ secret, in: columnsWith(shop.writer, secret) }).toEqual({ secret, in: [] });
  });

  it("do not include the version of the program, which an older one names", async () => {
    await live();
    unseal();
    await starting({ SECRETS_KEY: TEST_KEY }, async () => {});
    const version = "select value from secrets where name = 'program-version'";
    expect(shop.writer.prepare(version).pluck().get()).toBe(VERSION);
  });

  it("of an older version are sealed by the next start, even if interrupted", async () => {
    const given = await live();
    unseal();
    expect(columnsWith(shop.writer, "PlainSigningKey")).toEqual(["secrets.value"]);
    expect(columnsWith(shop.writer, given[3]!)).toContain("orders.token");
    // A start that sealed half of it.
    const vault = createTestVault();
    writePlainly({
      "mails.text": (text, { id }) => ({ text: id === "m" ? vault.seal(["mails.text", "m"], text) : text }),
    });
    expect(await starting({}, secretsIn)).toEqual(given);
    for (const secret of given) expect({ secret, in: columnsWith(shop.writer, secret) }).toEqual({ secret, in: [] });
    expect(await starting({}, secretsIn)).toEqual(given);
    if (existsSync(shop.file)) {
      shop.writer.pragma("wal_checkpoint(FULL)");
      expect(readFileSync(shop.file, "latin1")).not.toContain("PlainPushSecret");
    }
  });

  it("move to a new key at a start with both, and the old one can go", async () => {
    const given = await live();
    await starting({}, async () => undefined);
    const both = `${OTHER_KEY},${TEST_KEY}`;
    expect(await starting({ SECRETS_KEY: both }, secretsIn)).toEqual(given);
    expect(await starting({ SECRETS_KEY: OTHER_KEY }, secretsIn)).toEqual(given);
    await expect(starting({ SECRETS_KEY: TEST_KEY }, secretsIn)).rejects.toThrow(
      /sealed with key \w{8}, and SECRETS_KEY has \w{8}/,
    );
  });

  it("cannot be moved to another row or replaced by plain text", async () => {
    const vault = createTestVault();
    const sealed = vault.seal(["orders.sealed_token", "ORD-1"], "token");
    expect(vault.open(["orders.sealed_token", "ORD-1"], sealed)).toBe("token");
    expect(() => vault.open(["orders.sealed_token", "ORD-2"], sealed)).toThrow("sealed for another row");
    expect(() => vault.open(["invoices.sealed_token", "ORD-1"], sealed)).toThrow("sealed for another row");
    expect(() => vault.open(["orders.sealed_token", "ORD-1"], "token")).toThrow("is not sealed");
    expect(() => createVault([OTHER_KEY], Buffer.alloc).open(["orders.sealed_token", "ORD-1"], sealed)).toThrow(
      "not in SECRETS_KEY",
    );
  });
});

describe("the key of secrets", () => {
  const file = () => join(shop.folder, "secrets.key");

  it("is required and must match before anything is changed, and doctor says so", async () => {
    await live();
    await starting({}, async () => undefined);
    const before = shop.writer.prepare("select * from secrets order by name").all();
    rmSync(file());
    await expect(starting({}, secretsIn)).rejects.toThrow(
      /sealed with key \w{8}, and there is none in .*secrets\.key\. Set SECRETS_KEY/,
    );
    await expect(starting({ SECRETS_KEY: OTHER_KEY }, secretsIn)).rejects.toThrow("Set SECRETS_KEY to that key");
    expect(existsSync(file())).toBe(false);
    expect(shop.writer.prepare("select * from secrets order by name").all()).toEqual(before);
    const check = async (more: Record<string, string>) => {
      const settings = readSettings({ ...env, ...more });
      const db = await openQuestions(settings);
      return checkSecrets(db, settings)
        .then(inEnglish)
        .finally(() => db.close());
    };
    await expect(check({})).rejects.toThrow("there is none in");
    expect(await check({ SECRETS_KEY: TEST_KEY })).toContain("of SECRETS_KEY, which is in no backup");
    writeFileSync(file(), TEST_KEY);
    chmodSync(file(), 0o644);
    await expect(check({})).rejects.toMatchObject({ cure: `chmod 600 ${file()}` });
  });

  it.skipIf(process.env.TEST_ENGINE === "postgres")(
    "is made by the first start, and needed to restore a backup",
    async () => {
      rmSync(file());
      await starting({}, async () => undefined);
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      const copy = join(shop.folder, "copy.db");
      expect((await runHere(["backup", copy], env)).stdout).toContain(
        `the key of secrets, which is in ${file()} and not in it`,
      );
      expect(readFileSync(copy, "latin1")).not.toContain(readFileSync(file(), "utf8").trim());
      const key = readFileSync(file(), "utf8");
      rmSync(file());
      const elsewhere = { ...env, DATA_DIR: join(shop.folder, "elsewhere") };
      const refused = await runHere(["restore", copy], elsewhere);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("cannot be restored. The secrets in the database are sealed with key"),
      });
      expect(await runHere(["restore", copy], { ...elsewhere, SECRETS_KEY: key.trim() })).toMatchObject({ code: 0 });
    },
  );

  it.skipIf(process.env.TEST_ENGINE === "postgres")(
    "can be lost: the documented statements give up what it sealed",
    async () => {
      const given = await live();
      await starting({}, async () => undefined);
      writeFileSync(file(), OTHER_KEY);
      await expect(starting({}, secretsIn)).rejects.toThrow("If it is lost for good");
      const guide = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
      shop.writer.exec(/```sql\n(delete from secrets[^`]*)```/.exec(guide)![1]!);
      await starting({}, async (store) => {
        const [order] = (await store.orders.listOwned("person-1", { page: 1, perPage: 9 })).items;
        const [invoice] = await store.invoices.ofOrder(order!.number);
        expect([order!.token.length, invoice!.token.length]).toEqual([64, 64]);
        expect((await store.invoices.findByToken(invoice!.token))?.number).toBe(invoice!.number);
        expect([await store.orders.findByToken(given[3]!), await store.secrets.find("oauth-jwks")]).toEqual([
          undefined,
          undefined,
        ]);
      });
    },
  );

  it.skipIf(process.env.TEST_ENGINE !== "postgres")("must be set on every node", async () => {
    rmSync(file());
    await expect(starting({}, secretsIn)).rejects.toThrow("DATABASE_URL needs SECRETS_KEY, the same on every node.");
    await starting({ SECRETS_KEY: TEST_KEY }, async () => undefined);
    await expect(starting({ SECRETS_KEY: OTHER_KEY }, secretsIn)).rejects.toThrow("sealed with key");
  });
});
