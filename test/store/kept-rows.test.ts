import { setImmediate as breathe } from "node:timers/promises";
import { expect, it } from "vitest";
import type { ListingInList } from "../../domain/listings/listing.ts";
import { openRaw } from "../helpers/database.ts";
import { caughtUp } from "../helpers/postgres/caught-up.ts";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();
await world.listing("One", { category: "crm" });
await world.listing("Two", { category: "email-marketing" });

const rows = async (): Promise<Map<number, ListingInList>> => {
  await breathe();
  await caughtUp(world.deps.store);
  const page = { page: 1, perPage: 20 };
  const { items } = await world.deps.store.listings.search({ status: "live", sort: "newest" }, page);
  return new Map(items.map((row) => [row.id, row]));
};

it("a list row is up to date after every write of any process", async () => {
  const other = await openRaw(world.deps.settings);
  try {
    const [id, two] = [...(await rows()).keys()].sort();
    const shown = async () => (await rows()).get(id!);
    expect(await shown()).toMatchObject({ slug: "one", votes: 0, category: { slug: "crm" } });

    other.exec(`update listings set tagline = 'Another', votes = 7 where id = ${id}`);
    expect(await shown()).toMatchObject({ tagline: "Another", votes: 7 });
    other.exec(`update listings set views = 9 where id = ${id}`);
    expect(await shown()).toMatchObject({ views: 9 });
    other.exec("update categories set name = 'Customers' where slug = 'crm'");
    expect(await shown()).toMatchObject({ category: { name: "Customers" } });

    // The second one takes the slug that the first one had.
    other.exec(`update listings set slug = 'uno' where id = ${id}`);
    expect(await shown()).toMatchObject({ slug: "uno" });
    other.exec(`update listings set slug = 'one', tagline = 'Second' where id = ${two}`);
    expect([...(await rows()).values()].map(({ slug }) => slug).sort()).toEqual(["one", "uno"]);
    other.exec(`update listings set tagline = 'Third' where id = ${two}`);
    expect((await rows()).get(two!)).toMatchObject({ tagline: "Third" });

    other.exec(`begin; update listings set tagline = 'Never' where id = ${id}`);
    expect(await shown()).toMatchObject({ tagline: "Another" });
    other.exec("rollback");
    expect(await shown()).toMatchObject({ tagline: "Another" });

    other.exec(`update listings set status = 'suspended' where id = ${id}`);
    expect(await shown()).toBeUndefined();
  } finally {
    other.close();
  }
});
