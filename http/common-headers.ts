import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "#core/settings/config.ts";
import { factsOf } from "./facts.ts";

/** Features of browsers that no page here uses, so that nothing in a page can ask for them. */
const UNUSED = ["camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb"];
const YEAR_SECONDS = 31_536_000;

export const ALWAYS = {
  "X-Content-Type-Options": "nosniff",
  "Permissions-Policy": UNUSED.map((feature) => `${feature}=()`).join(", "),
};

export type CommonHeaders = ReturnType<typeof commonHeaders>;

export function commonHeaders({ BASE_URL }: Pick<Settings, "BASE_URL">) {
  const isSecure = BASE_URL.startsWith("https:");
  const fixed = { ...ALWAYS, ...(isSecure && { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` }) };
  const of = (req: IncomingMessage): Record<string, string> => ({ "X-Request-Id": factsOf(req).id, ...fixed });
  return {
    of,
    set: (req: IncomingMessage, res: ServerResponse): void => void res.setHeaders(new Map(Object.entries(of(req)))),
  };
}
