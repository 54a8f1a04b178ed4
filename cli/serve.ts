import { randomBytes } from "node:crypto";
import { mintToken } from "../auth/tokens.ts";
import type { Settings } from "../config.ts";
import type { Deps } from "../context.ts";
import { databaseFault } from "../database-fault.ts";
import { type Command, CommandError, refuseLostDatabase } from "./command.ts";
import { watchForFaults } from "./watch-for-faults.ts";

export const serve: Command = {
  name: "serve",
  usage: "serve",
  summary: "Serves the site, the REST interface and the MCP server until it is told to stop.",
  options: {},
  async run(_input, io) {
    const settings = io.settings();
    refuseLostDatabase(settings);
    // Loaded here, so that the other commands start without the web server.
    const { startServer } = await import("../app.ts");
    const running = await startServer(settings).catch((error: unknown) => {
      throw portFault(error, settings) ?? error;
    });
    const { deps } = running;
    const setup = await setupLink(deps).catch(async (error: unknown) => {
      await running.stop();
      throw databaseFault(settings, error) ?? error;
    });
    watchForFaults(process, deps.log);
    io.answer(
      [
        `${deps.settings.SITE_NAME} is running.`,
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
    deps.log.info({ signal }, "stopping: finishing what runs");
    await running.stop();
    return 0;
  },
};

/** Why the port cannot be taken, in words. */
function portFault(error: unknown, { HOST, PORT }: Settings): CommandError | undefined {
  if (!(error instanceof Error && "syscall" in error && error.syscall === "listen" && "code" in error))
    return undefined;
  const cures: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} is in use. Stop the other program, or choose another with the setting PORT, like PORT=3001.`,
    EACCES: `This user may not listen on port ${PORT}. Choose one above 1023 with the setting PORT, and put a proxy in front.`,
    EADDRNOTAVAIL: `This machine has no address ${HOST}. Set HOST to one it has, such as 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST ${HOST} is not known here. Set it to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
  };
  const cure = cures[String(error.code)];
  return cure === undefined ? undefined : new CommandError(cure);
}

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
