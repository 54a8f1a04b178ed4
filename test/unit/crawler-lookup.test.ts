import type { LookupAddress } from "node:dns";
import { expect, it } from "vitest";
import { createGuardedLookup } from "../../crawler/lookup.ts";
import { fetchFrom, serve, serveDns } from "./crawler-servers.ts";

const PUBLIC = "93.184.216.34";

function ask(server: string, name: string): Promise<LookupAddress[]> {
  const lookup = createGuardedLookup([server]);
  return new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses as LookupAddress[])));
  });
}

it("the lookup returns public addresses of both families", async () => {
  const { server } = await serveDns((_, type) => (type === "A" ? [PUBLIC] : ["2606:4700:4700::1111"]));
  await expect(ask(server, "shop.com")).resolves.toEqual([
    { address: PUBLIC, family: 4 },
    { address: "2606:4700:4700::1111", family: 6 },
  ]);
});

it.each(["127.0.0.1", "169.254.169.254", "10.1.2.3", "168.63.129.16", "0.0.0.0"])(
  "refuses a name that leads to %s",
  async (address) => {
    const { server } = await serveDns((_, type) => (type === "A" ? [address] : []));
    await expect(ask(server, "shop.com")).rejects.toMatchObject({
      code: "address_refused",
      message: "shop.com does not resolve to a public address.",
    });
  },
);

it("the lookup refuses a name with one private address among public ones, in either family", async () => {
  const mixed = await serveDns((_, type) => (type === "A" ? [PUBLIC, "10.0.0.1", "1.1.1.1"] : []));
  await expect(ask(mixed.server, "shop.com")).rejects.toMatchObject({ code: "address_refused" });
  const sixOnly = await serveDns((_, type) => (type === "A" ? [PUBLIC] : ["::ffff:7f00:1"]));
  await expect(ask(sixOnly.server, "shop.com")).rejects.toMatchObject({ code: "address_refused" });
});

it("a connection uses the checked address, so later DNS changes have no effect", async () => {
  const { server, questions } = await serveDns((_, type, nth) =>
    type === "A" ? [nth === 0 ? PUBLIC : "127.0.0.1"] : [],
  );
  await expect(ask(server, "rebind.com")).resolves.toEqual([{ address: PUBLIC, family: 4 }]);
  await expect(ask(server, "rebind.com")).rejects.toMatchObject({ code: "address_refused" });
  expect(questions.filter((question) => question === "A rebind.com")).toHaveLength(2);
});

it("a fetch of a private name fails without a connection or a second lookup", async () => {
  const trap = await serve((_, response) => response.end("SECRET"));
  const { server, questions } = await serveDns((_, type) => (type === "A" ? ["127.0.0.1"] : []));
  const fetch = fetchFrom(trap.port, "other.test", [server]);
  await expect(fetch("http://rebind.com/")).rejects.toMatchObject({ code: "address_refused" });
  expect(questions.sort()).toEqual(["A rebind.com", "AAAA rebind.com"]);
  expect(trap.hits).toEqual([]);
});

it("an unknown name is a different error than a refused one", async () => {
  const { server } = await serveDns(() => []);
  const fetch = fetchFrom(1, "other.test", [server]);
  await expect(fetch("https://nowhere.com/")).rejects.toMatchObject({
    code: "unreachable",
    message: "The domain nowhere.com could not be found.",
  });
});
