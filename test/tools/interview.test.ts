import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld({ env: { LIMIT_WRITE: "10000" } });

const answer = (name: string, answers: unknown, headers = {}) =>
  world.as(name).put("/me/interview", { body: { answers }, headers });
async function listing(owner: string, founders: string[], status: "live" | "scheduled" = "live") {
  const { id: ownerId } = await world.account(owner);
  const made = await world.listing(`Product of ${owner} and ${founders.join(" ")}`, { ownerId, status });
  return world.deps.store.change((tx) =>
    tx.listings.update(
      made,
      made,
      { founders: founders.map((name) => ({ name, title: null, bio: null })), ownerId },
      { accountId: ownerId, client: "test" },
      world.deps.now(),
    ),
  );
}
const storiesOf = async (slug: string) => (await world.rest("GET", `/founders/${slug}`)).body.stories;
const pageOf = async (path: string) => (await fetch(`${world.baseUrl}${path}`)).text();

describe("answer_interview", () => {
  it("saves what is sent, keeps the rest, and removes what is empty", async () => {
    const first = await answer("ann", [
      { question_id: 3, answer: "A long\nevening." },
      { question_id: 1, answer: "Cha\u200brts. <b>" },
    ]);
    expect(first).toMatchObject({
      status: 200,
      body: {
        answers: [
          { question_id: 1, question: expect.stringContaining("?"), answer: "Charts. <b>" },
          { question_id: 3, answer: "A long\nevening.", updated_at: expect.stringMatching(/Z$/) },
        ],
        shown_on: [],
        message: expect.stringContaining("not shown yet"),
        next_actions: expect.arrayContaining(["list_my_listings"]),
      },
    });
    const second = await world.mcp(
      "answer_interview",
      {
        answers: [
          { question_id: 3, answer: " " },
          { question_id: 2, answer: "Everybody." },
        ],
      },
      { bearer: await world.key("ann") },
    );
    expect(second.body.structuredContent.answers).toMatchObject([
      { question_id: 1, answer: "Charts. <b>" },
      { question_id: 2, answer: "Everybody." },
    ]);
    expect((await answer("ann", [])).body.answers).toHaveLength(2);
    expect((await answer("bo", [])).body.answers).toEqual([]);
    expect((await world.as("ann").get("/me")).body.counts.interview_answers).toBe(2);
  });

  it("names every unknown question, and then saves nothing", async () => {
    const answers = [
      { question_id: 1, answer: "Changed" },
      { question_id: 998, answer: "x" },
      { question_id: 999, answer: "x" },
      { question_id: 1, answer: "Twice" },
    ];
    const reply = await answer("ann", answers);
    expect(reply).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: "/answers/1/question_id", code: "enum", detail: expect.stringContaining("998") },
          { pointer: "/answers/2/question_id", code: "enum", detail: expect.stringContaining("999") },
          { pointer: "/answers/3/question_id", code: "conflict" },
        ],
      },
    });
    expect((await answer("ann", [])).body.answers[0].answer).toBe("Charts. <b>");
    const { body } = await world.mcp("answer_interview", { answers }, { bearer: await world.key("ann") });
    expect(body.content[0].text).toMatch(/998[\s\S]*999/);
  });

  it.each([
    [undefined, "/answers", "required"],
    [[{ question_id: 0, answer: "x" }], "/answers/0/question_id", "minimum"],
    [[{ question_id: "1", answer: "x" }], "/answers/0/question_id", "type"],
    [[{ question_id: 1 }], "/answers/0/answer", "required"],
    [[{ question_id: 1, answer: "x".repeat(4001) }], "/answers/0/answer", "maximum"],
    [[{ question_id: 1, answer: "x", public: true }], "/answers/0/public", "unknown_field"],
    [Array(31).fill({ question_id: 1, answer: "x" }), "/answers", "maximum"],
  ])("refuses %j", async (answers, pointer, code) => {
    expect(await answer("ann", answers)).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
  });
});

describe("a founder's interview", () => {
  it("shows on the page of the founder who has the name of the account, and on no other", async () => {
    await listing("zoe", ["Yan", "Zoe"]);
    const reply = await answer("zoe", [{ question_id: 1, answer: "We make jam. <script>" }]);
    expect(reply.body).toMatchObject({
      shown_on: [`${world.baseUrl}/founders/zoe`],
      message: "Saved. Your founder page shows your answers.",
    });
    expect(await storiesOf("zoe")).toEqual([
      {
        kind: "interview",
        listing: null,
        sections: {},
        answers: [{ question_id: 1, question: expect.any(String), answer: "We make jam. <script>" }],
      },
    ]);
    expect(await storiesOf("yan")).toEqual([]);
    const page = await pageOf("/founders/zoe");
    expect(page).toContain("<h2>Interview</h2>");
    expect(page).toContain("We make jam. &lt;script&gt;");
    expect(await pageOf("/founders/zoe.md")).toContain("## Interview");
    await answer("zoe", [{ question_id: 1, answer: "" }]);
    expect(await storiesOf("zoe")).toEqual([]);
  });

  it("of an editor shows too, but not of somebody with another name", async () => {
    const { id } = await listing("owner", ["Max"]);
    expect((await answer("owner", [{ question_id: 1, answer: "Mine" }])).body.shown_on).toEqual([]);
    const max = await world.account("max");
    await answer("max", [{ question_id: 1, answer: "From Max" }]);
    expect(await storiesOf("max")).toEqual([]);
    await world.deps.store.change((tx) => tx.listings.addEditor(id, max.id, world.deps.now()));
    expect(await storiesOf("max")).toMatchObject([{ answers: [{ answer: "From Max" }] }]);
  });

  it("of an owner without a name shows for the primary founder", async () => {
    const { id } = await world.account("quiet");
    await world.deps.store.change((tx) => tx.accounts.setName(id, null));
    await listing("quiet", ["Primary Person", "Second Person"]);
    await answer("quiet", [{ question_id: 1, answer: "Quietly" }]);
    expect(await storiesOf("primary-person")).toMatchObject([{ answers: [{ answer: "Quietly" }] }]);
    expect(await storiesOf("second-person")).toEqual([]);
  });

  it("waits for a live listing", async () => {
    await listing("early", ["Early"], "scheduled");
    expect((await answer("early", [{ question_id: 1, answer: "x" }])).body.shown_on).toEqual([]);
    expect((await world.rest("GET", "/founders/early")).status).toBe(404);
  });
});
