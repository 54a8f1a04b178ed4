// Writes the documents that are generated from the code. With --check it only compares, and fails if a committed copy differs.

import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { isAdminSetting } from "../core/settings/admin-settings.ts";
import { Settings } from "../core/settings/config.ts";
import { SETTING_WORDS } from "../core/settings/setting-kinds.ts";
import { secrecyOf, typedSetting } from "../core/settings/shown-settings.ts";
import { ALL_FIELDS, type FieldName, fieldOf, isListField, MOST_ENTRIES } from "../domain/listings/fields.ts";
import {
  DRAFT_SEO_FIELDS,
  FAQ_FIELDS,
  FOUNDER_FIELDS,
  MILESTONE_FIELDS,
  MOST,
  type SectionField,
  SOCIAL_MAX,
  STORY_FIELDS,
  STORY_TITLE_MAX,
  UPDATE_FIELDS,
} from "../domain/listings/section-fields.ts";
import { EVENT_NAMES, EVENTS, EVENTS_KEPT_DAYS, type EventField, viewEvent } from "../domain/notifications/event.ts";
import { MOST_PICTURES } from "../domain/pictures/pictures.ts";
import { inEnglish } from "../languages/words.ts";
import { openApiDocument } from "../rest/openapi.ts";
import type { AnyTool } from "../tools/define.ts";
import { tools } from "../tools/index.ts";
import { COLUMNS } from "../transfer/row-schema.ts";

type Property = {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  default?: unknown;
  [bound: string]: unknown;
};

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head: string[], rows: string[][]): string[] => [
  `| ${head.join(" | ")} |`,
  `|${head.map(() => "---").join("|")}|`,
  ...rows.map((row) => `| ${row.map(cell).join(" | ")} |`),
];

/** Lines of at most 100 characters. */
const wrap = (text: string): string => text.replace(/(.{1,100})(?:\s+|$)/g, "$1\n").trimEnd();

const BOUNDS: Record<string, (bound: unknown) => string> = {
  maxLength: (bound) => `up to ${bound} characters`,
  minimum: (bound) => `from ${bound}`,
  maximum: (bound) => `to ${bound}`,
  maxItems: (bound) => `up to ${bound} items`,
  format: (bound) => `format ${bound}`,
};

function typeOf(property: Property): string {
  if (property.enum) return property.enum.map((value) => `\`${value}\``).join(", ");
  const bounds = Object.entries(BOUNDS).flatMap(([key, say]) => {
    const bound = property[key];
    return bound === undefined || Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? [] : [say(bound)];
  });
  return [[property.type ?? "value"].flat().join(" or "), ...bounds].join(", ");
}

function toolSection({
  name,
  title,
  description,
  access,
  rest,
  status,
  idempotent,
  isAddition,
  concise,
  input,
}: AnyTool): string[] {
  const schema = z.toJSONSchema(input, { io: "input" }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  const inputs = Object.entries(schema.properties ?? {});
  const rows = inputs.map(([key, property]) => [
    `\`${key}\``,
    typeOf(property),
    schema.required?.includes(key)
      ? "yes"
      : property.default === undefined
        ? "no"
        : `no, \`${JSON.stringify(property.default)}\``,
    property.description ?? "",
  ]);
  return [
    `## ${name}`,
    "",
    wrap(`${title}. ${description}`),
    "",
    `- Access: ${access === "public" ? "everybody" : `scope \`${access}\``}`,
    `- REST: \`${rest}\` answers ${status ?? 200}`,
    ...(isAddition ? ["- Not in the specification: `x-addition` in OpenAPI and in `_meta` of MCP"] : []),
    ...(idempotent ? ["- Takes an Idempotency-Key"] : []),
    ...(concise ? ["- MCP: `detail` is `concise` or `full`; without it, an answer that is too long is concise"] : []),
    "",
    ...(rows.length ? [...table(["Input", "Type", "Required", ""], rows), ""] : []),
  ];
}

const toolsPage = (): string =>
  [
    "# Operations",
    "",
    wrap(
      "Every operation is an MCP tool and a REST route below `/api/v1`. This page is generated from the code by " +
        "`node scripts/print-docs.ts`.",
    ),
    "",
    ...table(
      ["Operation", "REST", "Access"],
      tools.map(({ name, rest, access }) => [`[${name}](#${name})`, `\`${rest}\``, access]),
    ),
    "",
    ...tools.flatMap(toolSection),
  ].join("\n");

function secrecyWords(name: string): string {
  const secrecy = secrecyOf(name);
  if (!secrecy) return "";
  return secrecy === true ? " Secret: never shown or logged." : " Its password is never shown or logged.";
}

function settingsPage(): string {
  const defaults: Record<string, unknown> = Settings.parse({});
  const rows = Object.entries(SETTING_WORDS).map(([name, about]) => [
    `\`${name}\``,
    typedSetting(defaults[name]) && `\`${typedSetting(defaults[name])}\``,
    isAdminSetting(name) ? "yes" : "",
    about + secrecyWords(name),
  ]);
  return [
    "# Configuration",
    "",
    wrap(
      "Settings are environment variables. None is required to start. An empty variable counts as absent. " +
        "An invalid value stops the start with a message that names it. This page is generated from " +
        "`config.ts` and `setting-words.json` of `core/settings/` by `node scripts/print-docs.ts`.",
    ),
    "",
    wrap(
      "Admins can set those with a yes at `/admin/settings`, or with `debut config set`. These apply at once on every " +
        "node, and what the environment sets wins ([settings](decisions/settings.md)).",
    ),
    "",
    ...table(["Variable", "Default", "Admins", "What it does"], rows),
    "",
  ].join("\n");
}

