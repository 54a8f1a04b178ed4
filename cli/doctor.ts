import { Resolver } from "node:dns/promises";
import { statfs } from "node:fs/promises";
import type { Settings } from "../config.ts";
import { databaseFile } from "../config.ts";
import { checkDatabase } from "../store/sqlite/check.ts";
import type { Store } from "../store/store.ts";
import { type Command, withStore } from "./command.ts";

type Finding = { check: string; ok: boolean; detail: string };

const LEAST_FREE_BYTES = 500_000_000;

export const doctor: Command = {
  name: "doctor",
  usage: "doctor",
  summary: "Checks settings, database, disk, mail, DNS and jobs, and says how to cure what is wrong.",
  options: {},
  async run(_input, io) {
    const findings = await withStore(io, examine);
    io.answer(
      findings.map(({ check, ok, detail }) => `${ok ? "ok  " : "BAD "} ${check.padEnd(10)} ${detail}`).join("\n"),
      { ok: findings.every(({ ok }) => ok), findings },
    );
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};

async function examine(store: Store, settings: Settings): Promise<Finding[]> {
  const check = async (name: string, work: () => Promise<string>): Promise<Finding> => {
    try {
      return { check: name, ok: true, detail: await work() };
    } catch (error) {
      return { check: name, ok: false, detail: (error as Error).message };
    }
  };
  return Promise.all([
    check("address", async () => {
      const { protocol, hostname } = new URL(settings.BASE_URL);
      const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
      if (protocol === "http:" && !isLocal)
        throw new Error(
          `${settings.BASE_URL} is not https. Assistants refuse it: put a reverse proxy with TLS in front and set BASE_URL.`,
        );
      return isLocal ? `${settings.BASE_URL} (only this machine; set BASE_URL for a public site)` : settings.BASE_URL;
    }),
    check("database", async () => {
      const faults = checkDatabase(databaseFile(settings));
      if (faults.length)
        throw new Error(`${faults.join("; ")}. Restore the last good backup: debut restore FILE --force`);
      return databaseFile(settings);
    }),
    check("disk", async () => {
      const { bavail, bsize } = await statfs(settings.DATA_DIR);
      const free = bavail * bsize;
      if (free < LEAST_FREE_BYTES)
        throw new Error(`Only ${Math.round(free / 1e6)} MB are free in ${settings.DATA_DIR}. Make room.`);
      return `${Math.round(free / 1e9)} GB free`;
    }),
    check("admin", async () => {
      if (!(await store.accounts.hasAdmin()))
        throw new Error("There is no admin. Open the setup link that serve prints, or: debut user create --admin");
      return "there is one";
    }),
    check("mail", async () => {
      if (!settings.SMTP_URL) return "no SMTP_URL: mails stay in the outbox at /admin/outbox";
      const { default: nodemailer } = await import("nodemailer");
      await nodemailer
        .createTransport({ url: settings.SMTP_URL, connectionTimeout: 5000, greetingTimeout: 5000 })
        .verify();
      return "the server answers and accepts the login";
    }),
    check("dns", async () => {
      const resolver = new Resolver({ timeout: 2000, tries: 2 });
      if (settings.DNS_SERVERS.length) resolver.setServers(settings.DNS_SERVERS);
      await resolver.resolve4("example.com").catch((error: Error) => {
        throw new Error(
          `${error.message}. Websites cannot be read without DNS: check the network, or set DNS_SERVERS.`,
        );
      });
      return `asked ${settings.DNS_SERVERS.length ? settings.DNS_SERVERS.join(", ") : "the system's servers"}`;
    }),
    check("jobs", async () => {
      const { failed = 0, queued = 0, running = 0 } = await store.jobs.countByState();
      if (failed) throw new Error(`${failed} jobs have failed for good; the log says why.`);
      return `${queued} waiting, ${running} running`;
    }),
  ]);
}
