// The requests and answers from submit_listing to a live listing, with their bytes: node
// scripts/launch/transcript.ts v1|v2
import { setTimeout as delay } from "node:timers/promises";
import { connectV1, connectV2, type ScriptedClient } from "./clients.ts";
import { createGround, type Ground, SITE } from "./ground.ts";
import type { Exchange, Message } from "./wire.ts";

const [kind] = process.argv.slice(2);
if (kind !== "v1" && kind !== "v2") throw new Error("Usage: node scripts/launch/transcript.ts v1|v2");

const WEEK_MS = 7 * 24 * 3600_000;
/** A slow website, whose draft takes about ten seconds. */
const PAGE_MS = 1500;
/** As descriptions say: ask again in 3 seconds. */
const POLL_MS = 3000;
/** What the maker says about fields that the website does not state. */
const KNOWN: Record<string, string> = { categories: "Note taking", stage: "launched", country: "DE" };
const UPDATE = { title: "Thank you", body: "We are live. Thank you for the first votes." };

const ground = await createGround({ pageMs: PAGE_MS });
const client =
  kind === "v1"
    ? await connectV1(ground)
    : await connectV2(ground, (_message, fields) => ({
        action: "accept",
        content: Object.fromEntries(fields.map((name) => [name, name === "agreed" ? true : (KNOWN[name] ?? "Acme")])),
      }));
await launch(client, ground);
await client.close();
await ground.close();
print(client.exchanges);

async function launch({ call, listTools, readResource }: ScriptedClient, { place, pass, deps }: Ground): Promise<void> {
  const tools = await listTools();
  let draft = contentOf(await call("submit_listing", { url: SITE }));
  while (draft.status !== "ready") {
    await delay(POLL_MS);
    draft = contentOf(await call("get_draft", { id: draft.id }));
  }
  const app = tools.find(({ name }) => name === "submit_listing")?._meta?.ui?.resourceUri;
  if (kind === "v2" && app) await readResource(app);

  const missing: string[] = draft.completeness.required_missing;
  // A client that cannot be asked has to know before it saves.
  if (kind === "v1" && missing.length > 0) {
    const fields = Object.fromEntries(missing.map((name) => [name, givenFor(name)]));
    await call("update_draft", { id: draft.id, fields });
  }
  const { listing_id } = contentOf(await call("submit_draft", { id: draft.id }));
  const free = contentOf(await call("choose_free_listing", { listing_id }));
  place(free.badge_code.html);
  let seen = contentOf(await call("choose_free_listing", { listing_id }));
  while (!seen.badge.found) {
    await delay(POLL_MS);
    seen = contentOf(await call("get_my_listing", { listing_id }));
  }
  await pass(Date.parse(seen.launch_week) + WEEK_MS / 7 - deps.now().getTime());
  const { status } = contentOf(await call("get_my_listing", { listing_id }));
  if (status !== "live") throw new Error(`The listing is ${status}.`);
  await call("post_listing_update", { listing_id, ...UPDATE });
}

function givenFor(name: string) {
  return name === "categories" ? [KNOWN.categories] : (KNOWN[name] ?? "Acme");
}

function contentOf(result: Message): Message {
  if (result.isError) throw new Error(result.content[0].text);
  return result.structuredContent;
}

function print(exchanges: readonly Exchange[]): void {
  const rows = exchanges.map(({ message, up, down, answer, notices }) => {
    const { method, params = {} } = message;
    const { name, arguments: args, taskId, uri } = params;
    const what = name ?? uri ?? (taskId && `${taskId.slice(0, 16)}…`) ?? "";
    const given = params.inputResponses ? { ...args, "→": params.inputResponses } : args;
    return [method, what, shorten(given ? JSON.stringify(given) : "", 60), up, down, sumUp(answer, notices)];
  });
  const head = ["method", "tool", "arguments", "up", "down", "what came back"];
  const all = [head, ...rows].map((row, at) => [at === 0 ? "#" : at, ...row].map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  for (const row of all)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  const calls = exchanges.filter(({ message: { method } }) => /^(tools\/call|tasks\/)/.test(method));
  const polls = calls.filter(
    ({ message: { method, params } }) => method === "tasks/get" || /^get_(draft|my_listing)$/.test(params.name),
  );
  const sum = (list: readonly Exchange[], key: "up" | "down") => list.reduce((total, each) => total + each[key], 0);
  const texts = calls.reduce((total, { answer }) => total + contextBytes(answer), 0);
  console.log(`
requests ${exchanges.length}, of them calls ${calls.length}, of them reads and polls ${polls.length}
bytes up ${sum(exchanges, "up")}, down ${sum(exchanges, "down")}; of calls up ${sum(calls, "up")}, down ${sum(calls, "down")}
bytes of text that the model reads ${texts}`);
}

/** What of an answer a model reads: its text. A task is read when it ends. */
function contextBytes(answer: Message): number {
  const { content = [], result } = answer?.result ?? {};
  return [...content, ...(result?.content ?? [])].reduce(
    (sum: number, block: Message) => sum + Buffer.byteLength(block.text ?? ""),
    0,
  );
}

function sumUp(answer: Message, notices: number): string {
  const told = notices > 0 ? ` after ${notices} progress notices` : "";
  if (!answer) return "accepted";
  if (answer.error) return `error ${answer.error.code}: ${answer.error.message}`;
  const { result } = answer;
  const { tools, contents, inputRequests, structuredContent = result.result?.structuredContent } = result;
  if (tools) return `${tools.length} tools`;
  if (contents) return `${contents[0].mimeType}, ${contents[0].text.length} characters`;
  if (inputRequests) {
    const [{ params }] = Object.values(inputRequests) as Message[];
    return `asks: ${shorten(params.message, 70)} [${Object.keys(params.requestedSchema?.properties ?? {}).join(", ")}]`;
  }
  if (result.isError) return shorten(result.content[0].text, 90);
  const state = structuredContent ? viewState(structuredContent) : "";
  if (result.taskId) return `task ${result.status}: ${result.statusMessage}${state && `; ${state}`}`;
  return (state || shorten(JSON.stringify(result), 60)) + told;
}

function viewState({ status, completeness, crawl, message, badge, launch_week, title }: Message): string {
  return [
    status,
    crawl?.pages && `${crawl.pages.length} pages`,
    completeness && `${completeness.percent}%, missing: ${completeness.required_missing.join(", ") || "nothing"}`,
    launch_week && `week ${launch_week}`,
    badge?.required && `badge ${badge.found ? "found" : "not found"}`,
    message && shorten(message, 60),
    title,
  ]
    .filter(Boolean)
    .join("; ");
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