const limit = (max: number | undefined): string => (max === undefined ? "" : max.toLocaleString("en"));

/** A field of a profile, as a row of a table. */
function fieldRow(name: FieldName): string[] {
  const { label, kind, draftMax, listingMax, need, isOwnerEditable, schemaOrg } = fieldOf(name);
  return [
    `\`${name}\``,
    inEnglish(label),
    isListField(name) ? `list, up to ${MOST_ENTRIES}` : kind,
    limit(draftMax),
    limit(listingMax),
    need ?? "",
    isOwnerEditable ? "yes" : "",
    COLUMNS.includes(name) ? "yes" : "",
    schemaOrg ? `\`${schemaOrg}\`` : "",
  ];
}

const sectionRows = (section: string, fields: Record<string, SectionField>): string[][] =>
  Object.entries(fields).map(([name, { label, kind, max, isRequired }]) => [
    `\`${section}.${name}\``,
    inEnglish(label),
    kind,
    limit(max),
    isRequired ? "required" : "",
  ]);

const fieldsPage = (): string =>
  [
    "# Fields of a profile",
    "",
    "Each field is defined once, in `domain/listings/fields.ts` or `section-fields.ts` beside it.",
    "Schemas, forms, prompts, the import, checks, structured data and this page derive from there. To",
    "print it again: `node scripts/print-docs.ts`. Limits are in characters; the limit of a list is that",
    "of each entry.",
    "",
    "A listing cannot lack a required field. Recommended fields count toward how complete a draft is.",
    "",
    ...table(
      ["Field", "Label", "Kind", "In a draft", "On a listing", "Need", "Owner edits", "Import column", "schema.org"],
      ALL_FIELDS.map(fieldRow),
    ),
    "",
    "## Sections",
    "",
    `A profile has up to ${MOST.founders} founders, ${MOST.faqs} questions, ${MOST.milestones} milestones and ${MOST_PICTURES} pictures.`,
    "A picture is its https address on the web, or that of an upload on the site, which is one as well.",
    `The title of a story has up to ${limit(STORY_TITLE_MAX.draft)} characters in a draft and ${STORY_TITLE_MAX.listing} on a listing.`,
    `A social link has up to ${SOCIAL_MAX} characters.`,
    "",
    ...table(
      ["Part", "Label", "Kind", "Limit", ""],
      Object.entries({
        faqs: FAQ_FIELDS,
        founders: FOUNDER_FIELDS,
        milestones: MILESTONE_FIELDS,
        story: STORY_FIELDS,
        seo: DRAFT_SEO_FIELDS,
        update: UPDATE_FIELDS,
      }).flatMap(([section, fields]) => sectionRows(section, fields)),
    ),
    "",
  ].join("\n");

const typeOfEventField = ({ type }: EventField): string => [type].flat().join(" or ");

/** Every event with its fields and an example, as it is sent. */
function eventsPage(): string {
  const at = new Date("2026-11-23T00:00:00Z");
  const baseUrl = "https://debut.example.com";
  return [
    "# Events",
    "",
    "Generated from `domain/notifications/event.ts` by `node scripts/print-docs.ts`; do not edit.",
    "",
    wrap(
      `What happens is kept as an event for ${EVENTS_KEPT_DAYS} days. [Webhooks](webhooks.md) send events to ` +
        "programs, and MCP clients can poll for them.",
    ),
    ...EVENT_NAMES.flatMap((name) => {
      const { title, when, data, example } = EVENTS[name];
      return [
        "",
        `## ${name}`,
        "",
        wrap(`${inEnglish(title)}. ${inEnglish(when)}`),
        "",
        ...table(
          ["Field of `data`", "Type", "Meaning"],
          Object.entries<EventField>(data).map(([field, { description, ...rest }]) => [
            `\`${field}\``,
            typeOfEventField({ ...rest, description }),
            description,
          ]),
        ),
        "",
        "```json",
        JSON.stringify(viewEvent({ type: name, at, data: example }, baseUrl), null, 2),
        "```",
      ];
    }),
    "",
  ].join("\n");
}

const documents: Record<string, string> = {
  "openapi.json": `${JSON.stringify(openApiDocument(tools, { baseUrl: "https://debut.example", name: "Debut" }), null, 2)}\n`,
  "tools.md": toolsPage(),
  "fields.md": fieldsPage(),
  "events.md": eventsPage(),
  "configuration.md": settingsPage(),
};

const read = (file: URL): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

const isCheck = process.argv.includes("--check");
for (const [name, text] of Object.entries(documents)) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (read(file) === text) continue;
  if (isCheck) {
    console.error(`docs/${name} differs from the code. Run: node scripts/print-docs.ts`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`docs/${name} written`);
  }
}
