import { describe, expect, it } from "vitest";
import { readHosts } from "../../domain/site/head.ts";
import { isFilePath, isTakenPath, typeOfFile } from "../../domain/site/own-files.ts";
import { inEnglish } from "../../languages/words.ts";
import { policyWith } from "../../site/kit/own-head.ts";
import { cssFault } from "../../site/parts/site/read-css.ts";
import { readHead } from "../../site/parts/site/read-head.ts";

const issuesOf = (html: string) =>
  readHead(html).issues.map(({ line, words, isFault }) => [line, inEnglish(words), isFault]);
const policyOf = (html: string, hosts: string[] = []) => policyWith({ tags: readHead(html).tags, hosts });

const GTAG = `<!-- Google tag (gtag.js) -->
<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC123"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  function gtag(){dataLayer.push(arguments);}
  gtag('js', new Date());
  gtag('config', 'G-ABC123');
</script>`;
const MATOMO = `<script>
  var _paq = window._paq = window._paq || [];
  (function() {
    var u="//stats.example.com/";
    _paq.push(['setTrackerUrl', u+'matomo.php']);
    var d=document, g=d.createElement('script'); g.async=true; g.src=u+'matomo.js';
  })();
</script>`;
const CLARITY = `<script type="text/javascript">
(function(c,l,a,r,i,t,y){t=l.createElement(r);t.src="https://www.clarity.ms/tag/"+i;})(window,document,"clarity","script","abc");
</script>`;

describe("tags of vendors", () => {
  it.each([
    [
      '<script defer data-domain="d.example" src="https://plausible.io/js/script.js"></script>',
      "https://plausible.io/js/script.js",
      ["https://plausible.io"],
    ],
    [
      '<script src="https://cdn.usefathom.com/script.js" data-site="ABC" defer></script>',
      "https://cdn.usefathom.com/script.js",
      ["https://cdn.usefathom.com"],
    ],
    [
      '<script data-goatcounter="https://me.goatcounter.com/count" async src="//gc.zgo.at/count.js"></script>',
      "https://gc.zgo.at/count.js",
      ["https://gc.zgo.at", "https://me.goatcounter.com"],
    ],
    [
      `<script defer src='https://static.cloudflareinsights.com/beacon.min.js' data-cf-beacon='{"token": "x"}'></script>`,
      "https://static.cloudflareinsights.com/beacon.min.js",
      ["https://static.cloudflareinsights.com", "https://cloudflareinsights.com"],
    ],
  ])("add their script alone, and what it sends to: %s", (html, script, reached) => {
    expect(issuesOf(html)).toEqual([]);
    expect(policyOf(html)).toEqual({ "script-src": [script], "connect-src": reached, "img-src": reached });
  });

  it("with inline code add its hash and the hosts that it names", () => {
    expect(issuesOf(GTAG)).toEqual([]);
    const google = policyOf(GTAG);
    expect(google["script-src"]).toContain("https://www.googletagmanager.com/gtag/js");
    expect(google["script-src"]!.filter((source) => source.startsWith("'sha256-"))).toHaveLength(1);
    expect(google["connect-src"]).toContain("https://*.google-analytics.com");
    expect(policyOf(MATOMO)["script-src"]).toEqual([
      "https://stats.example.com",
      expect.stringMatching(/^'sha256-.{44}'$/),
    ]);
    expect(policyOf(MATOMO)["connect-src"]).toEqual(["https://stats.example.com"]);
    expect(policyOf(CLARITY)["connect-src"]).toEqual([
      "https://www.clarity.ms",
      "https://*.clarity.ms",
      "https://c.bing.com",
    ]);
  });

  it("of search engines and profiles are kept as they are", () => {
    const html = `<meta name="google-site-verification" content="a-b_c" />\n<meta name="msvalidate.01" content="X">
<meta name="yandex-verification" content="1"><link rel="me" href="https://social.example/@me">`;
    const { tags, issues } = readHead(html);
    expect(issues).toEqual([]);
    expect(tags.map(({ name, attributes }) => [name, ...Object.values(attributes)])).toEqual([
      ["meta", "google-site-verification", "a-b_c"],
      ["meta", "msvalidate.01", "X"],
      ["meta", "yandex-verification", "1"],
      ["link", "me", "https://social.example/@me"],
    ]);
    expect(policyOf(html)["script-src"]).toEqual([]);
  });

  it("that load from our own domain need nothing in the policy", () => {
    expect(policyOf('<script defer src="/js/script.js" data-api="/api/event"></script>')).toEqual({
      "script-src": [],
      "connect-src": [],
      "img-src": [],
    });
  });
});

