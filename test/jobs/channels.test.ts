import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { CHANNEL_KINDS, type ChannelKind, type ChannelNews } from "../../domain/notifications/channel.ts";
import { sendPost } from "../../jobs/post-to-channels.ts";
import { CHANNEL_FORMS, createNetworks } from "../helpers/networks.ts";
import { reportsOf } from "../helpers/reports.ts";
import { createTeam } from "../site/admin-world.ts";

const networks = await createNetworks();
const { world, store, root, act, logged } = await createTeam({ env: { OUTBOUND_RESOLVE: networks.resolve } });
const { deps } = world;
const MINUTE = 60_000;
const NASTY = "@everyone <!channel> *B* [x](y) & 日本";
/** As it is shown: an invisible space takes the mention away. */
const SHOWN = NASTY.replace("@", "@\u200b");

afterAll(networks.close);
beforeEach(async () => {
  networks.posted.length = 0;
  networks.requests.length = 0;
  networks.behaviours.clear();
  for (const { id } of await store.channels.list()) await store.change((tx) => tx.channels.remove(id));
});

async function channel(kind: ChannelKind, gets: ChannelNews[] = ["launches"]): Promise<string> {
  await root.get(`/admin/channels/new/${kind}`);
  const { status, location } = await root.post(`/admin/channels/new/${kind}`, { ...CHANNEL_FORMS[kind], gets });
  expect(status).toBe(303);
  return /channels\/([\w-]+)/.exec(location)![1]!;
}
const find = async (id: string) => (await store.channels.find(id))!;
const later = async (minutes: number) => {
  world.advance(minutes * MINUTE);
  deps.wakeJobs();
  await world.drain();
};
let made = 0;
async function launch(name = `Product ${++made}`) {
  const site = `product-${++made}.example`;
  const listing = await world.listing(name, {
    site,
    status: "scheduled",
    plan: "free",
    launchedAt: null,
    slug: `product-${made}`,
  });
  world.advance(1000);
  const now = deps.now();
  await store.change((tx) => tx.launches.goLive(listing.id, { launchedAt: now, monday: "2026-11-23", now }));
  return listing;
}

describe("a channel", () => {
  it.each(CHANNEL_KINDS)(
    "of %s gets a launch once, in its own format, with markup and mentions as plain text",
    async (kind) => {
      const id = await channel(kind);
      const { slug } = await launch(NASTY);
      await later(1);
      expect(networks.posted).toEqual([]);
      await later(3);
      await later(60);
      expect(await find(id)).toMatchObject({ lastError: null, failures: 0 });
      expect(networks.posted).toHaveLength(1);
      const [post] = networks.at(kind);
      expect(post?.text).toContain(`${SHOWN}: ${SHOWN} in one line`);
      expect(post?.text.split("\n")[0]).toBe("New on Debut");
      expect(post?.links).toEqual([`${world.baseUrl}/listings/${slug}`]);
    },
  );

  it.each(CHANNEL_KINDS)("of %s gets many launches as one post, as many as it has room for", async (kind) => {
    await channel(kind);
    for (let count = 0; count < 30; count++) await launch(`Some product with a long name ${count}`);
    await later(4);
    const [post, ...more] = networks.at(kind);
    expect(more).toEqual([]);
    expect(post?.text).toMatch(/^30 new listings on Debut\n/);
    const left = Number(/and (\d+) more/.exec(post?.text ?? "")?.[1]);
    expect(post?.links.length).toBe(30 - left + 1);
    expect(post?.links.at(-1)).toBe(`${world.baseUrl}/launches`);
  });

  it("gets nothing of a listing that is hidden before its post, nor what happened before it was added", async () => {
    await launch();
    const id = await channel("discord");
    const hidden = await launch();
    await store.change((tx) => tx.launches.setBadgeStatus(hidden.id, "suspended", "spam", deps.now()));
    await later(4);
    expect(networks.requests).toEqual([]);
    const shown = await launch("Shown at last");
    await later(4);
    expect(networks.at("discord").map(({ text }) => text)).toEqual([
      "New on Debut\nShown at last: Shown at last in one line",
    ]);
    expect((await find(id)).sentAt).toEqual(deps.now());
    expect(shown.id).toBeGreaterThan(hidden.id);
  });

  it("gets winners, updates and reports, and a public one never reports", async () => {
    await channel("slack", ["winners", "updates", "reports"]);
    const open = await channel("mastodon", ["winners", "updates", "reports"]);
    expect((await find(open)).gets).toEqual(["winners", "updates"]);
    const [one, two] = [await launch("First one"), await launch("Second one")];
    const at = deps.now();
    const award = (listingId: number, place: 1 | 2) => ({
      ...{
        id: `award-${place}`,
        kind: "launch_of_the_week" as const,
        week: "2026-11-23",
        place,
        listingId,
        votes: 9 - place,
      },
      ...{ tied: false, reachedAt: at, startsAt: at, endsAt: at, awardedAt: at },
    });
    await store.change((tx) => tx.awards.give("2026-11-23", [award(one.id, 1), award(two.id, 2)], at));
    const { id: accountId } = await world.account("ann");
    const text = { title: "Now with tides", body: "A text." };
    await store.change((tx) => tx.updates.add({ listingId: one.id, accountId, ...text, publishedAt: at }));
    const desk = reportsOf({ world, store, root });
    await desk.report(desk.visitor(), `/report/listing/${one.slug}`, {
      name: "Reporter",
      email: "reporter@people.example",
    });
    await later(4);
    expect(
      networks
        .at("slack")
        .map(({ text: said }) => said.split("\n"))
        .sort(),
    ).toEqual([
      ["1 new report on Debut", "First one: Spam or hidden advertising"],
      ["Updates on Debut", "First one: Now with tides"],
      [
        "Winners of the week of 23 November 2026 on Debut",
        "First one: 1st place · 8 votes",
        "Second one: 2nd place · 7 votes",
      ],
    ]);
    expect(networks.at("mastodon")).toHaveLength(2);
    expect(JSON.stringify(networks.posted)).not.toMatch(/reporter@|Reporter|second sentence/);
  });
});

