/** The name of the team's style sheet among its files, which no path is. */
export const OWN_CSS = "own.css";

export const FILE_LIMITS = { body: 100_000, files: 50 } as const;

const PATH =
  /^\/(?:[a-z0-9_][\w.-]{0,99}\.(?:txt|html?|xml|json)|\.well-known\/[\w][\w.-]{0,99}(?:\/[\w][\w.-]{0,99})?)$/i;
/** What the program answers itself, in any spelling. */
const TAKEN =
  /^\/(?:(?:robots|llms|llms-full)\.txt|sitemap\.xml|opensearch\.xml|\.well-known\/(?:oauth-|openid-|ai-catalog|mcp\/|change-password|security\.txt))/i;

/** Whether a text can be served at a path: one that other services look for, and not one of ours. */
export const isFilePath = (path: string): boolean => PATH.test(path);
export const isTakenPath = (path: string): boolean => TAKEN.test(path);

const TYPES: Record<string, string> = {
  txt: "text/plain",
  htm: "text/html",
  html: "text/html",
  xml: "application/xml",
};

/** Files without an ending are what they look like. */
export function typeOfFile({ path, body }: { path: string; body: string }): string {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return TYPES[ending] ?? (ending === "json" || /^\s*[[{]/.test(body) ? "application/json" : "text/plain");
}
