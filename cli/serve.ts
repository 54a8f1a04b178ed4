import { randomBytes } from "node:crypto";
import { mintToken } from "../auth/tokens.ts";
import type { Deps } from "../context.ts";
import { type Command, CommandError } from "./command.ts";

export const serve: Command = {
  name: "serve",
  usage: "serve",
  summary: "Serves the site, the REST interface and the MCP server until it is told to stop.",
  options: {},
  async run(_input, io) {
    const settings = io.settings();
    // Loaded here, so that the other commands start without the web server.
    const { startServer } = await import("../app.ts");
    const running = await startServer(settings).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE")
        throw new CommandError(
          "The port is in use. Stop the other program, or choose another with the setting PORT, like PORT=3001.",
        );
      throw error;
    });
    const setup = await setupLink(running.deps);
    io.answer(
      [
        `${running.deps.settings.SITE_NAME} is running.`,
        `  Site  ${running.url}`,
        `  MCP   ${running.url}/mcp`,
        `  REST  ${running.url}/api/v1`,
        ...(setup
          ? ["", "Set up the first admin with this link, which works once and for 24 hours:", `  ${setup}`]
          : []),
      ].join("\n"),
      { site: running.url, mcp: `${running.url}/mcp`, rest: `${running.url}/api/v1`, setup },
    );
    const signal = await new Promise<string>((resolve) => {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve(name));
    });
    running.deps.log.info({ signal }, "stopping: finishing what runs");
    await running.stop();
    return 0;
  },
};

/** A new link at each start until there is an admin; older links stop working. */
async function setupLink({ store, settings, now }: Deps): Promise<string | null> {
  if (await store.accounts.hasAdmin()) return null;
  const { token, hash, kind, expiresAt } = mintToken("setup", now(), randomBytes);
  await store.change(async (tx) => {
    await tx.accounts.removeTokens("setup", null);
    await tx.accounts.addToken({ hash, kind, accountId: null, email: null, expiresAt });
  });
  return `${settings.BASE_URL}/setup?token=${token}`;
}
