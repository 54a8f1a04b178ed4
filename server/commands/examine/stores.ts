import { imageSize } from "image-size";
import { z } from "zod";
import { type Finding, Ill, look, Unchecked } from "#actions/health/finding.ts";
import { isLocal } from "#actions/health/proxy.ts";
import type { Settings } from "#core/settings/config.ts";
import { type TeamPages, teamPages } from "#core/settings/policies.ts";
import { hintFaults, instructionFaults, schemaFaults, TOOLS_LIST_MAX_BYTES } from "#mcp/store-rules.ts";
import { storeAddress } from "#resources/server-card.ts";
import { openQuestions } from "#store/questions.ts";
import type { Outside } from "./outside.ts";
import { createStoreSite, type StoreSite } from "./store-site.ts";

const OPENAI = "OpenAI";
const ANTHROPIC = "Anthropic";
const REGISTRY = "MCP Registry";
const BOTH = [OPENAI, ANTHROPIC];
const ALL = [...BOTH, REGISTRY];

type Look = (site: StoreSite, settings: Settings) => string | Promise<string>;
type StoreCheck = { stores: readonly string[]; look: Look };

const STORE_CHECKS = {
  https: { stores: ALL, look: publicHttps },
  privacy: { stores: BOTH, look: page("privacy") },
  terms: { stores: BOTH, look: page("terms") },
  support: { stores: BOTH, look: page("contact") },
  "openai proof": {
    stores: [OPENAI],
    look: proof({
      name: "OPENAI_APPS_CHALLENGE",
      file: "openai-apps-challenge",
      value: "the token that OpenAI's form shows",
    }),
  },
  "registry key": {
    stores: [REGISTRY],
    look: proof({
      name: "MCP_REGISTRY_AUTH",
      file: "mcp-registry-auth",
      value: "the value that debut submit-kit prints",
      form: /^v=MCPv1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/,
    }),
  },
  reviewer: { stores: BOTH, look: reviewer },
  listings: { stores: BOTH, look: liveListings },
  "sign-in": { stores: BOTH, look: signIn },
  tools: { stores: BOTH, look: toolsList },
  schemas: { stores: BOTH, look: async (site) => none(schemaFaults(await site.tools()), "every schema compiles") },
  hints: { stores: BOTH, look: async (site) => none(hintFaults(await site.tools()), "every hint and title is set") },
  instructions: {
    stores: BOTH,
    look: async (site) => none(instructionFaults(await site.instructions()), "state required facts first"),
  },
  icons: { stores: ALL, look: icons },
  "for openai": byHand([OPENAI], "verify your identity, record a demo video, and upload the kit"),
  "for claude": byHand([ANTHROPIC], "use a paid plan of an organization, add 3 to 5 screenshots, and fill in the form"),
  "for registry": byHand([REGISTRY], "run mcp-publisher with the key of the kit"),
} as const satisfies Record<string, StoreCheck>;

export const STORE_CHECK_NAMES = Object.keys(STORE_CHECKS);

export function examineStores(
  settings: Settings,
  outside: Outside,
): Promise<(Finding & { stores: readonly string[] })[]> {
  const site = createStoreSite(settings, outside);
  return Promise.all(
    Object.entries(STORE_CHECKS).map(async ([name, check]) => ({
      ...(await look(name, () => check.look(site, settings))),
      stores: check.stores,
    })),
  );
}

function byHand(stores: readonly string[], what: string): StoreCheck {
  return {
    stores,
    look() {
      throw new Unchecked(`only a person can do this: ${what}`);
    },
  };
}

function none(faults: readonly string[], good: string): string {
  const [first, ...more] = faults;
  if (first === undefined) return good;
  throw new Ill(more.length ? `${first}, and ${more.length} more` : first, "This is a bug in Debut. Report it.");
}

function publicHttps(_site: StoreSite, settings: Settings): string {
  if (settings.BASE_URL.startsWith("https:") && !isLocal(settings)) return storeAddress(settings);
  throw new Ill(
    `${settings.BASE_URL} is not a public https address`,
    "Put a reverse proxy with TLS in front and set BASE_URL to its https address.",
  );
}

function page(name: keyof TeamPages): Look {
  return async (site, settings) => {
    const url = teamPages(settings)[name];
    if (url.startsWith("mailto:")) return url;
    await site.readText(url);
    return `${url} answers`;
  };
}

