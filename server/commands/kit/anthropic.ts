import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { imageSize } from "image-size";
import type { Settings } from "#core/settings/config.ts";
import { teamPages } from "#core/settings/policies.ts";
import { serverInfo, storeAddress } from "#resources/server-card.ts";
import type { AnyTool } from "#tools/define.ts";
import { jsonFile, type KitFile } from "./file.ts";
import { DESCRIPTION } from "./openai.ts";
import { EXAMPLE_PROMPTS, WORKING_CASES } from "./test-cases.ts";

export const SCREENSHOTS = { least: 3, most: 5, minWidth: 1000 };
const FOLDER = "anthropic/screenshots/";

export const anthropicFiles = (
  settings: Settings,
  tools: readonly Pick<AnyTool, "name" | "title" | "annotations">[],
  { icon, screenshots }: { icon: Uint8Array; screenshots: readonly KitFile[] },
): KitFile[] => [
  jsonFile("anthropic/connector.json", {
    name: settings.SITE_NAME,
    tagline: "Find, compare and launch products",
    description: DESCRIPTION,
    server_url: storeAddress(settings),
    transport: "streamable-http",
    authentication: "OAuth 2.1 with PKCE; clients register by metadata document or dynamically",
    version: serverInfo(settings).version,
    website: settings.BASE_URL,
    documentation: `${settings.BASE_URL}/connect`,
    privacy_policy: teamPages(settings).privacy,
    terms_of_service: teamPages(settings).terms,
    support: teamPages(settings).contact,
    use_cases: WORKING_CASES.map(({ description }) => description),
    example_prompts: EXAMPLE_PROMPTS,
    tools: tools.map(({ name, title, annotations }) => ({ name, title, annotations: { title, ...annotations } })),
    screenshots: screenshots.map(({ path }) => path.slice("anthropic/".length)),
  }),
  jsonFile("anthropic/test-cases.json", WORKING_CASES),
  { path: "anthropic/icon.png", content: icon },
  ...screenshots,
];

export function readScreenshots(folder: string): KitFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".png"))
    .sort()
    .map((name) => ({ path: FOLDER + name, content: readFileSync(join(folder, name)) }))
    .filter(({ content }) => imageSize(content).width >= SCREENSHOTS.minWidth)
    .slice(0, SCREENSHOTS.most);
}
