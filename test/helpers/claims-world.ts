import type { Deps } from "../../actions/context.ts";
import { createDnsServer, type DnsAnswer } from "./dns-server.ts";
import { createMailServer } from "./mail-server.ts";
import { createWebsite, type Served } from "./website.ts";
import { createWorld } from "./world.ts";

/** A running Debut beside a real DNS server, website and mail server that claims are proven on. All listed hosts share the website. */
export async function createClaimsWorld({
  hosts,
  env = {},
  replaced = {},
}: {
  hosts: string[];
  env?: Record<string, string>;
  replaced?: Partial<Deps>;
}) {
  const records: Record<string, DnsAnswer> = {};
  const pages: Record<string, Served> = {};
  const [dns, mail, site] = await Promise.all([
    createDnsServer((name) => records[name] ?? "NXDOMAIN"),
    createMailServer(),
    createWebsite(pages),
  ]);
  const world = await createWorld({
    env: {
      DNS_SERVERS: dns.server,
      SMTP_URL: mail.url,
      OUTBOUND_RESOLVE: site.resolve(...hosts),
      LIMIT_WRITE: "10000",
      LIMIT_CLAIM_CHECK: "1000",
      ...env,
    },
    replaced,
  });
  const { deps } = world;
  const members = async (id: number) =>
    Promise.all((await deps.store.listings.team(id)).map(({ role, account }) => `${account.name} ${role}`));
  return {
    ...world,
    records,
    pages,
    questions: dns.questions,
    delivered: mail.delivered,
    members,
    async mailsTo(to: string) {
      await world.drain();
      return mail.delivered.filter((one) => one.to.includes(to)).map(({ headers }) => headers.get("subject"));
    },
    async linkTo(to: string): Promise<string> {
      await world.drain();
      const text = mail.delivered.findLast((one) => one.to.includes(to))?.text ?? "";
      return /\/claim\?token=[\w%-]+/.exec(text)![0];
    },
    async close() {
      await world.close();
      await Promise.all([dns.close(), mail.close(), site.close()]);
    },
  };
}

export type ClaimsWorld = Awaited<ReturnType<typeof createClaimsWorld>>;
