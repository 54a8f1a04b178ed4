import { Resolver } from "node:dns/promises";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { listBackups } from "../../backups/backups.ts";
import { backupFolder, databaseFile, type Settings } from "../../config.ts";
import { parseOverrides } from "../../crawler/overrides.ts";
import { readInterval } from "../../domain/backup-schedule.ts";
import { type Finding, Ill, look } from "./finding.ts";

const LEAST_FREE_BYTES = 500_000_000;
const MOST_SKEW_MS = 60_000;
/** A name that is kept up for exactly such questions (RFC 2606). */
const ELSEWHERE = "example.com";
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** Looks at what surrounds the program: its address, disk, mail server, DNS, the way out, backups. */
export const examineSurroundings = (settings: Settings, now: Date): Promise<Finding[]> =>
  Promise.all([
    look("address", () => address(settings)),
    look("disk", () => disk(settings)),
    look("backups", () => backups(settings, now)),
    look("mail", () => mailServer(settings)),
    look("dns", () => dns(settings)),
    look("https out", () => httpsOut(settings)),
  ]);

async function address({ BASE_URL, DNS_SERVERS }: Settings): Promise<string> {
  const { protocol, hostname } = new URL(BASE_URL);
  if (LOCAL.includes(hostname)) return `${BASE_URL} (only this machine; set BASE_URL for a public site)`;
  if (protocol === "http:")
    throw new Ill(
      `${BASE_URL} is not https, and assistants refuse it`,
      "Put a reverse proxy with TLS in front and set BASE_URL to its https address.",
    );
  const known = await resolverOf(DNS_SERVERS)
    .resolve4(hostname)
    .catch(() => []);
  if (known.length === 0)
    throw new Ill(
      `${hostname} has no address in DNS`,
      `Add an A record for ${hostname} that points to this machine or its proxy.`,
    );
  return `${BASE_URL} (${known.join(", ")})`;
}

async function disk(settings: Settings): Promise<string> {
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const probe = join(settings.DATA_DIR, `.doctor-${process.pid}`);
  try {
    writeFileSync(probe, "");
  } catch (error) {
    throw new Ill(
      `${settings.DATA_DIR} cannot be written: ${(error as Error).message}`,
      "Give the user that runs Debut the right to write there.",
    );
  } finally {
    rmSync(probe, { force: true });
  }
  const { bavail, bsize } = await statfs(settings.DATA_DIR);
  const free = bavail * bsize;
  const database = existsSync(databaseFile(settings)) ? statSync(databaseFile(settings)).size : 0;
  const wanted = Math.max(LEAST_FREE_BYTES, 2 * database);
  const size = (bytes: number) => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);
  if (free < wanted)
    throw new Ill(
      `only ${size(free)} are free in ${settings.DATA_DIR}; a backup before an upgrade wants ${size(wanted)}`,
      "Make room: old files named debut.db.before-… can go, and DATA_DIR/pictures is only a cache.",
    );
  return `${size(free)} free`;
}

function backups(settings: Settings, now: Date): string {
  const [newest] = listBackups(backupFolder(settings));
  const every = readInterval(settings.BACKUP_EVERY ?? "");
  if (!every)
    return newest
      ? `none are made by itself; the newest is of ${newest.at.toISOString()}`
      : "none are made by itself: set BACKUP_EVERY";
  if (!existsSync(databaseFile(settings))) return "there is nothing to back up yet";
  const age = newest ? now.getTime() - newest.at.getTime() : Number.POSITIVE_INFINITY;
  if (age > 2 * every)
    throw new Ill(
      newest ? `the newest is of ${newest.at.toISOString()}` : `there is none in ${backupFolder(settings)}`,
      "Is the site running (debut serve)? debut jobs list --kind back-up says what went wrong; debut backup makes one now.",
    );
  return `the newest is of ${newest!.at.toISOString()}, ${newest!.file}`;
}

async function mailServer({ SMTP_URL }: Settings): Promise<string> {
  if (!SMTP_URL) return "no SMTP_URL: mails stay in the outbox at /admin/outbox";
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport({ url: SMTP_URL, connectionTimeout: 5000, greetingTimeout: 5000 });
  await transport.verify().catch((error: Error) => {
    throw new Ill(
      error.message,
      "Check host, port, user and password in SMTP_URL, and that this machine may reach that port.",
    );
  });
  return "answers and accepts the login";
}

const resolverOf = (servers: readonly string[]): Resolver => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers.length) resolver.setServers([...servers]);
  return resolver;
};

async function dns({ DNS_SERVERS }: Settings): Promise<string> {
  const resolver = resolverOf(DNS_SERVERS);
  await resolver.resolve4(ELSEWHERE).catch((error: Error) => {
    throw new Ill(
      `${error.message}; without DNS no website can be read`,
      "Check the network, or set DNS_SERVERS to servers that this machine can reach.",
    );
  });
  return `answers (${resolver.getServers().join(", ")})`;
}

/** Fetches a page as the crawler would, and holds our clock against that of its server. */
async function httpsOut({ DNS_SERVERS, OUTBOUND_RESOLVE }: Settings): Promise<string> {
  // Loaded here: what it stands on takes long, and every command loads this file.
  const { createSafeFetch } = await import("../../crawler/safe-fetch.ts");
  const fetchSite = createSafeFetch({
    userAgent: "DebutBot/doctor",
    overrides: parseOverrides(OUTBOUND_RESOLVE),
    dnsServers: DNS_SERVERS,
    now: () => new Date(),
  });
  const response = await fetchSite(`https://${ELSEWHERE}/`).catch((error: Error) => {
    throw new Ill(
      `https://${ELSEWHERE}/ cannot be read: ${error.message}`,
      "Let this machine open connections to port 443, and check its certificates and its clock.",
    );
  });
  const theirs = Date.parse(response.headers.date ?? "");
  const skew = Number.isNaN(theirs) ? 0 : Date.now() - theirs;
  if (Math.abs(skew) > MOST_SKEW_MS)
    throw new Ill(
      `the clock of this machine is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? "ahead" : "behind"}`,
      "Set the clock, and let it follow a time server: signatures of payments and sign-ins depend on it.",
    );
  return `https://${ELSEWHERE}/ answers, and the clocks agree`;
}
