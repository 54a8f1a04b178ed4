import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { createTeam } from "../site/admin-world.ts";
import type { Visitor } from "../site/world.ts";
import { withBrowser } from "./with-browser.ts";

const team = await createTeam();
const { world, root, ann } = team;
const { browser } = await withBrowser(Promise.resolve(world));
await world.listing("Acme Charts");

/** An analytics service at another origin: a script that sends a beacon, and what it was sent. */
const beacons: string[] = [];
const analytics = createServer((req, res) => {
  if (req.url?.startsWith("/beacon")) beacons.push(req.url);
  res.writeHead(200, { "content-type": "text/javascript", "access-control-allow-origin": "*" });
  res.end(`window.counted = (window.counted ?? 0) + 1;
fetch(new URL("/beacon?at=" + location.pathname, document.currentScript.src), { mode: "no-cors" });`);
});
await new Promise<void>((done) => analytics.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${(analytics.address() as AddressInfo).port}`;
afterAll(() => {
  analytics.closeAllConnections();
  analytics.close();
});

const saveHead = (head: string) => root.post("/admin/settings/head", { head, hosts: "", do: "save" });
const saveCss = (css: string) => root.post("/admin/settings/css", { css });

async function open(person?: Visitor) {
  const context = await browser.newContext();
  if (person)
    await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: world.baseUrl })));
  const page = await context.newPage();
  const refused: string[] = [];
  const alerts: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const visit = async (path: string) => {
    await page.goto(world.baseUrl + path);
    return page.evaluate("window.counted ?? 0");
  };
  return { page, visit, refused, alerts, close: () => context.close() };
}

describe("an analytics script of another origin", () => {
  it("loads and sends its beacon on public pages, and is nowhere else", async () => {
    await saveHead(
      `<script async src="${origin}/s.js?id=1"></script><script>window.counted = (window.counted ?? 0) + 10</script>`,
    );
    const visitor = await open();
    for (const path of ["/", "/listings/acme-charts"]) {
      expect(await visitor.visit(path)).toBe(11);
      await expect.poll(() => beacons).toContain(`/beacon?at=${path}`);
    }
    expect(await visitor.visit("/sign-in")).toBe(0);
    expect(visitor.refused).toEqual([]);
    await visitor.close();
    const member = await open(ann);
    expect(await member.visit("/account")).toBe(0);
    await member.close();
    const admin = await open(root);
    expect(await admin.visit("/")).toBe(0);
    await admin.close();
    expect(beacons.filter((path) => /account|sign-in/.test(path))).toEqual([]);
  });

  it("is stopped by the policy if its tag is not one of the saved ones", async () => {
    await saveHead(`<script async src="${origin}/s.js"></script>`);
    const visitor = await open();
    await visitor.visit("/");
    const before = beacons.length;
    await visitor.page.evaluate(`(() => {
      for (const [src, text] of [["${origin}/other.js", ""], ["", "window.counted = 99"]]) {
        const script = document.createElement("script");
        if (src) script.src = src; else script.textContent = text;
        document.head.append(script);
      }
    })()`);
    await expect.poll(() => visitor.refused.length).toBeGreaterThanOrEqual(2);
    expect(await visitor.page.evaluate("window.counted")).toBe(1);
    expect(beacons).toHaveLength(before);
    await visitor.close();
  });
});

const RUN = "window.hacked=1,alert(1)";
/** After html5sec.org and the filter evasion list of OWASP, for the places where a team can type. */
const PAYLOADS = [
  `"><script>${RUN}</script>`,
  `'><img src=x onerror="${RUN}">`,
  `--><svg onload="${RUN}">`,
  `</title><img src=x onerror="${RUN}">`,
  `</head><body onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  `<iframe src="javascript:parent.hacked=1"></iframe>`,
  `<object data="data:text/html,<script>${RUN}</script>"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<base href="javascript:/a/+${RUN}//">`,
  `<meta http-equiv="refresh" content="0;url=data:text/html,<script>${RUN}</script>">`,
  `<meta http-equiv="set-cookie" content="sid=1">`,
  `<link rel="stylesheet" href="data:text/css,*{x:expression(${RUN})}">`,
  `<link rel="prefetch" href="javascript:${RUN}" onload="${RUN}">`,
  `<style>@import'javascript:${RUN}';*{background:url(javascript:${RUN})}</style>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<template><style></template><img src=x onerror=${RUN}></style>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[><img src=x onerror=${RUN}>]]>`,
  `<form><button formaction="javascript:${RUN}">x</button></form>`,
  `<details open ontoggle="${RUN}"><summary>x</summary></details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<marquee onstart="${RUN}">x</marquee>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `<script src="javascript:${RUN}"></script>`,
  `<script type="text/x" src="//127.0.0.1/x.js" onerror="${RUN}"></script>`,
  `\u0000<scr\u0000ipt>${RUN}</scr\u0000ipt>`,
  `<a href="java&#10;script:${RUN}">x</a>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
];
const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

describe("payloads that try to run", () => {
  it("run in no tag, no style sheet and no file", async () => {
    const visitor = await open();
    let visits = 0;
    const check = async (path: string, what: string) => {
      // Never the page that the browser still has.
      await visitor.visit(`${path}?v=${++visits}`);
      expect([await visitor.page.evaluate("window.hacked ?? 0"), visitor.alerts], what).toEqual([0, []]);
    };
    let saved = 0;
    for (const payload of PAYLOADS) {
      const { status } = await saveHead(payload);
      if (status === 303) {
        saved++;
        await check("/about", payload);
      }
    }
    // What has nothing but texts in it, or a comment.
    expect(saved).toBeLessThan(4);
    const metas = PAYLOADS.map((payload, at) => `<meta name="p${at}" content="${quoted(payload)}">`);
    const inData = PAYLOADS.map(
      (payload) => `<script type="application/ld+json" data-x="${quoted(payload)}">{}</script>`,
    );
    expect((await saveHead([...metas, ...inData].join("\n"))).status).toBe(303);
    await check("/about", "values");
    expect(
      await visitor.page.evaluate(`document.head.querySelectorAll("meta[name^=p]").length`),
    ).toBeGreaterThanOrEqual(PAYLOADS.length);
    expect(await visitor.page.evaluate(`document.querySelector("meta[name=p0]").content`)).toBe(PAYLOADS[0]);

    const sheets = PAYLOADS.flatMap((payload) => [
      payload,
      `a { background: url(${JSON.stringify(`javascript:${payload}`)}) }`,
      `a::after { content: ${JSON.stringify(payload)} }`,
      `</style>${payload}`,
    ]);
    for (const css of [
      ...sheets,
      `*{width:expression(${RUN})}`,
      `*{-moz-binding:url(/x.xml#x)}`,
      `*{behavior:url(/x.htc)}`,
    ])
      if ((await saveCss(css)).status === 303) await check("/about", css);

    for (const [at, payload] of PAYLOADS.entries()) {
      await root.post("/admin/settings/files", { path: `/p${at}.html`, body: payload });
      await check(`/p${at}.html`, payload);
    }
    await visitor.close();
  });
});
