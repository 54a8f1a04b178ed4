import type { Deps } from "#actions/context.ts";
import lines from "#data/mcp-instructions.json" with { type: "json" };
import { lackedBy } from "#domain/site/site-shape.ts";
import type { Feature } from "#languages/language.ts";
import type { Endpoint } from "./endpoint.ts";

/** Some clients read only the first 512 characters, so what must be known stands first. */
const LINES: readonly { text: string; needs?: string }[] = lines;

/** What is not said of a site without them. */
const SAID_OF: Partial<Record<Feature, string>> = {
  launches: " with a launch calendar",
  votes: "Votes come only from people on the site; no tool can vote. ",
};

/** What a client tells its model about this site. */
export function instructions({
  deps: { settings, store },
  catalogue,
  path,
}: Pick<Endpoint, "catalogue" | "path"> & { deps: Pick<Deps, "settings" | "store"> }): string {
  const text = [
    ...LINES.filter(({ needs }) => needs === undefined || catalogue.find(needs)),
    ...(path === "/mcp" ? [{ text: `If sign-in does not start, connect to ${settings.BASE_URL}/mcp/account.` }] : []),
  ]
    .map(({ text }) => text)
    .join("\n");
  return lackedBy(store.siteLook().shape)
    .reduce((said, feature) => said.replace(SAID_OF[feature] ?? "", ""), text)
    .replace("{site}", () => settings.SITE_NAME);
}
