import { expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { txt } from "../helpers/dns-server.ts";

const WEEK = 7 * 24 * 3600_000;
const NAME = "_debut-claim.checked.example";

const world = await createClaimsWorld({ hosts: [] });
await world.listing("Checked");
const { body } = await world.as("ann").post("/claims", { body: { slug: "checked", method: "dns" } });
const id = body.claim_id;
const value = body.instructions.dns.value;
world.records[NAME] = [txt(value)];
expect(await world.as("ann").post(`/claims/${id}/verify`)).toMatchObject({ status: 200 });

const claim = async () => (await world.deps.store.claims.find(id))!.claim;
const verified = async () => (await world.rest("GET", "/listings/checked")).body.verified.claimed;
const weekLater = async () => {
  world.advance(WEEK + 3600_000);
  await world.drain();
};
const subjects = () => world.mailsTo("ann@people.example");

it("a claim is checked weekly, and survives two misses in a row and any number of failures to connect", async () => {
  const asked = world.questions.length;
  world.advance(WEEK / 2);
  await world.drain();
  expect(world.questions.length).toBe(asked);
  await weekLater();
  expect(await claim()).toMatchObject({ status: "verified", misses: 0, checkResult: "found" });

  world.records[NAME] = [txt("gone")];
  await weekLater();
  expect(await claim()).toMatchObject({ status: "verified", misses: 1 });
  expect(await subjects()).toEqual(["The proof for Checked is missing"]);
  world.records[NAME] = "SERVFAIL";
  await weekLater();
  expect(await claim()).toMatchObject({ status: "verified", misses: 1, checkResult: "unreachable" });
  world.records[NAME] = "NXDOMAIN";
  await weekLater();
  expect((await claim()).misses).toBe(2);
  world.records[NAME] = [txt(value)];
  await weekLater();
  expect((await claim()).misses).toBe(0);
  expect(await verified()).toBe(true);
  expect(await subjects()).toHaveLength(1);
});

it("a listing is no longer verified after three misses in a row; its owner stays, gets an email, and can verify it again", async () => {
  delete world.records[NAME];
  for (let week = 1; week <= 3; week++) {
    expect(await verified()).toBe(true);
    await weekLater();
  }
  expect(await verified()).toBe(false);
  expect(await claim()).toMatchObject({ status: "expired", misses: 3 });
  expect((await subjects()).slice(1)).toEqual(["The proof for Checked is missing", "Checked is no longer verified"]);
  expect((await world.as("ann").get("/me/listings")).body.total).toBe(1);
  const [item] = (await world.as("ann").get("/claims")).body.items;
  expect(item).toMatchObject({ status: "expired", next_actions: ["claim_listing"] });
  expect(item.instructions.text).toContain("missing three weeks in a row");

  const { body } = await world.as("ann").post("/claims", { body: { slug: "checked", method: "dns" } });
  world.records[NAME] = [txt(body.instructions.dns.value)];
  expect(await world.as("ann").post(`/claims/${body.claim_id}/verify`)).toMatchObject({ status: 200 });
  expect(await verified()).toBe(true);
});
