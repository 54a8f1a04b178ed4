import { readShippedText } from "#core/runtime/shipped.ts";
import type { Settings } from "#core/settings/config.ts";
import { teamPages } from "#core/settings/policies.ts";
import { fillTemplate } from "#core/text/fill-template.ts";
import { storeAddress } from "#resources/server-card.ts";
import { SCREENSHOTS } from "./anthropic.ts";
import type { KitFile } from "./file.ts";

type Facts = {
  proof: string;
  keyFile: string | undefined;
  screenshots: number;
};

export function readme(settings: Settings, { proof, keyFile, screenshots }: Facts): KitFile {
  const { SITE_NAME, BASE_URL, MCP_REGISTRY_AUTH } = settings;
  const { privacy, terms, imprint } = teamPages(settings);
  const lacking = SCREENSHOTS.least - screenshots;
  const facts: Record<string, string> = {
    site: SITE_NAME,
    address: storeAddress(settings),
    host: new URL(BASE_URL).hostname,
    base: BASE_URL,
    ...{ privacy, terms, imprint },
    proof:
      MCP_REGISTRY_AUTH === proof
        ? "MCP_REGISTRY_AUTH has the proof of the key."
        : `Set this and restart the site:\n   \`MCP_REGISTRY_AUTH="${proof}"\``,
    key: keyFile ?? "key.pem",
    kept: keyFile ?? "registry/key.pem",
    pictures:
      lacking > 0
        ? `Take ${SCREENSHOTS.least} to ${SCREENSHOTS.most} screenshots of the apps as PNG, at least ` +
          `${SCREENSHOTS.minWidth} pixels wide, and put them into \`anthropic/screenshots\`. ${screenshots} ` +
          `${screenshots === 1 ? "is" : "are"} there.`
        : "Upload the pictures of `anthropic/screenshots`.",
  };
  return { path: "README.md", content: fillTemplate(readShippedText("./data/texts/store-kit.md"), facts) };
}
