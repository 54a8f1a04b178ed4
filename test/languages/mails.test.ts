import { afterAll, describe, expect, it } from "vitest";
import { notify } from "../../actions/notifications/notify.ts";
import { createSendMail } from "../../mail/mailer.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { createWorld } from "../site/world.ts";

const server = await createMailServer();
const sendMail = createSendMail({ from: "hello@debut.example", siteName: "Debut", smtpUrl: server.url });
const world = await createWorld({ env: { SITE_LANGUAGES: "de,en-XA" }, replaced: { sendMail } });
afterAll(() => world.close());

/** The last email that somebody got, after what is due was sent. */
async function lastTo(email: string) {
  await world.drain();
  return server.delivered.findLast(({ to }) => to.includes(email))!;
}
const subjectOf = ({ headers }: { headers: Map<string, string> }) => headers.get("subject");
const accountOf = async (email: string) => (await world.store.accounts.findByEmail(email))!;

/** Signs in by a code from an email, and up at first. */
async function enter(email: string, prefix = "") {
  const who = world.visitor();
  await who.get(`${prefix}/sign-in/email`);
  await who.post(`${prefix}/sign-in/email`, { email, return_to: "/" });
  const mail = await lastTo(email);
  const [code = ""] = /\b\d{6}\b/.exec(mail.text) ?? [];
  await who.post(`${prefix}/sign-in/code`, { email, code, return_to: "/" });
  return { who, mail };
}

describe("an email", () => {
  it("is in the language of the page that asked for it, until there is an account", async () => {
    const { mail } = await enter("greta@people.example", "/de");
    expect(subjectOf(mail)).toMatch(/\d{6}_ist_dein_Anmeldecode/);
    expect(mail.text).toContain("Oder folge diesem Link");
    expect(mail.text).toContain("Zu dieser Adresse gibt es bei Debut noch kein Konto.");
    expect(mail.text).toContain(`${world.url}/de/sign-in/link?token=`);
    expect(mail.html).toContain('<html lang="de" dir="ltr">');
    expect(mail.html).toContain(`href="${world.url}/de/sign-in/link?token=`);
    expect(await accountOf("greta@people.example")).toMatchObject({ language: "de" });
  });

  it("is in the language of the account, wherever it was asked for", async () => {
    await enter("gregor@people.example", "/de");
    const { who, mail } = await enter("gregor@people.example");
    expect(mail.text).toContain("Oder folge diesem Link");
    const page = await who.get("/de/account");
    expect(page.text).toMatch(/<option value="de" selected>Deutsch<\/option>/);
    const saved = await who.post("/de/account/language", { language: "en" });
    expect([saved.status, saved.location]).toEqual([303, "/account?notice=language-saved"]);
    expect((await enter("gregor@people.example", "/de")).mail.text).toContain("Or follow this link");
    await who.post("/account/language", { language: "xx" });
    expect(await accountOf("gregor@people.example")).toMatchObject({ language: null });
  });

  it("is in the first language if the site no longer has the account's", async () => {
    await enter("remi@people.example");
    const { id } = await accountOf("remi@people.example");
    await world.store.change((tx) => tx.accounts.setLanguage(id, "fr"));
    expect((await enter("remi@people.example", "/de")).mail.text).toContain("Or follow this link");
  });

  it("asks and tells people without an account in the language in which they asked", async () => {
    const email = "lena@people.example";
    const who = world.visitor();
    await who.get("/de/digest");
    await who.post("/de/digest", { email, category: "crm", zone: "" });
    const mail = await lastTo(email);
    expect(mail.text).toContain("Hallo,\n");
    expect(mail.text).toContain(`${world.url}/de/digest/confirm?token=`);
    const [link = ""] = /\/de\/digest\/confirm\?token=\S+/.exec(mail.text) ?? [];
    await who.get(link);
    await who.post("/de/digest/confirm", { token: new URL(link, world.url).searchParams.get("token")! });
    expect(await world.store.digests.ofAddress(email)).toMatchObject({ language: "de" });
  });

  it("says every sentence of ours in the receiver's language, and nothing of others", async () => {
    await enter("xavier@people.example", "/en-xa");
    const { id, email } = await accountOf("xavier@people.example");
    const [mail] = (await world.mails()).filter(({ recipient }) => recipient === email);
    expect(mail?.subject).toMatch(/^⟦\d{6} .* Debut ?⟧$/);
    expect(mail?.text.split("\n").filter((line) => /[a-z]/i.test(line) && !/⟦|⟧|^http|^Debut$/.test(line))).toEqual([]);
    await world.store.change((tx) =>
      notify(tx, {
        ...{ accountId: id, kind: "votes", key: "votes:1", words: { votes: 10, product: "Kelpline" } },
        ...{ path: "/listings/kelpline", at: world.deps.now(), by: null },
      }),
    );
    const { who } = await enter(email, "/en-xa");
    const { text } = await who.get("/en-xa/notifications");
    expect(text).toMatch(/⟦Kelpline [^⟧]*10[^⟧]*⟧/);
  });
});

describe("the account of somebody who reads German", () => {
  it("is in German when they come from elsewhere, and otherwise in the language of the address", async () => {
    const { who } = await enter("ulla@people.example", "/de");
    const from = (site: string) => who.get("/account?notice=name-saved", { "sec-fetch-site": site });
    const [typed, linked, inside] = [await from("none"), await from("cross-site"), await from("same-origin")];
    expect([typed.status, typed.location]).toEqual([303, "/de/account?notice=name-saved"]);
    expect(linked.location).toBe("/de/account?notice=name-saved");
    expect(inside.status).toBe(200);
    expect((await who.get("/de/account", { "sec-fetch-site": "none" })).status).toBe(200);
    expect((await who.get("/categories", { "sec-fetch-site": "none" })).status).toBe(200);
  });
});
