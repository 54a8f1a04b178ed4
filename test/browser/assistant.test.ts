import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { createKeeper } from "../mcp/keeper.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

// Where a client on the person's own device waits for the answer.
const callback = createServer((_req, res) => res.end("Go back to your assistant.")).listen(0, "127.0.0.1");
afterAll(() => callback.close());
const { world, browser } = await withBrowser(createWorld());
const redirect = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
await world.account("ann");

async function answerOf(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${redirect}?*`);
  return new URL(page.url()).searchParams;
}

it("a person connects an assistant, refuses it more, and disconnects it", async () => {
  const { kept, provider } = createKeeper(redirect);
  const client = new Client({ name: "journey", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const transport = new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { authProvider: provider });
  await client.connect(transport);
  const call = (name: string, args = {}) => client.callTool({ name, arguments: args });
  await expect(call("get_account")).rejects.toThrow();

  const { page, expectSound, close } = await openWatched(browser);
  await page.goto(kept.asked[0]!.href);
  await expectSound();
  await fillSignIn(page, "ann");
  await page.getByRole("heading", { name: "Connect Test client to Debut?" }).waitFor();
  await page.getByText("We have not verified this name.").waitFor();
  await page.getByText("ann@people.example").waitFor();
  await page.getByText(`Your answer is sent to ${new URL(redirect).host}.`).waitFor();
  const boxes = page.getByRole("group", { name: "Permissions" }).getByRole("checkbox");
  expect(await boxes.count()).toBeGreaterThan(2);
  await expectSound();
  for (const box of await boxes.all()) if ((await box.getAttribute("value")) !== "account:read") await box.uncheck();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await transport.finishAuth(await answerOf(page));
  expect((await call("get_account")).structuredContent).toMatchObject({
    user: { email: "ann@people.example" },
    auth: { type: "oauth", client: "Test client", scopes: ["account:read"] },
  });

  await expect(call("submit_listing", { url: "https://acme.test/" })).rejects.toThrow();
  await page.goto(kept.asked[1]!.href);
  await page.getByRole("button", { name: "Don’t allow" }).click();
  const refusal = await answerOf(page);
  expect(refusal.get("error")).toBe("access_denied");
  await expect(transport.finishAuth(refusal)).rejects.toThrow();
  expect((await call("get_account")).isError).toBeFalsy();

  await page.goto(`${world.url}/account`);
  await page.getByRole("heading", { name: "Test client" }).waitFor();
  await expectSound();
  await page.getByRole("button", { name: "Disconnect Test client" }).click();
  await page.getByText("No connected apps yet.").waitFor();
  await expectSound();
  await expect(call("get_account")).rejects.toThrow();
  expect(kept.asked).toHaveLength(3);
  await client.close();
  await close();
});
