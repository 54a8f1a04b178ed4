import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isLocal } from "#actions/health/proxy.ts";
import { createThread } from "#core/runtime/thread.ts";
import { designOf } from "#domain/site/design.ts";
import { DEFAULT_LOOK } from "#domain/site/site-look.ts";
import type { Jobs } from "#site/machines/preview-worker.ts";
import { type Command, CommandError, required, text } from "./command.ts";

const ICON_PIXELS = 512;
const SCREENSHOTS_FOLDER = "docs/images/apps";

export const submitKit: Command = {
  name: "submit-kit",
  usage: "submit-kit --to FOLDER [--key FILE] [--screenshots FOLDER]",
  summary: "Writes the files for OpenAI's and Anthropic's stores and the MCP Registry.",
  about: `The folder must be new or empty. Its README.md says what a person must still do. debut doctor --stores checks the site.`,
  examples: ["submit-kit --to ./stores", "submit-kit --to ./stores-2 --key ./stores/registry/key.pem"],
  options: {
    to: "the folder",
    key: "Ed25519 key (PEM) for the MCP Registry; without it a new one is made",
    screenshots: `folder with PNGs; ${SCREENSHOTS_FOLDER} if it is there`,
  },
  async run({ flags }, io) {
    const folder = required(flags, "to");
    const settings = io.settings();
    const wanted = text(flags, "screenshots") ?? SCREENSHOTS_FOLDER;
    if (flags.screenshots && !existsSync(wanted)) throw new CommandError(`There is no folder ${wanted}.`);
    const [{ needEmptyFolder, writeKit }, registry, { openaiFiles }, anthropic, { readme }] = await Promise.all([
      import("./kit/file.ts"),
      import("./kit/registry.ts"),
      import("./kit/openai.ts"),
      import("./kit/anthropic.ts"),
      import("./kit/readme.ts"),
    ]);
    const [{ storeTools }, { RESEARCH_TOOLS }, { tools }] = await Promise.all([
      import("#mcp/offers.ts"),
      import("#mcp/research.ts"),
      import("#tools/index.ts"),
    ]);
    needEmptyFolder(folder);
    const keyFile = text(flags, "key") && resolve(required(flags, "key"));
    const key = registry.registryKey(keyFile);
    const catalogue = storeTools(tools);
    const offered = [...tools, ...RESEARCH_TOOLS].filter(({ name }) => catalogue.find(name));
    const screenshots = existsSync(wanted) ? anthropic.readScreenshots(wanted) : [];
    const icon = await drawIcon(settings.SITE_NAME);
    const files = [
      readme(settings, { proof: key.proof, keyFile, screenshots: screenshots.length }),
      ...registry.registryFiles(settings, key),
      ...openaiFiles(settings, offered, icon),
      ...anthropic.anthropicFiles(settings, offered, { icon, screenshots }),
    ];
    writeKit(folder, files);
    if (isLocal(settings) || !settings.BASE_URL.startsWith("https:"))
      io.note(`debut: ${settings.BASE_URL} is not a public https address, so stores cannot use this kit yet.`);
    io.answer(`Wrote ${files.length} files to ${resolve(folder)}. Start with README.md.`, {
      folder: resolve(folder),
      files: files.map(({ path }) => path),
      mcp_registry_auth: key.proof,
    });
  },
};

async function drawIcon(siteName: string): Promise<Uint8Array> {
  const thread = createThread<Jobs>("./site/machines/preview-worker.ts", { timeoutMs: 30_000, memoryMb: 256 });
  try {
    const brand = { siteName, design: designOf(DEFAULT_LOOK), logo: undefined };
    return await thread.run("icon", { brand, size: ICON_PIXELS, purpose: "any", type: "png" });
  } finally {
    await thread.close();
  }
}
