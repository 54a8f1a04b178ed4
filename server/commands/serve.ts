import { once } from "node:events";
import { setupLink } from "#actions/site/first-admin.ts";
import type { Settings } from "#core/settings/config.ts";
import { databaseFault } from "#store/database-fault.ts";
import type { Running } from "../app.ts";
import { type Command, CommandError, refuseLostDatabase, STOP_SIGNALS } from "./command.ts";
import { inheritedListener, startSuccessor, tellPredecessor, whyNoSuccessor } from "./successor.ts";
import { watchForFaults } from "./watch-for-faults.ts";

const LINGER_MS = 1000;

export const serve: Command = {
  name: "serve",
  usage: "serve",
  summary: "Serves the site, the REST interface and the MCP server until it is stopped.",
  about:
    "SIGTERM, SIGINT and SIGHUP finish running requests and stop. SIGUSR2 starts the current executable, " +
    "hands over the socket without losing a connection, and stops once the new process serves.",
  options: {},
  async run(_input, io) {
    const settings = io.settings();
    refuseLostDatabase(settings);
    const { startServer } = await import("../app.ts");
    const running = await startServer(settings, {}, { inherited: inheritedListener(process.env) }).catch(
      (error: unknown) => {
        throw portFault(error, settings) ?? error;
      },
    );
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
    tellPredecessor(process.env);
    await untilTold(running);
    await running.stop({ lingerMs: LINGER_MS });
  },
};

/** Resolves on a signal, or after another process has taken over. */
async function untilTold(running: Running): Promise<void> {
  const { log } = running.deps;
  const told = Promise.race(STOP_SIGNALS.map((name) => once(process, name).then(() => name)));
  const followed = async (): Promise<undefined> => {
    for (;;) {
      await once(process, "SIGUSR2");
      try {
        const reason = whyNoSuccessor(process.env, process);
        if (reason) throw new Error(`SIGUSR2 does nothing here. ${reason}`);
        log.info("starting a new process to hand over to");
        const pid = await startSuccessor(running);
        log.info({ successor: pid }, "another process serves: finishing running work");
        break;
      } catch (error) {
        log.error({ err: error }, "no handover: this process continues");
      }
    }
    await running.handOver();
    return undefined;
  };
  const signal = await Promise.race([told, ...(process.platform === "win32" ? [] : [followed()])]);
  if (signal) log.info({ signal }, "stopping: finishing running work");
}

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
