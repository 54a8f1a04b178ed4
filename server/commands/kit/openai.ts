import { VERSION } from "#core/runtime/version.ts";
import type { Settings } from "#core/settings/config.ts";
import { teamPages } from "#core/settings/policies.ts";
import { serverInfo, storeAddress } from "#resources/server-card.ts";
import type { AnyTool } from "#tools/define.ts";
import { hintReasons } from "#tools/hint-reasons.ts";
import { jsonFile, type KitFile, zipFile } from "./file.ts";
import { EXAMPLE_PROMPTS, REFUSED_CASES, type TestCase, WORKING_CASES } from "./test-cases.ts";

const SCHEMA = "https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json";
const SHORT = 30;
const SUBTITLE = "Find and launch products";
const PLUGIN = "openai/plugin/";

export const DESCRIPTION =
  "Search and compare products, each with facts quoted from its own website. Submit a product by its address: " +
  "the site is read, every field of the profile is drafted with a quote, and the person edits and saves it. " +
  "Follow launch weeks and rankings by votes.";

export function openaiFiles(
  settings: Settings,
  tools: readonly Pick<AnyTool, "name" | "annotations">[],
  icon: Uint8Array,
): KitFile[] {
  const plugin = [
    jsonFile(`${PLUGIN}.codex-plugin/plugin.json`, pluginManifest(settings)),
    jsonFile(`${PLUGIN}.mcp.json`, { mcpServers: { debut: { type: "http", url: storeAddress(settings) } } }),
    { path: `${PLUGIN}assets/icon.png`, content: icon },
  ];
  return [
    jsonFile("openai/chatgpt-app-submission.json", {
      $schema: SCHEMA,
      schema_version: 1,
      app_info: {
        display_name: settings.SITE_NAME.slice(0, SHORT),
        subtitle: SUBTITLE,
        description: DESCRIPTION,
        category: "BUSINESS",
      },
      tools: Object.fromEntries(tools.map((tool) => [tool.name, hintsOf(tool)])),
      test_cases: WORKING_CASES.map((one) => formOf(one, one.calls.map(({ tool }) => tool).join(", "))),
      negative_test_cases: REFUSED_CASES.map((one) => formOf(one, null)),
    }),
    jsonFile("openai/test-cases.json", { working: WORKING_CASES, refused: REFUSED_CASES }),
    { path: "openai/prompts.txt", content: `${EXAMPLE_PROMPTS.join("\n")}\n` },
    { path: "openai/icon.png", content: icon },
    ...plugin,
    zipFile("openai/plugin.zip", PLUGIN, plugin),
  ];
}

function hintsOf(tool: Pick<AnyTool, "name" | "annotations">) {
  const { readOnlyHint, openWorldHint, destructiveHint } = tool.annotations;
  const reasons = hintReasons(tool);
  return {
    annotations: { readOnlyHint, openWorldHint, destructiveHint },
    justifications: {
      read_only_justification: reasons.readOnlyHint,
      open_world_justification: reasons.openWorldHint,
      destructive_justification: reasons.destructiveHint,
    },
  };
}

const formOf = ({ description, prompt, expected }: TestCase, toolsTriggered: string | null) => ({
  description,
  user_prompt: prompt,
  file_attachment_urls: null,
  tools_triggered: toolsTriggered,
  expected_output: expected,
  expected_output_url: null,
});

function pluginManifest(settings: Settings) {
  const { SITE_NAME, BASE_URL } = settings;
  const { privacy, terms } = teamPages(settings);
  return {
    name: "debut",
    version: VERSION,
    description: serverInfo(settings).description,
    author: { name: SITE_NAME, url: BASE_URL },
    homepage: BASE_URL,
    mcpServers: "./.mcp.json",
    interface: {
      displayName: SITE_NAME.slice(0, SHORT),
      shortDescription: SUBTITLE,
      longDescription: DESCRIPTION,
      developerName: SITE_NAME,
      category: "Productivity",
      capabilities: ["Interactive", "Read", "Write"],
      websiteURL: BASE_URL,
      privacyPolicyURL: privacy,
      termsOfServiceURL: terms,
      defaultPrompt: EXAMPLE_PROMPTS,
      composerIcon: "./assets/icon.png",
      logo: "./assets/icon.png",
    },
  };
}
