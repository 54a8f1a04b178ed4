import { describe, expect, it } from "vitest";
import { createTeam } from "./admin-world.ts";

const team = await createTeam();
await team.root.get("/admin/backups");

const CATEGORY = {
  name: "Boat booking",
  description: "Berths and boats.",
  parent: "",
  keywords: "boats, berths",
  compare: "Tide tables\nFree plan\nFree plan",
  position: "900",
};

describe("categories", () => {
  it("are made and renamed, on listings too, and say what is compared", async () => {
    const { world, root, act, store, logged } = team;
    const made = await act("/admin/categories/new", { ...CATEGORY, slug: "boat-booking" });
    expect(made).toBe("category-saved");
    expect(await logged()).toMatchObject({
      action: "category.save",
      after: { "compared by": "Tide tables, Free plan" },
    });
    const { id, slug } = await world.listing("Tidepool", { category: "boat-booking" });
    expect(await act("/admin/categories/boat-booking", { ...CATEGORY, name: "Boats & berths" })).toBe("category-saved");
    expect((await store.listings.find(id))!.profile.categories).toEqual([
      { slug: "boat-booking", name: "Boats & berths", primary: true },
    ]);
    expect((await world.rest("GET", `/listings/${slug}`)).body.category.name).toBe("Boats & berths");
    expect((await world.rest("GET", "/listings?q=berths")).body.items).toMatchObject([{ slug }]);
    expect(await store.reference.compareAttributes(["boat-booking"])).toEqual(["Tide tables", "Free plan"]);
    expect((await root.get("/admin/categories/boat-booking")).text).toContain("Boats &amp; berths");
  });

  it("refuse what would break the tree", async () => {
    const { root, act, store } = team;
    const top = (await store.reference.categories()).find(({ parentSlug }) => parentSlug === null)!;
    const child = (await store.reference.categories()).find(({ parentSlug }) => parentSlug === top.slug)!;
    const wrong = async (path: string, words: Record<string, string>) => {
      const reply = await root.post(path, { ...CATEGORY, ...words });
      expect(reply.status).toBe(400);
      return /class="fault"[^>]*>([^<]+)/.exec(reply.text)?.[1];
    };
    expect(await wrong("/admin/categories/new", { slug: "Not A Slug" })).toContain("lower-case letters");
    expect(await wrong("/admin/categories/new", { slug: top.slug })).toBe("This slug is already taken.");
    expect(await wrong(`/admin/categories/${top.slug}`, { parent: child.slug })).toBe(
      "A category cannot be its own parent.",
    );
    expect(await wrong(`/admin/categories/${top.slug}`, { parent: "nowhere" })).toBe("This category does not exist.");
    expect(await wrong(`/admin/categories/${top.slug}`, { name: "" })).toContain("name");
    expect(await wrong(`/admin/categories/${top.slug}`, { position: "first" })).toContain("whole number");
    expect(await act("/admin/categories/nowhere", CATEGORY)).toBe("404");
    expect((await store.reference.findCategory(top.slug))!.name).toBe(top.name);
  });
});

describe("interview questions", () => {
  it("are added, changed, and no longer asked", async () => {
    const { world, root, act, logged } = team;
    const asked = async () =>
      (await world.rest("GET", "/interview-questions")).body.items.map(
        ({ question }: { question: string }) => question,
      );
    const words = { question: "Why boats?", hint: "In a sentence.", position: "99", active: "yes" };
    expect(await act("/admin/interview/new", words)).toBe("question-saved");
    expect((await asked()).at(-1)).toBe("Why boats?");
    expect(await logged()).toMatchObject({ action: "question.save", name: "Why boats?", before: {} });
    const [, id] = /action="\/admin\/interview\/(\d+)"(?![\s\S]*action="\/admin\/interview\/\d)/.exec(
      (await root.get("/admin/interview")).text,
    )!;
    expect(await act(`/admin/interview/${id}`, { ...words, active: "" })).toBe("question-saved");
    expect(await asked()).not.toContain("Why boats?");
    const empty = await root.post(`/admin/interview/${id}`, { ...words, question: "" });
    expect(empty).toMatchObject({ status: 400, text: expect.stringContaining("Enter a question") });
    expect(await act("/admin/interview/9999", words)).toBe("404");
  });
});

describe("the blog", () => {
  const POST = {
    title: "How we count votes",
    body: "## One person\n\nOne **vote** each.",
    author: "Ruth",
    tags: "Votes",
  };
  const read = (slug: string) => team.ann.get(`/blog/${slug}`);

  it("previews without saving, keeps drafts to itself, and publishes", async () => {
    const { root, act, store, logged } = team;
    const preview = await root.post("/admin/blog/new", {
      ...POST,
      body: `${POST.body}<script>1</script>`,
      do: "preview",
    });
    expect(preview.text).toContain("<strong>vote</strong>");
    expect(preview.text).not.toContain("<script>1");
    expect((await store.posts.listAll({ page: 1, perPage: 9 })).total).toBe(0);

    expect(await act("/admin/blog/new", { ...POST, do: "draft" })).toBe("post-drafted");
    expect((await root.get("/admin/blog")).text).toContain("draft</span>");
    expect((await read("how-we-count-votes")).status).toBe(404);
    expect(await act("/admin/blog/how-we-count-votes", { ...POST, do: "publish" })).toBe("post-published");
    const { text } = await read("how-we-count-votes");
    expect(text).toContain("<strong>vote</strong>");
    expect(text).toContain("One person One vote each.");
    expect((await logged())!.after).toHaveProperty("published");
  });

  it("keeps the slug and the date when the title changes, and takes a post back", async () => {
    const { act, store } = team;
    const before = (await store.posts.find("how-we-count-votes"))!;
    const publish_at = before.publishedAt!.toISOString().slice(0, 16);
    const path = "/admin/blog/how-we-count-votes";
    expect(await act(path, { ...POST, title: "Votes", publish_at, do: "publish" })).toBe("post-published");
    const after = (await store.posts.find("how-we-count-votes"))!;
    expect(after).toMatchObject({ title: "Votes", tags: ["votes"], publishedAt: before.publishedAt });
    expect(await act(path, { ...POST, do: "draft" })).toBe("post-drafted");
    expect((await read("how-we-count-votes")).status).toBe(404);
  });

  it("schedules, gives a second post of a title another slug, and says what is wrong", async () => {
    const { world, root, act } = team;
    const later = new Date(world.deps.now().getTime() + 3600_000).toISOString().slice(0, 16);
    expect(await act("/admin/blog/new", { ...POST, publish_at: later, do: "publish" })).toBe("post-scheduled");
    expect((await root.get("/admin/blog/how-we-count-votes-2")).text).toContain("scheduled</span>");
    expect((await read("how-we-count-votes-2")).status).toBe(404);
    world.advance(2 * 3600_000);
    expect((await read("how-we-count-votes-2")).status).toBe(200);

    const wrong = await root.post("/admin/blog/new", { do: "publish", cover: "javascript:1", publish_at: "soon" });
    expect(wrong.status).toBe(400);
    for (const text of ["Enter a title", "Enter a text", "http or https", "Enter a date"])
      expect(wrong.text).toContain(text);
    expect((await root.post("/admin/blog/new", { do: "preview", publish_at: "soon" })).status).toBe(200);
  });
});
