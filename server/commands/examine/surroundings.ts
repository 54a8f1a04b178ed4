import { existsSync } from "node:fs";
import { checkBackups, checkDisk } from "#actions/health/files.ts";
import { type Finding, Ill, look, Unchecked } from "#actions/health/finding.ts";
import { checkProxy, isLocal } from "#actions/health/proxy.ts";
import { checkSettingSources } from "#actions/health/settings.ts";
import { databaseFile, type Settings } from "#core/settings/config.ts";
import { parseOverrides } from "#crawler/overrides.ts";
import { codeOf, messageOf } from "#domain/text/failure.ts";
import { checkStorage } from "../../check-storage.ts";
import { typedNow } from "../effective.ts";
import { createResolver, ELSEWHERE, type Outside } from "./outside.ts";
import { signIn } from "./sign-in.ts";
import { askSite, checkSite } from "./site.ts";

const MOST_SKEW_MS = 60_000;

export function examineSurroundings(settings: Settings, outside: Outside, now: Date): Promise<Finding[]> {
  const isStarted = settings.DATABASE_URL !== undefined || existsSync(databaseFile(settings));
  const site = isStarted ? askSite(settings) : Promise.resolve(undefined);
  return Promise.all([
    look("address", () => address(settings, outside)),
    look("settings", async () => checkSettingSources(settings, await typedNow(settings))),
    look("proxy", async () => checkProxy(settings, (await site)?.forwarded)),
    look("site", async () => checkSite(settings, await site, outside)),
    look("disk", () => checkDisk(settings)),
    look("storage", () => checkStorage(settings, () => now)),
    look("backups", () => checkBackups(settings, now)),
    look("sign-in", () => signIn(settings, outside)),
    look("mail", () => mailServer(settings, outside)),
    look("dns", () => dns(outside)),
    look("https out", () => httpsOut(settings, outside)),
  ]);
}

async function address(settings: Settings, outside: Outside): Promise<string> {
  const { BASE_URL, DNS_SERVERS } = settings;
  const { protocol, hostname } = new URL(BASE_URL);
  if (isLocal(settings)) return `${BASE_URL} (only this machine; set BASE_URL for a public site)`;
  if (protocol === "http:")
    throw new Ill(
      `${BASE_URL} is not https, and assistants refuse it`,
      "Put a reverse proxy with TLS in front and set BASE_URL to its https address.",
    );
  if (await outside.isOffline()) throw new Unchecked(`${BASE_URL} could not be checked: ${outside.reason}`);
  const known = await createResolver(DNS_SERVERS)
    .resolve4(hostname)
    .catch(() => []);
  if (known.length === 0)
    throw new Ill(
      `${hostname} has no address in DNS`,
      `Add an A record for ${hostname} that points to this machine or its proxy.`,
    );
  return `${BASE_URL} (${known.join(", ")})`;
}

const NO_WAY = /ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EDNS|ETIMEDOUT|timeout/i;

async function mailServer({ SMTP_URL }: Settings, outside: Outside): Promise<string> {
  if (!SMTP_URL) return "no SMTP_URL: emails stay in the outbox at /admin/outbox";
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport({ url: SMTP_URL, connectionTimeout: 5000, greetingTimeout: 5000 });
  try {
    await transport.verify();
  } catch (error) {
    const [message, code = ""] = [messageOf(error), codeOf(error)];
    if (NO_WAY.test(`${code} ${message}`) && (await outside.isOffline()))
      throw new Unchecked(`the mail server could not be checked: ${outside.reason}`);
    throw new Ill(
      message,
      "Check host, port, user and password in SMTP_URL, and that this machine may reach that port.",
    );
  }
  return "answers and accepts the login";
}

async function dns(outside: Outside): Promise<string> {
  const { servers, isChosen, failure } = await outside.dns();
  if (!failure) return `answers (${servers.join(", ")})`;
  if (!isChosen) throw new Unchecked(`could not be checked: ${outside.reason} (${failure})`);
  throw new Ill(
    `${failure}; without DNS no website can be read`,
    "Check the network, or set DNS_SERVERS to servers that this machine can reach.",
  );
}

async function httpsOut({ DNS_SERVERS, OUTBOUND_RESOLVE }: Settings, outside: Outside): Promise<string> {
  const overrides = parseOverrides(OUTBOUND_RESOLVE);
  if (!OUTBOUND_RESOLVE && (await outside.isOffline())) throw new Unchecked(`could not be checked: ${outside.reason}`);
  const { createSafeFetch } = await import("#crawler/safe-fetch.ts");
  const fetchSite = createSafeFetch({
    userAgent: "DebutBot/doctor",
    overrides,
    dnsServers: DNS_SERVERS,
    now: () => new Date(),
  });
  const response = await fetchSite(`https://${ELSEWHERE}/`).catch((error: Error) => {
    throw new Ill(
      `https://${ELSEWHERE}/ cannot be read: ${error.message}`,
      "Let this machine open connections to port 443, and check its certificates and its clock. If that is " +
        "not allowed, use --skip 'https out'.",
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
