import type { Client } from "@modelcontextprotocol/client";
import type { Ground, Message } from "./ground.ts";
import type { Seen, Step } from "./sentences.ts";

/** What a person does, or time, between two calls. */
export type Act = (ground: Ground, seen: Seen) => Promise<void>;

/** How a text that guides a model is walked: `before` are calls that it takes for granted. */
export type Way = {
  args?: Record<string, string>;
  before?: readonly Step[];
  calls: readonly (Step | Act)[];
  /** The only call that is refused on purpose. */
  refused?: string;
  says: RegExp;
};

const DAY_MS = 24 * 3600_000;
export const GUIDE_HOSTS = ["kilnlog-prompt.test", "kilnlog-review.test", "kilnlog-launch.test"];
const [PROMPTED, REVIEWED, LAUNCHED] = GUIDE_HOSTS.map((host) => `http://${host}/`);

const draft = ({ draftId: id }: Seen) => ({ id });
const listing = ({ launchingId: listing_id }: Seen) => ({ listing_id });
const changing = (change: object) => (seen: Seen) => ({ ...draft(seen), ...change });

/** By the name of the prompt or the address of the skill. */
export const WAYS: Record<string, Way> = {
  submit_product: {
    args: { url: PROMPTED! },
    calls: [
      ["submit_listing", { url: PROMPTED }],
      ["get_draft", draft],
      ["read_draft_pages", draft],
      ["update_draft", changing({ fields: { tagline: "Pots, counted" } })],
      ["submit_draft", draft],
    ],
    says: /"evidence":\[\{[\s\S]*Pots, counted[\s\S]*"next_actions":\["choose_free_listing"/,
  },
  compare_products: {
    args: { a: "kelpline", b: "otterlist" },
    calls: [],
    says: /"slug":"kelpline"[\s\S]*"not_found_on_website"[\s\S]*"slug":"otterlist"/,
  },
  "skill://draft-review/SKILL.md": {
    before: [["submit_listing", { url: REVIEWED }]],
    calls: [
      ["get_draft", draft],
      ["read_draft_pages", draft],
      ["update_draft", changing({ fields: { tagline: "Pots, counted" } })],
      ["update_draft", changing({ regenerate: ["description"] })],
      ["update_draft", changing({ restore: ["tagline"] })],
      ["update_draft", changing({ lock_fields: ["tagline"] })],
      ["update_draft", changing({ unlock_fields: ["tagline"] })],
      [
        "update_draft",
        ({ last, ...seen }) => ({
          ...draft({ last, ...seen }),
          faqs: [...last.faqs, { question: "Free?", answer: "Yes." }],
          founders: last.founders,
          milestones: [{ date: "2024-05-01", title: "100 customers" }],
        }),
      ],
      ["submit_draft", draft],
    ],
    says: /Free\?[\s\S]*100 customers[\s\S]*"next_actions":/,
  },
  "skill://launch-playbook/SKILL.md": {
    refused: "submit_listing",
    calls: [
      ["submit_listing", { url: LAUNCHED }],
      ["get_draft", draft],
      ["submit_listing", { url: "https://otterlist.example/" }],
      ["claim_listing", { slug: "otterlist", method: "dns" }],
      ["submit_draft", draft],
      ["list_products"],
      ["quote_order", (seen) => ({ items: [{ product: "launch", ...listing(seen) }], billing_country: "DE" })],
      ["choose_free_listing", listing],
      async ({ place }, { last }) => place(last.badge_code.html),
      ["choose_free_listing", listing],
      ["get_my_listing", listing],
      ["update_my_listing", (seen) => ({ ...listing(seen), fields: { tagline: "Pots, counted" } })],
      ["set_founder_story", (seen) => ({ ...listing(seen), title: "Why we count pots" })],
      ["add_milestone", (seen) => ({ ...listing(seen), date: "2024-05-01", title: "100 customers" })],
      async ({ deps, pass }, { week }) => pass(Date.parse(week) + 2 * DAY_MS - deps.now().getTime()),
      ["get_launch_week", { week: "this" }],
      ["get_leaderboard", { board: "community-weekly" }],
      ["post_listing_update", (seen) => ({ ...listing(seen), title: "Thank you", body: "We are live." })],
      ["edit_listing_update", (seen) => ({ ...listing(seen), update_id: seen.last.update_id, title: "Thank you all" })],
    ],
    says: /"found":true[\s\S]*"status":"live"[\s\S]*Thank you all/,
  },
};

/** A text for models with what comes along with it. */
export type Guide = { name: string; text: string; attached: string };

/** The instructions, and every prompt and skill that the server lists. */
export async function readGuides(client: Client): Promise<Guide[]> {
  const guides: Guide[] = [{ name: "instructions", text: client.getInstructions() ?? "", attached: "" }];
  for (const { name } of (await client.listPrompts()).prompts) {
    const { messages } = await client.getPrompt({ name, arguments: WAYS[name]?.args ?? {} });
    const contents: Message[] = messages.map(({ content }) => content);
    const textOf = (type: string) =>
      contents.filter((content) => content.type === type).map(({ text, resource }) => text ?? resource.text);
    guides.push({ name, text: textOf("text").join("\n"), attached: textOf("resource").join("\n") });
  }
  for (const { uri } of (await client.listResources()).resources)
    if (uri.startsWith("skill://")) guides.push({ name: uri, text: await readSkill(uri), attached: "" });
  return guides;

  /** With the files that it refers to, in their places. */
  async function readSkill(uri: string): Promise<string> {
    const [text] = (await client.readResource({ uri })).contents.map((content: Message) => content.text as string);
    const parts = text!.split(/`(\w+\/[\w/.-]+)`/);
    const filled = parts.map((part, index) => (index % 2 ? readSkill(new URL(part, uri).href) : part));
    return (await Promise.all(filled)).join("");
  }
}

const NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;
const ADDRESS = /\b[a-z]+:\/\/[^\s`"<>]*[^\s`"<>.,]/g;
const LITERALS = ["true", "false", "null"];

/** Tools in the order in which a text names them first. */
export const toolsIn = (text: string, tools: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...text.matchAll(NAME)].map(([name]) => name).filter((name) => tools.has(name))),
];

/**
 * What a text names that is not there. Every name is a tool, or a field or value in the input or output of a tool that
 * the text names; every address can be read.
 */
export async function faultsOf(
  { text, attached }: Omit<Guide, "name">,
  { client, typed, url }: { client: Client; typed: ReadonlyMap<string, Message>; url: string },
): Promise<string[]> {
  const known = new Set([
    ...typed.keys(),
    ...LITERALS,
    ...Array.from(attached.matchAll(/"(\w+)":/g), ([, key]) => key),
  ]);
  const schemas = toolsIn(text, typed).map((name) => typed.get(name));
  JSON.stringify(schemas, (key, value) => {
    if (key === "properties") for (const name of Object.keys(value)) known.add(name);
    if (key === "enum" || key === "const") for (const name of [value].flat()) known.add(name);
    return value;
  });
  const prose = text.replaceAll(ADDRESS, "");
  const quoted = [...prose.matchAll(/`([^`]*)`/g)].flatMap(([, code]) => code!.match(/[a-z][\w-]*/g) ?? []);
  const names = new Set([...quoted, ...Array.from(prose.matchAll(NAME), ([name]) => name)]);
  const faults = [...names].filter((name) => !known.has(name));
  for (const [address] of text.matchAll(ADDRESS)) {
    const canRead = address.startsWith("http")
      ? !address.startsWith(url) || (await fetch(address, { headers: { accept: "text/html" } })).status === 200
      : await client.readResource({ uri: address }).then(Boolean, () => false);
    if (!canRead) faults.push(address);
  }
  return faults;
}
