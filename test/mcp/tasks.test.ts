import { expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { slowPage } from "../helpers/slow-page.ts";
import { ACME } from "../helpers/website.ts";
import { bearer, challengeOf, connect, type Json, modern, post } from "./helper.ts";

const TASKS = {
  "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
};
const HOSTS = Array.from({ length: 10 }, (_, at) => `task-${at}.test`);
let hosts = 0;
const world = await createClaimsWorld({
  hosts: HOSTS,
  env: { LIMIT_SUBMIT_HOUR: "100", MCP_HOLD_MS: "20000" },
});

function newSite() {
  Object.assign(world.pages, ACME);
  const prices = slowPage(ACME["/pricing"]!);
  world.pages["/pricing"] = prices.page;
  return { url: `http://${HOSTS[hosts++]}`, prices };
}
const ask = async (method: string, params: Json, { name = "ann", meta = TASKS as Json } = {}) =>
  modern(
    world,
    method,
    { ...params, _meta: meta },
    {
      headers: {
        ...(name === "" ? {} : bearer(await world.key(name))),
        ...(params.taskId && { "mcp-name": params.taskId }),
      },
    },
  );
const submit = (url: string) => ask("tools/call", { name: "submit_listing", arguments: { url } });

it("submit_listing is a task that ends with the draft", async () => {
  const { url, prices } = newSite();
  const { status, body } = await submit(url);
  expect(status).toBe(200);
  const { taskId, ...task } = body.result;
  expect(task).toMatchObject({
    resultType: "task",
    status: "working",
    statusMessage: expect.stringMatching(/^Reading the website: \d pages?$/),
    createdAt: expect.stringMatching(/^\d{4}-/),
    lastUpdatedAt: expect.stringMatching(/^\d{4}-/),
    ttlMs: null,
    pollIntervalMs: 3000,
  });
  expect(taskId).toMatch(/^get_draft\.[\w-]+$/);
  await expect.poll(() => prices.waiting.length).toBe(1);
  await expect
    .poll(async () => (await ask("tasks/get", { taskId })).body.result)
    .toMatchObject({ taskId, status: "working", statusMessage: "Reading the website: 1 page" });

  prices.open();
  await world.drain();
  const done = (await ask("tasks/get", { taskId })).body.result;
  expect(done).toMatchObject({ resultType: "complete", taskId, status: "completed", createdAt: task.createdAt });
  expect(done.result.structuredContent).toMatchObject({ status: "ready", url: `${url}/` });
  expect(JSON.parse(done.result.content[0].text)).toEqual(done.result.structuredContent);
});

it("get_draft is a task while the draft is not ready, and complete afterwards", async () => {
  const { url, prices } = newSite();
  const { id } = (await world.as("ann").post("/drafts", { body: { url } })).body;
  const read = () => ask("tools/call", { name: "get_draft", arguments: { id } });
  expect((await read()).body.result).toMatchObject({ resultType: "task", status: "working" });
  prices.open();
  await world.drain();
  expect((await read()).body.result).toMatchObject({
    resultType: "complete",
    structuredContent: { id, status: "ready" },
  });
});

it("a client that does not declare tasks never gets one", async () => {
  const { url, prices } = newSite();
  prices.open();
  const none = { "io.modelcontextprotocol/clientCapabilities": {} };
  const call = { name: "submit_listing", arguments: { url } };
  const { result } = (await ask("tools/call", call, { meta: none })).body;
  expect(result).toMatchObject({ resultType: "complete", structuredContent: { status: "ready" } });

  const taskId = `get_draft.${Buffer.from(JSON.stringify({ id: result.structuredContent.id })).toString("base64url")}`;
  const { status, body } = await ask("tasks/get", { taskId }, { meta: none });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
  });
});

it("an id gives no rights", async () => {
  const { url, prices } = newSite();
  prices.open();
  const { taskId } = (await submit(url)).body.result;
  await world.drain();
  expect((await ask("tasks/get", { taskId }, { name: "bo" })).body.error.code).toBe(-32602);

  const anonymous = await ask("tasks/get", { taskId }, { name: "" });
  expect(anonymous.status).toBe(401);
  expect(challengeOf(anonymous.headers)).toMatchObject({ scope: expect.stringContaining("account:read") });

  const expired = await world.key("ann", ["account:read"], world.deps.now());
  world.advance(1000);
  const late = await modern(
    world,
    "tasks/get",
    { taskId, _meta: TASKS },
    { headers: { ...bearer(expired), "mcp-name": taskId } },
  );
  expect(late.status).toBe(401);
  expect(challengeOf(late.headers).error).toBe("invalid_token");
});

it.each([
  "get_draft",
  "get_draft.",
  "get_draft.e30",
  "get_draft.!!!!",
  "get_draft.bm90IGpzb24",
  "submit_listing.e30",
  "get_listing.e30",
  "vote.e30",
])("the task %j is unknown", async (taskId) => {
  const { status, body } = await ask("tasks/get", { taskId });
  expect(status).toBeLessThan(500);
  expect(body.error.code).toBe(-32602);
});

it("tasks/cancel and tasks/update are acknowledged and change nothing", async () => {
  const { url, prices } = newSite();
  const { taskId } = (await submit(url)).body.result;
  for (const method of ["tasks/cancel", "tasks/update"]) {
    const { status, body } = await ask(method, { taskId, inputResponses: {} });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ resultType: "complete" });
  }
  prices.open();
  await world.drain();
  expect((await ask("tasks/get", { taskId })).body.result.status).toBe("completed");
});

it("clients of earlier versions have no tasks", async () => {
  const key = await world.key("ann");
  const taskId = `get_draft.${Buffer.from(JSON.stringify({ id: world.deps.uuid() })).toString("base64url")}`;
  const { body } = await post(
    world,
    { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { taskId, _meta: TASKS } },
    { headers: bearer(key) },
  );
  expect(body.error.code).toBe(-32601);
  const { url, prices } = newSite();
  prices.open();
  const client = await connect(world, { version: "2025-11-25", bearer: key });
  const result = await client.callTool({ name: "submit_listing", arguments: { url } });
  expect(result.structuredContent).toMatchObject({ status: "ready" });
  await client.close();
});
