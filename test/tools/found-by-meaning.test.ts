import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const founder = (name: string) => ({ name, title: "Founder", bio: null, avatar_url: null, socials: {} });
const world = await createWorld();
await world.listing("Rostermoon", {
  profile: { description: "Rotas and shifts for nurses." },
  founders: [founder("Ida Quist"), founder("Ola Berg")],
});
await world.listing("Splitfern", {
  category: "personal-budgeting",
  content: { country: "NZ" },
  profile: { description: "Shared expenses of flatmates." },
  founders: [founder("Mele Tupou")],
});

const names = async (query: string) => {
  const { body } = await world.rest("GET", `/founders?${query}`);
  const input = Object.fromEntries(new URLSearchParams(query));
  expect((await world.mcp("list_founders", input)).body.structuredContent).toEqual(body);
  return body.items.map(({ name }: { name: string }) => name);
};

describe("founders", () => {
  it("are found by what they build, in the order of what is found", async () => {
    expect(await names("q=plan+the+shifts+of+a+nurse")).toEqual(["Ida Quist", "Ola Berg"]);
    expect(await names("q=split+expenses+with+flatmates")).toEqual(["Mele Tupou"]);
  });
  it("of other countries are left out", async () => {
    expect(await names("q=shared+expenses&country=NZ")).toEqual(["Mele Tupou"]);
    expect(await names("q=nurse+shifts&country=NZ")).toEqual([]);
  });
  it("are found by name alone if one has it", async () => {
    expect(await names("q=mele")).toEqual(["Mele Tupou"]);
  });
});

describe("posts", () => {
  it("with some of the words of a question are found if none has all", async () => {
    await world.deps.store.change((tx) =>
      tx.posts.save({
        ...{ slug: "taglines", title: "Write a tagline", excerpt: "Short.", bodyMarkdown: "Say what it does." },
        ...{
          tags: [],
          author: "Ida",
          coverUrl: null,
          faqs: [],
          isDemo: false,
          publishedAt: world.deps.now(),
          updatedAt: world.deps.now(),
        },
      }),
    );
    const { body } = await world.rest("GET", "/blog?q=how+do+i+write+good+taglines");
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["taglines"]);
    expect((await world.rest("GET", "/blog?q=how+do+i+zzqq")).body.items).toEqual([]);
  });
});

describe("the page of a category", () => {
  const similar = async (slug: string) => {
    const page = await (await fetch(`${world.baseUrl}/categories/${slug}`)).text();
    return page.includes("Similar categories") ? page.slice(page.indexOf("Similar categories")) : "";
  };
  it("names others that are about the same and have listings", async () => {
    expect(await similar("invoicing")).not.toContain("/categories/expense-management");
    await world.listing("Fernbook", { category: "expense-management" });
    expect(await similar("invoicing")).toContain("/categories/expense-management");
    expect(await similar("games")).toBe("");
  });
});