type Proof = {
  name: "OPENAI_APPS_CHALLENGE" | "MCP_REGISTRY_AUTH";
  file: string;
  value: string;
  form?: RegExp;
};

function proof({ name, file, value, form = /./ }: Proof): Look {
  return async (site, settings) => {
    const wanted = settings[name];
    const cure = `Set ${name} to ${value}, and restart the site.`;
    if (!wanted) throw new Ill(`${name} is not set`, cure);
    if (!form.test(wanted)) throw new Ill(`${name} is not a proof`, cure);
    const url = `${settings.BASE_URL}/.well-known/${file}`;
    if ((await site.readText(url)).trim() === wanted) return `${url} has the value of ${name}`;
    throw new Ill(`${url} has another value than ${name}`, "Restart the site with the same settings as doctor.");
  };
}

async function count(settings: Settings, sql: string): Promise<number> {
  const db = await openQuestions(settings);
  try {
    return (await db.one<number>(sql)) ?? 0;
  } finally {
    await db.close();
  }
}

async function reviewer(_site: StoreSite, settings: Settings): Promise<string> {
  const found = await count(
    settings,
    "select count(*) from accounts where is_demo = 1 and status = 'active' and password_hash is not null",
  );
  if (found) return `${found} ${found === 1 ? "account" : "accounts"} for reviewers`;
  throw new Ill("no account for reviewers", "Create one: debut reviewer create --email reviewer@example.com");
}

async function liveListings(_site: StoreSite, settings: Settings): Promise<string> {
  const found = await count(settings, "select count(*) from listings where status = 'live'");
  if (found >= 2) return `${found} live listings`;
  throw new Ill(
    `${found} live listings, and the test cases compare two`,
    "Submit when products are listed. To try it out: debut seed --demo",
  );
}

const Resource = z.object({ resource: z.string(), authorization_servers: z.tuple([z.string()], z.string()) });
const Server = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  code_challenge_methods_supported: z.array(z.string()),
  registration_endpoint: z.string(),
  client_id_metadata_document_supported: z.literal(true),
});

async function signIn(site: StoreSite, settings: Settings): Promise<string> {
  const { BASE_URL } = settings;
  const { resource } = await site.readJson(`${BASE_URL}/.well-known/oauth-protected-resource/mcp/directory`, Resource);
  const server = await site.readJson(`${BASE_URL}/.well-known/oauth-authorization-server`, Server);
  if (resource !== storeAddress(settings) || server.issuer !== BASE_URL)
    throw new Ill(`sign-in is for ${resource} by ${server.issuer}`, "Run doctor with the BASE_URL of the site.");
  if (!server.code_challenge_methods_supported.includes("S256"))
    throw new Ill("the authorization server does not offer S256", "This is a bug in Debut. Report it.");
  const { status } = await site.read(server.token_endpoint, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=authorization_code",
  });
  if (status === 400 || status === 401) return "metadata and token endpoint answer";
  throw new Ill(`${server.token_endpoint} answers ${status}`, "Configure the proxy to forward POST requests.");
}

async function toolsList(site: StoreSite): Promise<string> {
  const tools = await site.tools();
  const bytes = Buffer.byteLength(JSON.stringify(tools));
  if (bytes < TOOLS_LIST_MAX_BYTES) return `${tools.length} tools in ${bytes} bytes`;
  throw new Ill(
    `tools/list has ${bytes} bytes, more than ${TOOLS_LIST_MAX_BYTES}`,
    "This is a bug in Debut. Report it.",
  );
}

async function icons(site: StoreSite): Promise<string> {
  const pictures = (await site.icons()).filter(({ mimeType }) => mimeType === "image/png");
  if (pictures.length === 0) throw new Ill("there is no icon as PNG", "This is a bug in Debut. Report it.");
  for (const { src, sizes } of pictures) {
    const { status, body } = await site.read(src);
    if (status !== 200) throw new Ill(`${src} answers ${status}`, "Configure the proxy to forward pictures.");
    const { width, height } = imageSize(body);
    if (!sizes.includes(`${width}x${height}`))
      throw new Ill(`${src} is ${width}x${height}`, "This is a bug in Debut. Report it.");
  }
  return `${pictures.length} sizes as PNG`;
}