describe("a failure", () => {
  it.each([
    ["discord", { status: 429, headers: {}, body: { message: "You are being rate limited.", retry_after: 1500.5 } }],
    [
      "telegram",
      { status: 429, body: { ok: false, description: "Too Many Requests", parameters: { retry_after: 1500 } } },
    ],
    ["slack", { status: 429, headers: { "retry-after": "1500" }, body: "rate_limited" }],
  ] as const)("waits as long as %s asks, and then posts once", async (kind, answer) => {
    const id = await channel(kind);
    networks.behaviours.set(kind, answer);
    await launch();
    await later(4);
    networks.behaviours.clear();
    await later(24);
    expect(networks.requests).toHaveLength(1);
    expect((await find(id)).lastError).toMatch(/^429: /);
    await later(3);
    expect(networks.at(kind)).toHaveLength(1);
    expect(await find(id)).toMatchObject({ failures: 0, lastError: null });
  });

  it("of a deleted webhook switches the channel off and tells the admins; turned on again, it gets only what is new", async () => {
    const id = await channel("discord");
    networks.behaviours.set("discord", { status: 404, body: { message: "Unknown Webhook", code: 10015 } });
    await launch();
    for (const minutes of [4, 2, 6]) await later(minutes);
    expect(networks.requests).toHaveLength(3);
    expect(await find(id)).toMatchObject({ offReason: "refused", lastError: "404: Unknown Webhook" });
    const mails = (await store.mails.list({ page: 1, perPage: 100 })).items;
    expect(
      mails.filter(({ subject }) => subject === "Debut no longer posts to Discord").map(({ recipient }) => recipient),
    ).toEqual(["root@people.example"]);
    networks.behaviours.clear();
    await launch("While it was off");
    await later(60);
    await root.get(`/admin/channels/${id}`);
    expect(await act(`/admin/channels/${id}/on`, {})).toBe("channel-on");
    await launch("After that");
    await later(4);
    expect(networks.at("discord").map(({ text }) => text)).toEqual([
      "New on Debut\nAfter that: After that in one line",
    ]);
  });

  it.each(["discord", "mastodon", "bluesky"] as const)(
    "to save the answer of %s makes no second post",
    async (kind) => {
      const id = await channel(kind);
      const after = (await find(id)).postedSeq;
      await launch();
      const upTo = (await store.events.bounds()).newest;
      const payload = {
        ...{ channelId: id, news: "launches", after, upTo, key: `${id}:launches:${upTo}` },
        ...{ at: deps.now().getTime(), attempt: 0 },
      };
      const dying = { ...deps, store: { ...store, change: () => Promise.reject(new Error("killed")) } };
      const { signal } = new AbortController();
      await expect(sendPost.run(payload, dying, signal)).rejects.toThrow("killed");
      await sendPost.run(payload, deps, signal);
      expect(networks.at(kind)).toHaveLength(1);
    },
  );
});

describe("the page of a channel", () => {
  it("previews what it gets, sends a test, and shows no secret", async () => {
    await launch("Previewed");
    const id = await channel("telegram", ["launches", "reports"]);
    const page = await root.get(`/admin/channels/${id}`);
    expect(page.text).toContain("Previewed");
    expect(page.text).toContain("1 new report on Debut");
    expect(page.text).not.toContain("123:abc");
    const sent = await root.post(`/admin/channels/${id}/test`);
    expect(sent.status).toBe(200);
    expect(networks.at("telegram").map(({ text }) => text)).toEqual(["Test from Debut\nDebut: This channel works."]);
    expect(await logged()).toMatchObject({ action: "channel.test", name: "Telegram", after: { posted: true } });
    await root.post(`/admin/channels/${id}`, { account: "@launches", secret: "999:wrong", gets: ["launches"] });
    const refused = await root.post(`/admin/channels/${id}/test`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("401 Unauthorized");
    expect(JSON.stringify(await store.audit.list({}, { page: 1, perPage: 20 }))).not.toMatch(/123:abc|999:wrong/);
  });

  it.each([
    ["discord", { secret: "http://discord.com/api/webhooks/1/token" }, "Must be an https URL."],
    ["mattermost", { secret: "https://10.0.0.8/hooks/abc" }, "IP address"],
    ["telegram", { account: "", secret: "123:abc" }, "Required."],
    ["mastodon", { server: "localhost", secret: "mast" }, "not a public"],
    ["bluesky", { account: "site.bsky.social", secret: "" }, "Required."],
  ] as const)("refuses what %s cannot be reached with, and keeps the rest", async (kind, typed, fault) => {
    await root.get(`/admin/channels/new/${kind}`);
    const form = { ...CHANNEL_FORMS[kind], gets: ["launches", "updates"], ...typed };
    const { status, text } = await root.post(`/admin/channels/new/${kind}`, form);
    expect(status).toBe(400);
    expect(text).toContain(fault);
    expect(text).toMatch(/value="updates" checked/);
    expect(await store.channels.list()).toEqual([]);
  });
});
