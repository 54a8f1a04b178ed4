import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runHere } from "../helpers/process.ts";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();

type Answer = { question_id: number; question: string; answer: string };
const UPDATES = [3, 2].map((id) => ({
  id,
  title: `News ${id}`,
  body: "New.",
  published_at: "2026-01-02T03:04:05.000Z",
}));

function exported(name: string, { answers = [] as Answer[], updates = UPDATES } = {}): string {
  const slug = name.toLowerCase();
  const stories = [{ kind: "interview", listing: null, sections: {}, answers }];
  const founder = { slug: `${slug}-ann`, name: "Ann", socials: {}, stories: answers.length ? stories : [] };
  const listing = {
    ...{ slug, name, url: `https://${slug}-things.com/`, categories: [{ slug: "web-analytics" }] },
    ...{ founders: [{ slug: founder.slug, name: "Ann", title: null }], latest_updates: updates },
  };
  const lines = Object.entries({ founder, listing }).map(([type, data]) => JSON.stringify({ type, data }));
  const file = join(world.folder, `${slug}.jsonl`);
  writeFileSync(file, lines.join("\n"));
  return file;
}
const take = (file: string, ...args: string[]) => runHere(["import", file, ...args], { DATA_DIR: world.folder });
const updatesOf = async (slug: string) =>
  (await world.rest("GET", `/listings/${slug}`)).body.latest_updates.map(({ id, title }: (typeof UPDATES)[0]) => [
    id,
    title,
  ]);
const answersOn = async (slug: string) =>
  (await world.rest("GET", `/founders/${slug}`)).body.stories.flatMap(({ answers }: { answers: Answer[] }) =>
    answers.map(({ question_id, answer }) => [question_id, answer]),
  );

it("imported updates keep their ids, unless one is taken or leaves no room", async () => {
  expect(await take(exported("First"))).toMatchObject({ code: 0 });
  expect(await updatesOf("first")).toEqual(UPDATES.map(({ id, title }) => [id, title]));
  await take(exported("Second"));
  expect(await updatesOf("second")).toEqual([
    [5, "News 3"],
    [4, "News 2"],
  ]);
  await take(exported("Third", { updates: [{ ...UPDATES[0]!, id: Number.MAX_SAFE_INTEGER }] }));
  expect(await updatesOf("third")).toEqual([[6, "News 3"]]);
  expect(await world.deps.store.jobs.isOpen("tell-followers:")).toBe(false);
});

it("an imported interview can be edited by its founder once they have an account", async () => {
  const [one, two] = (await world.deps.store.interview.questions()).map(({ id, question }) => ({
    question_id: id,
    question,
    answer: `About ${id}.`,
  }));
  // Another directory may number its questions in another way.
  const answers = [{ ...one!, question_id: 4711 }, two!];
  expect(await take(exported("Talk", { answers }))).toMatchObject({ code: 0 });
  const both = [one!, two!].map(({ question_id, answer }) => [question_id, answer]);
  expect(await answersOn("talk-ann")).toEqual(both);

  const { id: annId } = await world.account("Ann");
  const listing = (await world.deps.store.listings.findLive("talk"))!;
  await world.deps.store.change((tx) => tx.listings.setOwner(listing.id, annId, world.deps.now()));
  expect(await answersOn("talk-ann")).toEqual(both);
  const put = (sent: object[]) => world.as("Ann").put("/me/interview", { body: { answers: sent } });
  expect((await put([])).body.answers).toEqual([]);
  expect((await put([{ question_id: one!.question_id, answer: "" }])).body.answers).toMatchObject([
    { question_id: two!.question_id, answer: two!.answer },
  ]);
  expect(await answersOn("talk-ann")).toEqual([both[1]]);
  await put([{ question_id: two!.question_id, answer: "" }]);
  expect(await answersOn("talk-ann")).toEqual([]);
});

it("a listing that names a founder twice is refused", async () => {
  const file = exported("Twice");
  const [founder, listing] = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => JSON.parse(line));
  const again = { ...listing.data, name: "Again", slug: "again", url: "https://again-things.com/" };
  const twice = { type: "listing", data: { ...again, founders: [...again.founders, ...again.founders] } };
  writeFileSync(file, [founder, listing, twice].map((line) => JSON.stringify(line)).join("\n"));
  expect(await take(file)).toMatchObject({ code: 1, stdout: expect.stringContaining("1 added") });
});

it("an answer to a question that is not asked here is refused by name", async () => {
  const answers = [{ question_id: 1, question: "Which tea?", answer: "Green." }];
  const { code, stdout } = await take(exported("Tea", { answers }));
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      'founders[0].page.interview[0].question: The interview does not ask "Which tea?". Add the question at /admin/interview first.',
    ),
  });
});
