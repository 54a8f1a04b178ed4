import { expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();

it("a portrait shows on every listing of its founder, and on nobody else", async () => {
  const { store } = world.deps;
  const { id: ownerId } = await world.account("ann");
  const people = ["Bo Tarn", "Cy Holm"].map((name) => ({ name, title: null, bio: null }));
  const { id, profile } = await world.listing("First", { ownerId, category: "crm", founders: people });
  const [bo, cy] = profile.founders;
  const setFace = (url: string | null, by: string) => store.change((tx) => tx.listings.setFace(bo!.slug, url, by));
  expect(await setFace("https://pictures.example/bo.png", ownerId)).toBe(true);
  const shown = (await store.listings.find(id))?.profile.founders;
  expect(shown).toEqual([{ ...bo, avatarUrl: "https://pictures.example/bo.png" }, cy]);
  expect(await setFace(null, "somebody")).toBe(false);
});
