import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Frame } from "playwright-core";
import { rolldown } from "rolldown";
import { once } from "../../../domain/text/once.ts";
import { NIGHT_RULES, openWatched } from "../../browser/watched-page.ts";
import type { World } from "../../helpers/world.ts";
import { type Json, modern } from "../helper.ts";

/** How a host may differ from the specification or from other hosts. */
type Quirk =
  | "no result"
  | "text only"
  | "show only"
  | "no styles"
  | "no links"
  | "no messages"
  | "fixed height"
  | "safe area"
  | "cancelled"
  | "silent";
export type Opening = {
  input: Record<string, unknown>;
  theme?: "light" | "dark";
  quirks?: Quirk[];
  width?: number;
  locale?: string;
};

/** The script of the host's page, bundled once. */
const hostScript = once(async () => {
  await using bundler = await rolldown({
    input: fileURLToPath(new URL("host-page.js", import.meta.url)),
    logLevel: "silent",
  });
  const { output } = await bundler.generate({ format: "iife", minify: true });
  return output[0].code;
});

/** A chat as far as it matters here: what a person asked, the view, and what the assistant said. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><style>
:root{color-scheme:light}[data-theme=dark]{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;padding:16px;font:15px/1.5 system-ui,sans-serif;background:light-dark(#faf9f5,#1f1e1d);color:light-dark(#141413,#faf9f5)}
p{margin:0;width:fit-content;max-width:85%}#me{margin:0 0 14px auto;padding:8px 14px;border-radius:14px;background:light-dark(#efece1,#353432)}p:empty{display:none!important}
#it{margin-top:14px}iframe{display:block;max-width:100%;border:1px solid light-dark(#d9d7cc,#4a4945);border-radius:12px}body.narrow{padding:0}body.narrow p{display:none}body.narrow iframe{border:0}
</style></head><body><p id="me"></p><div id="slot"></div><p id="it"></p></body></html>`;

type Looks = Pick<BrowserContextOptions, "viewport" | "deviceScaleFactor">;

/** A host for apps of this Debut, for somebody who is signed in if there is a bearer. */
export async function openHost(
  browser: Browser,
  world: Pick<World, "baseUrl">,
  { bearer, path = "/mcp", ...looks }: { bearer?: string; path?: string } & Looks = {},
) {
  const watched = await openWatched(browser, { viewport: { width: 532, height: 900 }, ...looks });
  const { page } = watched;
  await page.clock.install();
  await page.setContent(PAGE);
  await page.addScriptTag({ content: await hostScript() });
  const headers = { ...(bearer && { authorization: `Bearer ${bearer}` }) };
  const callTool = async (name: string, args: unknown): Promise<Json> => {
    const { body } = await modern(world, "tools/call", { name, arguments: args }, { headers, path });
    return body.result ?? { isError: true, content: [{ type: "text", text: body.error.message }] };
  };
  await page.exposeFunction("callTool", callTool);

  const frame = (): Frame => page.frames().find((each) => each !== page.mainFrame())!;
  return {
    ...watched,
    callTool,
    frame,
    log: (): Promise<string[]> => page.evaluate(() => (globalThis as Json).log),
    /** Calls a tool as a model would, and shows its app with the result. */
    async open(tool: string, opening: Opening & { result?: Json }): Promise<Frame> {
      const { result = await callTool(tool, opening.input) } = opening;
      const { body } = await modern(world, "tools/list", {}, { path });
      const uri = body.result.tools.find(({ name }: Json) => name === tool)._meta.ui.resourceUri;
      const read = await modern(world, "resources/read", { uri }, { path });
      const html = read.body.result.contents[0].text;
      await page.evaluate(([html, opening, result]) => (globalThis as Json).openApp(html, opening, result), [
        html,
        opening,
        result,
      ] as const);
      const opened = frame();
      if (opening.quirks?.includes("no result")) {
        await page.waitForFunction("log.includes('no result')");
        await page.clock.fastForward(4000);
      }
      await opened.locator("main:not([aria-busy])").waitFor({ state: "attached" });
      return opened;
    },
    setTheme: (theme: "light" | "dark") =>
      page.evaluate(
        `document.documentElement.dataset.theme = "${theme}"; bridge.sendHostContextChange({ theme: "${theme}" })`,
      ),
    setWidth: (px: number) => page.evaluate(`document.querySelector("iframe").style.width = "${px}px"`),
    words: (me: string, it: string) =>
      page.evaluate(`me.textContent = ${JSON.stringify(me)}; it.textContent = ${JSON.stringify(it)}`),
    /**
     * What is wrong with the view as it is: rules of accessibility, and scrolling sideways. By night
     * it is the same view in other colours and less room, so only what these can break is looked at.
     */
    faults: (theme: "light" | "dark" = "light"): Promise<string[]> => frame().evaluate(faultsBy(DIFFERENCES[theme])),
  };
}

const DIFFERENCES = {
  light: { rules: { "target-size": { enabled: true }, region: { enabled: false } } },
  dark: { runOnly: NIGHT_RULES },
};

const faultsBy = (rules: object) => `(async () => {
  if (!globalThis.axe) loadAxe();
  const { violations } = await axe.run(${JSON.stringify({ resultTypes: ["violations"], preload: false, ...rules })});
  const wide = document.documentElement.scrollWidth - innerWidth;
  return [
    ...violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target).join(" ")),
    ...(wide > 0 ? ["scrolls " + wide + " px sideways"] : []),
  ];
})()`;
