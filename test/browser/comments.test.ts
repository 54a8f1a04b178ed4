import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld({ env: { LIMIT_TEXT: "10000" } }));
beforeAll(async () => {
  await world.account("root", { admin: true });
  await Promise.all(["ann", "bo", "cy"].map((name) => world.account(name)));
});

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, name);
  await page.waitForURL(world.url + path);
}
const comment = (page: Page, words: string) =>
  page.getByRole("article").filter({ has: page.locator(".words", { hasText: words }) });

it("a comment is written, read by an admin, answered by its maker, reacted to, changed and deleted", async () => {
  const { id: ownerId } = await world.account("bo");
  const { slug } = await world.listing("Talked", { ownerId });
  const path = `/listings/${slug}`;
  const ann = await openWatched(browser);
  await ann.page.goto(world.url + path);
  await ann.page.getByLabel("Your comment").fill("Does it work **offline**?");
  await ann.page.getByRole("button", { name: "Comment", exact: true }).click();
  await ann.page.getByRole("heading", { name: "Sign in or sign up to comment on Talked" }).waitFor();
  await fillSignIn(ann.page, "ann");
  await ann.page.getByText("We will publish your comment once we have read it.").waitFor();
  await ann.page.getByText("Only you can see this").waitFor();
  await ann.expectSound();

  const root = await openWatched(browser);
  await signIn(root.page, "root", "/admin/comments");
  await comment(root.page, "Does it work").waitFor();
  await root.expectSound();
  await root.page.getByRole("button", { name: "Publish" }).click();
  await root.page.getByText("No comments to approve.").waitFor();
  await root.close();

  const bo = await openWatched(browser);
  await signIn(bo.page, "bo", path);
  const question = comment(bo.page, "Does it work");
  await question.getByRole("button", { name: "Helpful" }).click();
  await question.locator("button[aria-pressed=true]").filter({ hasText: "Helpful" }).filter({ hasText: "1" }).waitFor();
  await question.getByRole("link", { name: "Reply" }).click();
  await bo.page.getByLabel("Your reply to ann").fill("It does, and it syncs later.");
  await bo.page.getByRole("button", { name: "Reply", exact: true }).click();
  await bo.page.getByText("Your comment is published.").waitFor();
  await comment(bo.page, "It does").getByText("Maker").waitFor();
  await bo.expectSound();
  await bo.page.goto(world.url + path);
  await question.getByText("More").click();
  await question.getByRole("button", { name: "Pin to the top" }).click();
  await bo.page.getByText("Pinned to the top.").waitFor();
  await comment(bo.page, "Does it work").getByText("Pinned").waitFor();
  await bo.close();

  await ann.page.goto(world.url + path);
  const own = comment(ann.page, "Does it work");
  await own.getByText("More").click();
  await own.getByRole("link", { name: "Edit" }).click();
  await ann.page.getByLabel("Your comment").fill("Does it work on a **boat**?");
  await ann.page.getByRole("button", { name: "Save" }).click();
  await ann.page.getByText("Your comment is saved.").waitFor();
  await ann.expectSound();
  const changed = comment(ann.page, "on a boat");
  await changed.getByText("edited").waitFor();
  await changed.getByText("More").click();
  await changed.getByRole("button", { name: "Delete" }).click();
  await ann.page.getByText("Your comment is deleted.").waitFor();
  await ann.page.getByText("Deleted by its author.").waitFor();
  await comment(ann.page, "It does").waitFor();
  await ann.expectSound();
  expect(ann.complaints).toEqual([]);
  await ann.close();

  const visitor = await openWatched(browser);
  await visitor.page.goto(`${world.url}${path}/comments`);
  await visitor.page.getByText("It does, and it syncs later.").waitFor();
  await visitor.expectSound();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
