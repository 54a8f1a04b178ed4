import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { jobKinds } from "../../jobs/kinds.ts";
import { createJobRunner } from "../../jobs/runner.ts";
import { ENGLISH } from "../../languages/language.ts";
import { compose, type Message } from "../../mail/compose.ts";
import { createSendMail, MailRefused, type SendMail, senderOf } from "../../mail/mailer.ts";
import { queueMail, SEND_MAIL, SEND_NEWS } from "../../mail/queue-mail.ts";
import { DESIGN } from "../helpers/design.ts";
import { freePort } from "../helpers/free-port.ts";
import { presenceOf } from "../helpers/presence.ts";
import { createWorld, type World } from "./world.ts";

type Delivered = { from: string; to: string[]; raw: string };

/** A mail server on loopback that keeps what it gets. */
async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      let raw = "";
      stream.on("data", (chunk) => {
        raw += chunk;
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return { delivered, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

/** A server that says its lines and then nothing more, whatever it is told. */
async function silentServer(...lines: string[]): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    for (const line of lines) socket.write(`${line}\r\n`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refuseWith = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
const mail = { id: "0198", to: "ann@people.example", subject: "Grüße", text: "Hello\nthere\n", html: "<p>Hello</p>" };
const options = { from: "Debut <hello@debut.example>", siteName: "Debut" };

describe("sending an email", () => {
  it("delivers text and HTML under an id of our own", async () => {
    const { url, delivered } = await mailServer();
    expect(await createSendMail({ ...options, smtpUrl: url })(mail)).toBe("sent");
    expect(delivered).toHaveLength(1);
    expect(delivered[0]).toMatchObject({ from: "hello@debut.example", to: ["ann@people.example"] });
    const { raw } = delivered[0]!;
    expect(raw).toMatch(/^From: Debut <hello@debut.example>\r?$/m);
    expect(raw).toMatch(/^Message-ID: <0198@debut.example>\r?$/m);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(raw).toContain("multipart/alternative");
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  });

  it("keeps mails without a server", async () => {
    expect(await createSendMail({ ...options, smtpUrl: undefined })(mail)).toBe("kept");
  });

  it.each([
    [
      "a 451 at the recipient",
      { onRcptTo: (_to, _session, done) => done(refuseWith(451, "Try again later")) } satisfies SMTPServerOptions,
    ],
    [
      "a 421 at the sender",
      { onMailFrom: (_from, _session, done) => done(refuseWith(421, "Too busy")) } satisfies SMTPServerOptions,
    ],
    [
      "a 452 after the data",
      {
        onData(stream, _session, done) {
          stream.resume();
          stream.on("end", () => done(refuseWith(452, "Disk is full")));
        },
      } satisfies SMTPServerOptions,
    ],
  ])("may be tried again after %s", async (_name, wrong) => {
    const { url } = await mailServer(wrong);
    const error = await createSendMail({ ...options, smtpUrl: url })(mail).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it.each([
    [
      "a 550 at the recipient",
      { onRcptTo: (_to, _session, done) => done(refuseWith(550, "No such mailbox")) } satisfies SMTPServerOptions,
    ],
    [
      "a 554 after the data",
      {
        onData(stream, _session, done) {
          stream.resume();
          stream.on("end", () => done(refuseWith(554, "Looks like spam")));
        },
      } satisfies SMTPServerOptions,
    ],
  ])("is over after %s", async (_name, wrong) => {
    const { url } = await mailServer(wrong);
    await expect(createSendMail({ ...options, smtpUrl: url })(mail)).rejects.toBeInstanceOf(MailRefused);
  });

  it("may be tried again when nobody listens, or the password is wrong", async () => {
    const port = await freePort();
    const { url } = await mailServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(refuseWith(535, "Wrong password")),
    });
    for (const smtpUrl of [`smtp://127.0.0.1:${port}`, url.replace("//", "//user:secret@")]) {
      const error = await createSendMail({ ...options, smtpUrl })(mail).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MailRefused);
      expect(String(error)).not.toContain("secret");
    }
  });

  it.each([
    ["says nothing at all", []],
    ["greets and then hangs", ["220 debut.example ESMTP"]],
  ])("may be tried again when a server %s", async (_name, lines) => {
    const smtpUrl = await silentServer(...lines);
    const error = await createSendMail({ ...options, smtpUrl, timeoutMs: 50 })(mail).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "ETIMEDOUT" });
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it.each([
    "ann@people.example, eve@evil.example",
    "ann@people.example\r\nBcc: eve@evil.example",
    "Ann <ann@people.example>",
    "ann",
    "",
    "a@b@c",
    "<ann@people.example>",
    "ann@people.example>\r\nRCPT TO:<eve@evil.example",
  ])("goes to one bare address, so not to %j", async (to) => {
    const { url, delivered } = await mailServer();
    await expect(createSendMail({ ...options, smtpUrl: url })({ ...mail, to })).rejects.toBeInstanceOf(MailRefused);
    expect(delivered).toEqual([]);
  });

  it("never turns text into a header, a recipient or a file", async () => {
    const { url, delivered } = await mailServer();
    const subject = "Hello\r\nBcc: eve@evil.example\r\n\r\nbody";
    await createSendMail({ ...options, smtpUrl: url })({ ...mail, subject, html: '<img src="file:///etc/passwd">' });
    const [head = ""] = delivered[0]!.raw.split(/\r?\n\r?\n/);
    expect(head).not.toMatch(/^Bcc:/m);
    expect(delivered[0]!.to).toEqual(["ann@people.example"]);
    expect(delivered[0]!.raw).not.toContain("root:");
  });

  it("takes one sender", () => {
    expect(senderOf({ BASE_URL: "https://debut.example" })).toBe("no-reply@debut.example");
    expect(senderOf({ MAIL_FROM: "a@b.example", BASE_URL: "https://debut.example" })).toBe("a@b.example");
    for (const from of [
      "a@b.example",
      "Debut <a@b.example>",
      '"Debut, Inc" <a@b.example>',
      "no-reply@127.0.0.1",
      "no-reply@[::1]",
    ]) {
      expect(() => createSendMail({ ...options, from })).not.toThrow();
    }
    for (const from of [
      "a@b.example, c@d.example",
      "a@b.example\r\nBcc: x@y.example",
      "Debut",
      "Debut <a@b.example> <c@d.example>",
    ]) {
      expect(() => createSendMail({ ...options, from })).toThrow("MAIL_FROM");
    }
  });
});

describe("a queued email", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const message = { in: () => ({ subject: "Hi", text: "Hi", html: "<p>Hi</p>" }) };
  const queue = () => world.store.change((tx) => queueMail(tx, world.deps, message, "ann@people.example"));
  it("comes with the job that sends it, and neither outlives a rolled-back change", async () => {
    const id = await queue();
    expect(await world.store.mails.find(id)).toMatchObject({ recipient: "ann@people.example", state: "queued" });
    expect(await world.store.jobs.find(`send-mail:${id}`)).toMatchObject({
      kind: "send-mail",
      payload: { mailId: id },
      state: "queued",
    });
    let lost = "";
    await world.store
      .change(async (tx) => {
        lost = await queueMail(tx, world.deps, message, "ann@people.example");
        throw new Error("no");
      })
      .catch(() => undefined);
    expect(await world.store.mails.find(lost)).toBeUndefined();
    expect(await world.store.jobs.find(`send-mail:${lost}`)).toBeUndefined();
  });
});

describe("an email and its job", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const MINUTE = 60_000;
  const MAIL_KINDS = { [SEND_MAIL]: jobKinds[SEND_MAIL]!, [SEND_NEWS]: jobKinds[SEND_NEWS]! };
  const letter = compose({ SITE_NAME: "Debut", BASE_URL: "https://debut.example" }, { subject: "Hi", before: ["Hi"] });
  /** A queued mail, and a runner that sends it while the clock moves. */
  async function sending(server: string | SendMail, message: Message = letter) {
    const sendMail = typeof server === "string" ? createSendMail({ ...options, smtpUrl: server }) : server;
    const jobs = createJobRunner({ ...world.deps, sendMail }, MAIL_KINDS, presenceOf());
    const id = await world.store.change((tx) => queueMail(tx, world.deps, message, "ann@people.example"));
    return {
      state: async () => (await world.store.mails.find(id))?.state,
      later: async (minutes: number) => {
        world.clock.at = new Date(world.clock.at.getTime() + minutes * MINUTE);
        await jobs.drain();
        return world.store.mails.find(id);
      },
      job: () => world.store.jobs.find(`send-mail:${id}`),
    };
  }

  async function admin(): Promise<string> {
    const email = "root@people.example";
    await world.store.change((tx) => tx.accounts.add({ id: "root", email, isAdmin: true, createdAt: world.clock.at }));
    return email;
  }
  const notices = async () =>
    (await world.store.mails.list({ page: 1, perPage: 500 })).items.filter(({ id }) => id.startsWith("undelivered-"));

  it("does not wait behind news that many get", async () => {
    const news = { ...letter, unsubscribeUrl: "https://debut.example/unsubscribe?token=x" };
    await world.store.change(async (tx) => {
      for (let index = 0; index < 80; index++) await queueMail(tx, world.deps, news, `follower${index}@people.example`);
    });
    const sent: string[] = [];
    const { later } = await sending(async ({ to }) => {
      sent.push(to);
      return "sent";
    });
    expect(await later(0)).toMatchObject({ state: "sent" });
    expect(sent).toHaveLength(81);
    expect(sent.indexOf("ann@people.example")).toBeLessThan(5);
  });

  it("arrives once when the server is down and comes back", async () => {
    const port = await freePort();
    const { later, job } = await sending(`smtp://127.0.0.1:${port}`);
    expect(await later(0)).toMatchObject({ state: "queued", lastError: expect.stringContaining("ECONNREFUSED") });
    expect(await later(1)).toMatchObject({ state: "queued" });
    const { delivered } = await mailServer({}, port);
    expect(await later(4)).toMatchObject({ state: "queued" }); // the third try is due five minutes after the second
    expect(await later(1)).toMatchObject({ state: "sent", lastError: null });
    expect(await job()).toMatchObject({ state: "done", attempts: 3 });
    await later(24 * 60);
    expect(delivered).toHaveLength(1);
    expect(delivered[0]).toMatchObject({ to: ["ann@people.example"] });
  });

  it("is tried once when the address is refused for good", async () => {
    let asked = 0;
    const { url } = await mailServer({
      onRcptTo: (_to, _session, done) => {
        asked++;
        done(refuseWith(550, "No such mailbox"));
      },
    });
    const { later, job } = await sending(url);
    expect(await later(0)).toMatchObject({ state: "failed", lastError: expect.stringContaining("550") });
    expect(await job()).toMatchObject({ state: "done" });
    await later(24 * 60);
    expect(asked).toBe(1);
  });

  it("arrives when the server refused it for two days", async () => {
    let asked = 0;
    let isRefused = true;
    const { url, delivered } = await mailServer({
      onRcptTo: (_to, _session, done) => {
        asked++;
        if (isRefused) done(refuseWith(451, "Greylisted"));
        else done();
      },
    });
    const { later, job } = await sending(url);
    await later(0);
    for (let hour = 0; hour < 48; hour++) expect(await later(60)).toMatchObject({ state: "queued" });
    expect(delivered).toEqual([]);
    // Often at first, then every few hours: nobody is asked more than he would be by a mail server.
    expect(asked).toBeGreaterThan(8);
    expect(asked).toBeLessThan(20);
    isRefused = false;
    for (let hour = 0; hour < 6; hour++) await later(60);
    expect(await later(0)).toMatchObject({ state: "sent", lastError: null });
    expect(delivered).toHaveLength(1);
    expect(await job()).toMatchObject({ state: "done" });
  });

  it("is given up after three days without a word to anybody while no mail gets through at all", async () => {
    await admin();
    const { later, job, state } = await sending(`smtp://127.0.0.1:${await freePort()}`);
    await later(0);
    for (let hour = 0; hour < 66; hour++) expect(await later(60)).toMatchObject({ state: "queued" });
    for (let hour = 0; hour < 8; hour++) await later(60);
    expect(await later(0)).toMatchObject({
      state: "failed",
      lastError: expect.stringMatching(/^Not delivered.*ECONNREFUSED/),
    });
    expect(await job()).toMatchObject({ state: "failed" });
    expect(await notices()).toEqual([]);
    await later(24 * 60);
    expect(await state()).toBe("failed");
  });

  it("is given up after three days, and the site team hears of it once a day, never of such a mail itself", async () => {
    const team = await admin();
    const { url, delivered } = await mailServer({
      onRcptTo: ({ address }, _session, done) =>
        address === "bob@people.example" ? done() : done(refuseWith(452, "Mailbox is full")),
    });
    const { later } = await sending(url);
    await world.store.change((tx) => queueMail(tx, world.deps, letter, "carol@people.example"));
    await later(60);
    await world.store.change((tx) => queueMail(tx, world.deps, letter, "bob@people.example"));
    for (let hour = 0; hour < 75; hour++) await later(60);
    expect(delivered.map(({ to }) => to)).toEqual([["bob@people.example"]]);
    expect(await notices()).toMatchObject([{ recipient: team, state: "queued" }]);
    const { text } = (await notices())[0]!;
    expect(text).toMatch(/\/admin\/outbox\/\S+/);
    expect(text).not.toMatch(/(ann|carol)@people/);
    await world.store.change((tx) => queueMail(tx, world.deps, letter, "bob@people.example"));
    for (let hour = 0; hour < 75; hour++) await later(60);
    expect(await notices()).toMatchObject([{ recipient: team, state: "failed" }]);
  });

  it("is not sent once the link in it has ended", async () => {
    const port = await freePort();
    const expiresAt = new Date(world.clock.at.getTime() + 30 * MINUTE);
    const { later, job } = await sending(`smtp://127.0.0.1:${port}`, { ...letter, expiresAt });
    expect(await later(0)).toMatchObject({ state: "queued" });
    const { delivered } = await mailServer({}, port);
    expect(await later(60)).toMatchObject({ state: "failed", lastError: expect.stringContaining("its link expired") });
    expect(await job()).toMatchObject({ state: "done" });
    expect(delivered).toEqual([]);
  });

  it("arrives once when the server hangs and then recovers, and nobody waits for it meanwhile", async () => {
    const hanging = createSendMail({ ...options, smtpUrl: await silentServer(), timeoutMs: 500 });
    const { url, delivered } = await mailServer();
    const sound = createSendMail({ ...options, smtpUrl: url });
    let isHung = true;
    const { later } = await sending((mail) => (isHung && mail.to === "ann@people.example" ? hanging : sound)(mail));
    await world.store.change((tx) => queueMail(tx, world.deps, letter, "bob@people.example"));
    expect(await later(0)).toMatchObject({
      state: "queued",
      lastError: expect.stringMatching(/Greeting never|timeout/i),
    });
    expect(delivered.map(({ to }) => to)).toEqual([["bob@people.example"]]);
    isHung = false;
    expect(await later(1)).toMatchObject({ state: "sent" });
    await later(24 * 60);
    expect(delivered.map(({ to }) => to)).toEqual([["bob@people.example"], ["ann@people.example"]]);
  });
});

describe("a message", () => {
  it("carries what was composed in the plain form as HTML, safe and readable in both colour schemes", () => {
    const { html, text } = compose(
      { SITE_NAME: "Debut & Co", BASE_URL: "https://debut.example" },
      {
        subject: "News <1>",
        before: ["One\ntwo <img src=x>", "Three"],
        action: { label: "Read & answer", url: "https://debut.example/x?a=1&b=2" },
        after: ["Small"],
      },
    ).in(ENGLISH, DESIGN);
    expect(html).toContain("<title>News &lt;1&gt;</title>");
    expect(html).toContain("One<br>two &lt;img src=x&gt;</p>");
    expect(html).toContain('href="https://debut.example/x?a=1&amp;b=2"');
    expect(html).toContain(">Read &amp; answer</a>");
    expect(html).toMatch(/prefers-color-scheme:dark/);
    expect(html).not.toMatch(/<script|<link|url\(|http:/);
    // The logo, at an address that says nothing about the reader.
    expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="https://debut.example/icon-192.png"')]);
    expect(text).toContain("Read & answer:\nhttps://debut.example/x?a=1&b=2\n\nSmall\n\n-- \nDebut & Co");
  });
});
