import { afterAll, describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const world = await createWorld({ env: { LIMIT_SIGN_IN: "1000" } });
afterAll(() => world.close());
const { store } = world.deps;
const visitor = () => createVisitor(world.baseUrl);

const newestTo = async (to: string) =>
  (await store.mails.list({ page: 1, perPage: 100 })).items.find(({ recipient }) => recipient === to)!;
const headingOf = (text: string) =>
  /<h1>(.*?)<\/h1>/
    .exec(text)![1]!
    .replace(/<[^>]*>/g, "")
    .trim();
const asked = async (returnTo: string) =>
  headingOf((await visitor().get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)).text);

let slug: string;
let id: number;
const maker = await world.account("maker");
({ slug, id } = await world.listing("Tideline", { ownerId: maker.id }));

/** The way of the page for whoever is not signed in, as its links and forms say. */
async function wayFor(act: string): Promise<string> {
  const who = visitor();
  const { text } = await who.get(`/listings/${slug}`);
  const action = `/listings/${slug}/${act === "comment" ? "comments" : act}`;
  if (text.includes(`<form method="post" action="${action}"`)) {
    const { location } = await who.post(action, { csrf: "", [act]: "on", body: "Hello" });
    return new URLSearchParams(location.split("?")[1]).get("return_to")!;
  }
  const places = [...text.matchAll(/return_to(?:=|" value=")([^"]*)"/g)].map(([, to]) => decodeURIComponent(to!));
  return places.find((to) => to.endsWith(`#${act}`))!;
}

describe("the sign-in page says what for", () => {
  it.each([
    ["vote", "vote for"],
    ["follow", "follow"],
    ["review", "review"],
    ["comment", "comment on"],
  ])("%s", async (act, words) => {
    const way = await wayFor(act);
    expect(way).toBe(`/listings/${slug}#${act}`);
    expect(await asked(way)).toBe(`Sign in or sign up to ${words} Tideline`);
    const signUp = await visitor().get(`/sign-up?return_to=${encodeURIComponent(way)}`);
    expect(headingOf(signUp.text)).toBe(`Sign up to ${words} Tideline`);
    expect(signUp.text).toContain(`<title>Sign up to ${words} Tideline`);
  });

  it("a form that was sent after the session ended says it, too", async () => {
    const late = visitor();
    await late.get("/sign-in");
    for (const act of ["vote", "follow", "review"])
      expect((await late.post(`/listings/${slug}/${act}`, { [act]: "on" })).location).toBe(
        `/sign-in?return_to=${encodeURIComponent(`/listings/${slug}#${act}`)}`,
      );
  });

  it.each([
    [() => `/listings/${slug}/claim`, "Sign in or sign up to claim Tideline"],
    [() => "/submit?url=evil.example", "Sign in or sign up to submit your product"],
    [() => `/account/listings/${id}/launch`, "Sign in or sign up to choose your launch"],
    [() => "/account/orders/ORD-1", "Sign in or sign up to see your orders"],
    [() => "/checkout/anything", "Sign in or sign up to pay for your order"],
    [() => "/account", "Sign in"],
    [() => "/", "Sign in"],
  ])("%o", async (returnTo, heading) => {
    expect(await asked(returnTo())).toBe(heading);
  });

  it("in names of the database alone, escaped, and never in words of the address", async () => {
    const evil = await world.listing('<img src=x onerror="alert(1)"> & Co', {});
    const page = await visitor().get(`/sign-in?return_to=${encodeURIComponent(`/listings/${evil.slug}#vote`)}`);
    expect(page.text).toContain("<bdi>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co</bdi>");
    for (const made of [
      `/listings/${slug}#call-0800-now`,
      `/listings/${slug}#constructor`,
      "/listings/call-0800-now#vote",
      `/listings/${slug}?name=Call+0800#vote-`,
      "/invite?token=call-0800",
      "/claim?token=call-0800",
      "/interaction/call-0800",
      "//evil.example/listings/tideline#vote",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const { text, status } = await visitor().get(`/sign-in?return_to=${encodeURIComponent(made)}`);
      expect(status).toBe(200);
      expect(headingOf(text), made).toBe("Sign in");
      expect(text).not.toContain('value="//');
      expect(text).not.toContain('value="javascript');
    }
  });

  it("without the name of what is not public", async () => {
    const { id: hidden } = await world.listing("Secret Plan", { status: "draft", launchedAt: null });
    const draft = await world.listing("Hidden Thing", { status: "hidden" });
    for (const path of [
      `/account/listings/${hidden}/launch`,
      `/listings/${draft.slug}#vote`,
      `/listings/secret-plan#vote`,
    ])
      expect(await asked(path)).not.toMatch(/Secret|Hidden/);
  });
});

/** One newcomer, who takes a code by email. Counts the pages that ask for something. */
async function byCode(email: string, returnTo: string) {
  const person = visitor();
  const screens = [await person.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)];
  screens.push(await person.post("/sign-in/email", { email, return_to: returnTo }));
  const code = /^(\d{6})/.exec((await newestTo(email)).subject)![1]!;
  const { location } = await person.post("/sign-in/code", { email, code, return_to: returnTo });
  screens.push(await person.get(location.split("#")[0]!));
  return { person, screens, location };
}

describe("a newcomer who takes a code", () => {
  it("stands where one click votes, three screens later, and has not voted before it", async () => {
    const way = await wayFor("vote");
    const { person, screens, location } = await byCode("vic@people.example", way);
    expect(screens).toHaveLength(3);
    expect(screens[1]!.text).toContain("Then you can vote for <bdi>Tideline</bdi>.");
    expect(location).toBe(way);
    expect(screens[2]!.text).toMatch(/id="vote"><form method="post" action="\/listings\/tideline\/vote"/);
    const before = (await store.listings.find(id))!.votes;
    expect((await person.post(`/listings/${slug}/vote`, { vote: "on" })).status).toBe(303);
    expect((await store.listings.find(id))!.votes).toBe(before + 1);
  });

  it("stands before the review form", async () => {
    const { screens } = await byCode("rev@people.example", await wayFor("review"));
    expect(screens[2]!.text).toContain('<div id="review"><form method="post"');
  });

  it("follows and claims", async () => {
    const follower = await byCode("fol@people.example", await wayFor("follow"));
    expect(follower.screens[2]!.text).toMatch(/<button class="bare" id="follow"/);
    const claimant = await byCode("cla@people.example", `/listings/${slug}/claim`);
    expect(claimant.screens[2]!.status).toBe(200);
    expect(claimant.location).toBe(`/listings/${slug}/claim`);
  });
});

describe("on another device", () => {
  it("the link in the email leads to the same place", async () => {
    const way = await wayFor("vote");
    const laptop = visitor();
    await laptop.get("/sign-in");
    await laptop.post("/sign-in/email", { email: "pho@people.example", return_to: way });
    const mail = await newestTo("pho@people.example");
    const link = mail.text.split("\n").find((line) => line.includes("/sign-in/link?"))!;
    const phone = visitor();
    const page = await phone.get(link.slice(world.baseUrl.length));
    expect(headingOf(page.text)).toBe("Sign up to vote for Tideline");
    const token = new URL(link).searchParams.get("token")!;
    expect((await phone.post("/sign-in/link", { token, return_to: way })).location).toBe(way);
    expect((await laptop.get("/account")).status).toBe(303);
  });

  it("so does the link that confirms an address, and the mail to whoever has an account already", async () => {
    const way = await wayFor("follow");
    const laptop = visitor();
    await laptop.get(`/sign-up?return_to=${encodeURIComponent(way)}`);
    const sent = await laptop.post("/sign-up", { email: "con@people.example", password: "", return_to: way });
    expect(sent.text).toContain("Then you can follow <bdi>Tideline</bdi>.");
    const link = (await newestTo("con@people.example")).text.split("\n").find((line) => line.includes("/verify?"))!;
    const phone = visitor();
    const page = await phone.get(link.slice(world.baseUrl.length));
    expect(page.text).toContain("Then you can follow <bdi>Tideline</bdi>.");
    const token = new URL(link).searchParams.get("token")!;
    const answer = await phone.post("/verify", { token, do: "confirm", return_to: way });
    expect(answer.location).toBe(`/listings/${slug}?notice=verified#follow`);

    await laptop.post("/sign-up", { email: "con@people.example", password: "", return_to: way });
    expect((await newestTo("con@people.example")).text).toContain(`/sign-in?return_to=${encodeURIComponent(way)}`);
  });
});
