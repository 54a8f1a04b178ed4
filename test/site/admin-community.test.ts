import { describe, expect, it } from "vitest";
import { createTeam } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

const team = await createTeam();

const find = async (id: number) => (await team.store.listings.find(id))!;

describe("votes", () => {
  it("that do not count are told with their reason, and a person may restore them", async () => {
    const { world, root, act, vote, store, logged } = team;
    await world.account("una", { verified: false });
    const { id, slug } = await world.listing("Acme Charts");
    await vote("una", slug);
    expect((await find(id)).votes).toBe(0);
    const list = (await root.get("/admin/votes")).text;
    expect(list).toContain("unconfirmed");
    expect((await root.get(`/admin/votes?listing=${id}&reason=network_burst`)).text).toContain("No matching votes.");
    const [, voteId] = /action="\/admin\/votes\/(\d+)"/.exec(list)!;

    expect(await act(`/admin/votes/${voteId}`, { decision: "restore" })).toBe("vote-restored");
    expect((await find(id)).votes).toBe(1);
    expect(await logged()).toEqual({
      action: "vote.rule",
      name: "Acme Charts",
      before: { counted: false, reason: "unverified" },
      after: { counted: true, ruling: "counted" },
    });
    // A decision of a person outlives the checks.
    const una = await world.account("una");
    await store.change((tx) => tx.votes.judgeAgain(una.id, { network: 1, newAccounts: 1 }));
    expect((await find(id)).votes).toBe(1);

    expect((await root.get(`/admin/votes?counted=yes&listing=${id}`)).text).toContain("restored by the team");
    const back = `/admin/votes?counted=yes&listing=${id}`;
    const dropped = await root.post(`/admin/votes/${voteId}`, { decision: "drop", back });
    expect(dropped.location).toBe(`${back}&notice=vote-dropped`);
    expect(await find(id)).toMatchObject({ votes: 0, trending: 0 });
    expect((await root.get("/admin/votes?reason=site_team")).text).toContain("decided by the team");
    expect(await act(`/admin/votes/${voteId}`, { decision: "recheck" })).toBe("vote-rechecked");
    expect((await store.votes.findById(Number(voteId)))?.vote).toMatchObject({ counted: false, reason: "unverified" });
    expect(await act(`/admin/votes/${voteId}`, { decision: "double" })).toBe("404");
    expect(await act("/admin/votes/99999", { decision: "drop" })).toBe("gone");
    const away = await root.post(`/admin/votes/${voteId}`, { decision: "recheck", back: "https://evil.example" });
    expect(away.location).toBe("/admin/votes?notice=vote-rechecked");
  });
});

describe("launch weeks", () => {
  it("show their places, and get a number of their own and give it back", async () => {
    const { world, root, act, store, logged } = team;
    const page = (await root.get("/admin/weeks")).text;
    const mondays = [...page.matchAll(/action="\/admin\/weeks\/([^"]+)"/g)].map(([, monday]) => monday!);
    const week = mondays[3]!;
    await world.listing("Free One", { status: "scheduled", plan: "free", launchWeek: week });
    await world.listing("Waiting One", { status: "awaiting_badge", plan: "free", launchWeek: week });
    await world.listing("Paid One", { status: "scheduled", plan: "launch", launchWeek: week });
    expect(await act(`/admin/weeks/${week}`, { capacity: "2" })).toBe("week-saved");
    expect(await store.launches.placesIn(week, world.deps.now())).toEqual({
      ...{ free: 1, paid: 1, awaited: 1, own: 2 },
      // Nobody is in line for it.
      ...{ offered: 0, waiting: [] },
    });
    expect(await store.launches.room(week, 25, world.deps.now())).toEqual({ booked: 2, capacity: 2 });
    expect((await root.get("/admin/weeks")).text).toMatch(
      /1 free launch, 1 paid launch; 1 without a badge yet.*full<\/span>/s,
    );
    expect(await logged()).toMatchObject({ action: "week.capacity", name: week, before: {}, after: { capacity: 2 } });
    for (const capacity of ["many", "-1", "100000"])
      expect((await root.post(`/admin/weeks/${week}`, { capacity })).status).toBe(400);
    expect(await act(`/admin/weeks/${week}`, { capacity: "" })).toBe("week-saved");
    expect((await store.launches.room(week, 25, world.deps.now())).capacity).toBe(25);
    expect(await act("/admin/weeks/2026-11-18", { capacity: "2" })).toBe("404");
  });
});

describe("people", () => {
  it("are found, confirmed, suspended with their votes, and let back in", async () => {
    const { world, root, act, vote, signedIn, logged } = team;
    const { id } = await world.account("pia", { verified: false });
    const { id: listingId, slug } = await world.listing("Pia Likes It");
    await vote("pia", slug);
    const path = `/admin/users/${id}`;
    expect((await root.get("/admin/users?q=PIA%40people")).text).toContain(`href="${path}"`);
    expect((await root.get("/admin/users?q=pia&only=unverified")).text).toContain(path);
    expect((await root.get("/admin/users?only=suspended")).text).toContain("No matching people.");
    expect((await root.get("/admin/users?q=%25")).text).toContain("No matching people.");

    await root.get(path);
    expect(await act(path, { do: "make-admin" })).toBe("admin-unfit");
    expect(await act(path, { do: "verify" })).toBe("account-verified");
    expect((await find(listingId)).votes).toBe(1);

    const pia = await signedIn("pia");
    expect((await pia.get("/account")).status).toBe(200);
    expect(await act(path, { do: "sign-out" })).toBe("account-signed-out");
    expect((await pia.get("/account")).location).toContain("/sign-in");

    await pia.signIn("pia@people.example");
    expect(await act(path, { do: "suspend" })).toBe("account-suspended");
    expect(await logged()).toMatchObject({
      name: "pia@people.example",
      before: { status: "active" },
      after: { status: "suspended" },
    });
    expect((await find(listingId)).votes).toBe(0);
    expect((await pia.get("/account")).location).toContain("/sign-in");
    expect((await createVisitor(world.baseUrl).signIn("pia@people.example")).status).not.toBe(303);
    expect(await act(path, { do: "restore" })).toBe("account-restored");
    expect((await find(listingId)).votes).toBe(1);
    expect(await act(path, { do: "fly" })).toBe("404");
  });

  it("always have an admin among them", async () => {
    const { world, root, act, store } = team;
    const { id: rootId } = await world.account("root");
    const { id: otherId } = await world.account("zoe");
    await root.get("/admin/users");
    expect((await root.get(`/admin/users/${rootId}`)).text).toContain("Remove admin role");
    expect(await act(`/admin/users/${rootId}`, { do: "end-admin" })).toBe("last-admin");
    expect(await act(`/admin/users/${rootId}`, { do: "suspend" })).toBe("last-admin");
    expect(await act(`/admin/users/${otherId}`, { do: "make-admin" })).toBe("account-made-admin");
    expect((await store.accounts.admins()).length).toBe(2);
    expect(await act(`/admin/users/${otherId}`, { do: "end-admin" })).toBe("account-no-admin");
    expect(await act(`/admin/users/${rootId}`, { do: "end-admin" })).toBe("last-admin");
  });
});
