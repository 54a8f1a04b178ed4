import { MCP_VERSIONS } from "#actions/context.ts";
import { VERSION } from "#core/runtime/version.ts";
import type { Settings } from "#core/settings/config.ts";
import { ICON_PATH, ICON_SIZES, iconPath } from "#core/text/paths.ts";

export const serverInfo = (settings: Settings) => ({
  name: "debut",
  title: settings.SITE_NAME,
  version: VERSION,
  websiteUrl: settings.BASE_URL,
  description: "A public directory of products with a launch calendar: search, compare, submit and launch.",
  icons: [
    { src: settings.BASE_URL + ICON_PATH, mimeType: "image/svg+xml", sizes: ["any"] },
    ...ICON_SIZES.map((size) => ({
      src: settings.BASE_URL + iconPath(size),
      mimeType: "image/png",
      sizes: [`${size}x${size}`],
    })),
  ],
});

const SCHEMAS = "https://static.modelcontextprotocol.io/schemas";
export const CARD_PATH = "/mcp/server-card";
export const CARD_TYPE = "application/mcp-server-card+json";

/** com.example.debut/directory for https://debut.example.com, as registries name servers. */
const registryName = ({ BASE_URL }: Settings): string =>
  `${new URL(BASE_URL).hostname.split(".").reverse().join(".")}/directory`;

const about = (settings: Settings) => {
  const { title, description, version, websiteUrl, icons } = serverInfo(settings);
  return { name: registryName(settings), title, description, version, websiteUrl, icons };
};

/** Where to connect, for programs that found this host. Follows the draft of SEP-2127. */
export const serverCard = (settings: Settings) => ({
  $schema: `${SCHEMAS}/v2/server-card.schema.json`,
  ...about(settings),
  remotes: [{ type: "streamable-http", url: `${settings.BASE_URL}/mcp`, supportedProtocolVersions: [...MCP_VERSIONS] }],
});

/** The address for stores, as the MCP Registry lists it. Follows its schema of 2025-12-11. */
export const registryEntry = (settings: Settings) => ({
  $schema: `${SCHEMAS}/2025-12-11/server.schema.json`,
  ...about(settings),
  remotes: [{ type: "streamable-http", url: storeAddress(settings) }],
});

export const storeAddress = ({ BASE_URL }: Pick<Settings, "BASE_URL">): string => `${BASE_URL}/mcp/directory`;

export const CATALOG_TYPE = "application/ai-catalog+json";

/** The cards of this host. Follows AI Catalog 1.0, to which SEP-2127 leaves discovery by domain. */
export const aiCatalog = ({ BASE_URL, SITE_NAME }: Settings) => ({
  specVersion: "1.0",
  entries: [
    {
      identifier: `urn:air:${new URL(BASE_URL).hostname}:mcp:directory`,
      displayName: SITE_NAME,
      type: CARD_TYPE,
      url: BASE_URL + CARD_PATH,
    },
  ],
});
