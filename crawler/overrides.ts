import { isIP } from "node:net";
import type { Overrides } from "./address.ts";

/**
 * Parses OUTBOUND_RESOLVE: comma-separated `host=address:port`, IPv6 in [brackets]. Throws Error
 * with the invalid part and the expected form.
 */
export function parseOverrides(text: string): Overrides {
  const overrides = new Map<string, { address: string; port: number }>();
  for (const part of text.split(",")) {
    const entry = part.trim();
    if (!entry) continue;
    const [, name = "", bracketed, plain, portText] =
      /^([^=\s]+)\s*=\s*(?:\[([^\]]+)\]|([^:\s[\]]+)):(\d{1,5})$/.exec(entry) ?? [];
    const host = hostOf(name);
    const port = Number(portText);
    const isAddress = bracketed ? isIP(bracketed) === 6 : isIP(plain ?? "") === 4 || isHostName(plain ?? "");
    if (!host || !isAddress || port < 1 || port > 65535) {
      throw new Error(
        `"${entry}" is not a host=address:port entry, such as shop.test=127.0.0.1:8080 or shop.test=[::1]:8080.`,
      );
    }
    if (overrides.has(host)) throw new Error(`The host "${host}" is given twice.`);
    overrides.set(host, { address: bracketed ?? plain ?? "", port });
  }
  return overrides;
}

function hostOf(name: string): string | undefined {
  if (!name || /[/:?#@\\]/.test(name) || !URL.canParse(`http://${name}/`)) return undefined;
  return new URL(`http://${name}/`).hostname.replace(/\.$/, "") || undefined;
}

/** Rejects numeric last labels: "999.1.1.1" is a mistyped IP address. */
const isHostName = (text: string): boolean =>
  /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text) && !/(^|\.)\d+$/.test(text);
