import { expect, it } from "vitest";
import { databaseFile } from "../../core/settings/config.ts";
import { openStore } from "../../server/open-store.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { createWorld } from "../helpers/world.ts";

const NAMES = ["Zoë Ünal", "zed abel", "Özil Mert", "Oz Land", "Élodie Roux", "Emil", "de la Cruz", "Łukasz", "Иван"];
const world = await createWorld();
for (const name of NAMES) {
  const made = await world.listing(`Work of ${name}`);
  await world.deps.store.change((tx) =>
    tx.listings.update(
      made,
      made,
      { founders: [{ name, title: null, bio: null }], ownerId: null },
      { accountId: null, client: "test" },
      world.deps.now(),
    ),
  );
}

const byName = NAMES.toSorted(new Intl.Collator("en").compare);
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name);

it("list_founders sorts by name as people do, over REST and MCP and page by page", async () => {
  expect(names((await world.rest("GET", "/founders")).body)).toEqual(byName);
  expect(names((await world.mcp("list_founders", {})).body.structuredContent)).toEqual(byName);
  const paged = [];
  for (let page = 1; page <= 5; page++)
    paged.push(...names((await world.rest("GET", `/founders?per_page=2&page=${page}`)).body));
  expect(paged).toEqual(byName);
});

it("founders of an upgraded database are sorted like that too", async () => {
  const writer = openWriter(databaseFile(world.deps.settings));
  writer.exec("update founders set sort_name = ''; update search_state set value = 0 where key = 'founder_names'");
  writer.close();
  const store = await openStore(world.deps.settings, world.deps.log);
  const { items } = await store.founders.list({}, { page: 1, perPage: 20 });
  await store.close();
  expect(names({ items })).toEqual(byName);
});
