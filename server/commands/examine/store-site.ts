import { z } from "zod";
import { MCP_VERSIONS } from "#actions/context.ts";
import { Ill, Unchecked } from "#actions/health/finding.ts";
import { isLocal } from "#actions/health/proxy.ts";
import { VERSION } from "#core/runtime/version.ts";
import type { Settings } from "#core/settings/config.ts";
import type { Overrides } from "#crawler/address.ts";
import { parseOverrides } from "#crawler/overrides.ts";
import type { SafeFetchOptions, SafeResponse } from "#crawler/safe-fetch.ts";
import { messageOf } from "#domain/text/failure.ts";
import { once } from "#domain/text/once.ts";
import { storeAddress } from "#resources/server-card.ts";
import type { Outside } from "./outside.ts";

const Loose = z.record(z.string(), z.unknown());
const Listed = z.object({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      title: z.string().optional(),
      inputSchema: Loose,
      outputSchema: Loose.optional(),
      annotations: Loose.optional(),
    }),
  ),
});
const Icon = z.object({ src: z.string(), mimeType: z.string(), sizes: z.array(z.string()) });
const Discovered = z.object({ instructions: z.string() });
const Card = z.object({ icons: z.array(Icon) });

export type StoreSite = ReturnType<typeof createStoreSite>;

export function createStoreSite(settings: Settings, outside: Outside) {
  const open = once(async () => {
    const { createSafeFetch } = await import("#crawler/safe-fetch.ts");
    const { DNS_SERVERS } = settings;
    const overrides = overridesOf(settings);
    return createSafeFetch({
      userAgent: `Debut/${VERSION} doctor`,
      overrides,
      dnsServers: DNS_SERVERS,
      now: () => new Date(),
    });
  });

  async function read(url: string, options: SafeFetchOptions = {}): Promise<SafeResponse> {
    const fetchSite = await open();
    try {
      return await fetchSite(url, options);
    } catch (error) {
      if (!overridesOf(settings).has(new URL(url).hostname) && (await outside.isOffline()))
        throw new Unchecked(`${url} could not be checked: ${outside.reason}`);
      throw new Ill(`${url} cannot be read: ${messageOf(error)}`, "Is the site running, and public?");
    }
  }

  async function readText(url: string): Promise<string> {
    const { status, body } = await read(url);
    if (status !== 200) throw new Ill(`${url} answers ${status}`, "Publish the page there, or correct the address.");
    return Buffer.from(body).toString();
  }

  async function readJson<T>(url: string, schema: z.ZodType<T>): Promise<T> {
    return parsed(url, await readText(url), schema);
  }

  async function ask<T>(method: string, schema: z.ZodType<T>): Promise<T> {
    const [version] = MCP_VERSIONS;
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const { body } = await read(storeAddress(settings), {
      method: "POST",
      accept: "application/json, text/event-stream",
      headers: { "content-type": "application/json", "mcp-protocol-version": version, "mcp-method": method },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta } }),
    });
    const answer = parsed(method, Buffer.from(body).toString(), z.object({ result: z.unknown() }));
    return parsed(method, JSON.stringify(answer.result), schema);
  }

  return {
    read,
    readText,
    readJson,
    tools: once(async () => (await ask("tools/list", Listed)).tools),
    instructions: once(async () => (await ask("server/discover", Discovered)).instructions),
    icons: once(async () => (await readJson(`${settings.BASE_URL}/.well-known/mcp/server-card.json`, Card)).icons),
  };
}

function overridesOf(settings: Settings): Overrides {
  const told = parseOverrides(settings.OUTBOUND_RESOLVE);
  if (!isLocal(settings)) return told;
  const { hostname, port } = new URL(settings.BASE_URL);
  return new Map([...told, [hostname, { address: hostname, port: Number(port || 80) }]]);
}

function parsed<T>(what: string, text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Ill(`${what} has an unexpected answer: ${text.slice(0, 80)}`, "Does the proxy lead to this program?");
  }
}
