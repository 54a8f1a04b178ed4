import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createSafeFetch } from "../../crawler/safe-fetch.ts";
import { createVies } from "../../payments/vat/vies.ts";
import { createDeadlines } from "../helpers/deadlines.ts";

const DE = { prefix: "DE", number: "123456789", country: "DE", looksRight: true };
const FR = { prefix: "FR", number: "AB123456789", country: "FR", looksRight: true };
const HOUR = 3600_000;

type Answer = (res: ServerResponse) => void;
const json =
  (body: unknown, status = 200): Answer =>
  (res) =>
    void res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const outage = (error: string, status = 200) => json({ actionSucceed: false, errorWrappers: [{ error }] }, status);
const yes = json({
  countryCode: "DE",
  vatNumber: "123456789",
  requestDate: "2026-11-21T12:00:00Z",
  valid: true,
  requestIdentifier: "WAPIAAAA",
  name: "Acme GmbH",
  address: "---",
});
const no = json({ countryCode: "DE", vatNumber: "123456789", valid: false, requestIdentifier: "", name: "---" });

let answer: Answer;
let requests: { method: string; url: string; body: unknown }[] = [];
const server = createServer(async (req: IncomingMessage, res) => {
  let text = "";
  for await (const chunk of req) text += chunk;
  requests.push({ method: req.method!, url: req.url!, body: JSON.parse(text) });
  answer(res);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let at: Date;
beforeEach(() => {
  requests = [];
  at = new Date("2026-11-21T12:00:00Z");
});

function vies(given: Partial<Parameters<typeof createVies>[0]> = {}) {
  const now = () => at;
  const { port } = server.address() as AddressInfo;
  const overrides = parseOverrides(`vies.example=127.0.0.1:${port}`);
  return createVies({
    fetchSite: createSafeFetch({ userAgent: "test", overrides, now }),
    baseUrl: "https://vies.example/taxation_customs/vies/rest-api",
    requester: undefined,
    now,
    log: () => undefined,
    ...given,
  });
}

describe("VIES", () => {
  it("is called by its REST API, with the seller's number if there is one", async () => {
    answer = yes;
    expect(await vies()(DE)).toEqual({ status: "valid", at, reference: "WAPIAAAA" });
    await vies({ requester: FR })(DE);
    expect(requests).toEqual([
      {
        method: "POST",
        url: "/taxation_customs/vies/rest-api/check-vat-number",
        body: { countryCode: "DE", vatNumber: "123456789" },
      },
      expect.objectContaining({
        body: {
          countryCode: "DE",
          vatNumber: "123456789",
          requesterMemberStateCode: "FR",
          requesterNumber: "AB123456789",
        },
      }),
    ]);
  });

  it.each([
    ["no", no],
    ["INVALID_INPUT", outage("INVALID_INPUT", 400)],
    ["a plain INVALID", json({ valid: false, userError: "INVALID" })],
  ])("%s is invalid", async (_name, given) => {
    answer = given;
    expect(await vies()(DE)).toEqual({ status: "invalid", at, reference: null });
  });

  it.each([
    ["a state that is away, in an HTTP 200", outage("MS_UNAVAILABLE")],
    ["too many requests, in an HTTP 200", outage("MS_MAX_CONCURRENT_REQ")],
    ["an outage as a field beside a false no", json({ valid: false, userError: "MS_UNAVAILABLE" })],
    ["an outage with a false yes", json({ valid: true, actionSucceed: false, errorWrappers: [{ error: "TIMEOUT" }] })],
    ["HTTP 500", outage("SERVICE_UNAVAILABLE", 500)],
    ["HTTP 503 with a yes", json({ valid: true }, 503)],
    ["a word in place of a boolean", json({ valid: "true" })],
    ["an empty object", json({})],
    ["null", json(null)],
    ["a list", json([true])],
    ["a page", (res: ServerResponse) => void res.writeHead(200).end("<html>Maintenance</html>")],
    ["a redirect", (res: ServerResponse) => void res.writeHead(302, { location: "/elsewhere" }).end()],
    ["a broken connection", (res: ServerResponse) => void res.destroy()],
    ["half of an answer", (res: ServerResponse) => void res.writeHead(200).end('{"valid": tr')],
  ])("%s is unverified", async (_name, given) => {
    answer = given;
    expect(await vies()(DE)).toEqual({ status: "unverified", at: null, reference: null });
  });

  it("times out", async () => {
    const deadlines = createDeadlines();
    answer = deadlines.pass;
    expect(await vies()(DE)).toMatchObject({ status: "unverified" });
  });

  it("is cached for a day if valid, an hour if invalid, and not at all during an outage", async () => {
    const check = vies();
    const ask = async (given: Answer) => {
      answer = given;
      return (await check(DE)).status;
    };
    expect(await ask(outage("MS_UNAVAILABLE"))).toBe("unverified");
    expect(await ask(no)).toBe("invalid");
    at = new Date(at.getTime() + HOUR);
    expect(await ask(yes)).toBe("invalid");
    at = new Date(at.getTime() + 1);
    expect(await ask(yes)).toBe("valid");
    at = new Date(at.getTime() + 24 * HOUR);
    expect(await ask(no)).toBe("valid");
    at = new Date(at.getTime() + 1);
    expect(await ask(no)).toBe("invalid");
    expect(requests).toHaveLength(4);
  });

  it("is not called for a state after three failures", async () => {
    const check = vies();
    answer = outage("MS_UNAVAILABLE");
    for (let tries = 0; tries < 9; tries++) expect((await check(DE)).status).toBe("unverified");
    expect(requests).toHaveLength(3);
    answer = yes;
    expect((await check(FR)).status).toBe("valid");
    expect((await check(DE)).status).toBe("unverified");
  });

  it("is called again after a pause", async () => {
    const check = vies({ pauseMs: 0 });
    answer = outage("MS_UNAVAILABLE");
    for (let tries = 0; tries < 3; tries++) await check(DE);
    answer = yes;
    expect((await check(DE)).status).toBe("valid");
  });
});