describe("what cannot be in the head", () => {
  it("is named with its line", () => {
    expect(
      issuesOf('<meta name="a" content="b">\n<style>a{}</style>\n\n<iframe src="https://x.example"></iframe>hello'),
    ).toEqual([
      [2, "<style> is not allowed here.", true],
      [4, "<iframe> is not allowed here.", true],
      [4, "“hello” is not allowed here.", true],
    ]);
    expect(issuesOf('<noscript><img src="https://x.example/p.gif"></noscript><script nonce="1">a()</script>')).toEqual([
      [1, "<noscript> is left out.", false],
      [1, "nonce is left out.", false],
    ]);
  });

  it.each([
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<meta http-equiv="Content-Security-Policy" content="script-src *">',
    '<meta name="referrer" content="unsafe-url">',
    '<script src="http://cdn.example/a.js"></script>',
    '<script src="data:text/javascript,alert(1)"></script>',
    '<script src="//user:pass@cdn.example/a.js"></script>',
    '<script src="https://localhost/a.js"></script>',
    '<script src="https://a.example/a.js" onload="alert(1)"></script>',
    '<script type="importmap">{"imports":{}}</script>',
    '<script type="text/vbscript">x</script>',
    "<script><!--<script>alert(1)</script>--></script>",
    '<link rel="stylesheet" href="https://a.example/a.css">',
    '<link rel="import" href="/a.html">',
    '<link rel="me" href="javascript:alert(1)">',
    '<link rel="modulepreload" href="https://a.example/a.js">',
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)></svg>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<title>mine</title>",
    "<template><script>alert(1)</script></template>",
    "</head><body onload=alert(1)>x",
  ])("keeps the form from being saved: %s", (html) => {
    const { tags, issues } = readHead(html);
    expect(issues.some(({ isFault }) => isFault)).toBe(true);
    expect(tags.filter(({ name }) => name !== "script")).toEqual([]);
  });

  it("cannot end a source of the policy", () => {
    const sources = policyOf("<script src=\"https://a.example/x;script-src 'unsafe-inline',*/a.js?q=1\"></script>");
    expect(sources["script-src"]).toEqual(["https://a.example/x%3Bscript-src%20'unsafe-inline'%2C*/a.js"]);
  });
});

describe("hosts", () => {
  it("are read one a line", () => {
    expect(readHosts("cdn.example.com\nhttps://*.example.org/\nwss://live.example.com:8443")).toEqual([
      "https://cdn.example.com",
      "https://*.example.org",
      "wss://live.example.com:8443",
    ]);
  });
  it.each([
    "*",
    "https:",
    "'unsafe-inline'",
    "data:",
    "https://*",
    "https://example.com/path",
    "a;b.example",
    "example",
  ])("%s is none", (host) => expect(readHosts(host)).toEqual({ fault: host }));
});

describe("an own style sheet", () => {
  it.each([
    ":root { --accent: light-dark(#0b6f6a, oklch(0.8 0.1 180)); }",
    ".a { &:hover { color: red } @container (width > 400px) { b { c: d } } }",
    "article { h2 { a:hover { b: c } } color: red }",
    "@media (400px < width <= 700px) { a { background: url(/uploads/abc/96) } }",
    `@layer x; a { background: url("data:image/svg+xml,%3Csvg/%3E"); content: "https://a.example" }`,
    "@supports (display: grid) { a { inset: 0 } } @property --x { syntax: '<length>'; inherits: false; initial-value: 0px }",
    "a { background: image-set('/a.png' type('image/png') 1x) }",
    "",
  ])("is kept: %s", (css) => expect(cssFault(css)).toBeUndefined());

  it("with a mistake is refused with its place", () => {
    const fault = cssFault("a { color: red }\nb { color blue; }");
    expect(fault).toMatchObject({ line: 2, column: 11 });
    expect(cssFault("a {\n  b: c;\n")).toMatchObject({ line: 1, column: 3 });
    expect(cssFault("a { b: c }\n}")).toMatchObject({ line: 2 });
  });

  it.each([
    "@import url(https://a.example/a.css);",
    "@import '/a.css';",
    "@\\69mport 'https://a.example/a.css';",
    "a { background: url(https://a.example/a.png) }",
    "a { background: url('//a.example/a.png') }",
    "a { background: u\\72l(https://a.example/a.png) }",
    "a { background: URL( javascript:alert(1) ) }",
    "a { background: image-set('https://a.example/a.png' 1x) }",
    "a { background: -webkit-image-set(url(http://a.example) 1x) }",
    "a { --x: url(https://a.example/a.png); background: var(--x) }",
    "@font-face { font-family: a; src: url(https://a.example/a.woff2) }",
    "a { background: url(data:text/html,<script>alert(1)</script>) }",
    "@namespace url(http://www.w3.org/1999/xhtml);",
    "a[value^='a'] { background: url(https://a.example/a) }",
    "a { cursor: url('h\\74tps://a.example/c.cur'), auto }",
  ])("that loads from elsewhere is refused: %s", (css) => expect(cssFault(css)).toBeDefined());
});

describe("files", () => {
  it.each([
    "/ads.txt",
    "/google1a2b.html",
    "/BingSiteAuth.xml",
    "/yandex_1a.html",
    "/.well-known/assetlinks.json",
    "/.well-known/apple-app-site-association",
    "/.well-known/discord",
  ])("can be at %s", (path) => expect([isFilePath(path), isTakenPath(path)]).toEqual([true, false]));
  it.each([
    "/",
    "/search",
    "/a.js",
    "/a.svg",
    "/style/x.txt",
    "//a.txt",
    "/../a.txt",
    "/.env",
    "/own.css",
    "own.css",
    "/a.txt?x",
  ])("cannot be at %s", (path) => expect(isFilePath(path)).toBe(false));
  it("have the type of their ending, or of what they look like", () => {
    expect(typeOfFile({ path: "/a.html", body: "x" })).toBe("text/html");
    expect(typeOfFile({ path: "/.well-known/apple-app-site-association", body: '{"a":1}' })).toBe("application/json");
    expect(typeOfFile({ path: "/.well-known/discord", body: "dh=1" })).toBe("text/plain");
  });
});
