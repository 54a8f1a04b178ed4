/** Homepages with a badge that people see or do not see; a real browser agrees with each (test/browser/badges.test.ts). */
export const SITE = "http://acme.test/";
export const DEBUT = "https://debut.example";
const PICTURE = `${DEBUT}/badges/acme/listed/standard-light-m.svg`;
const IMG = `<img src="${PICTURE}" width="200" height="54" alt="">`;
const LINK = `<a href="${DEBUT}/listings/acme">`;
export const CODE = `${LINK}${IMG}</a>`;
const TEXT = "<p>Charts for teams that would rather read than draw, in every browser and on paper.</p>";

export type BadgePage = { name: string; html: string; sheets?: Record<string, string>; says?: RegExp };

const page = (body: string, head = "", attributes = ""): string =>
  `<!doctype html><html><head><title>Acme</title>${head}</head><body${attributes}><h1>Acme</h1>${TEXT}${body}${TEXT}</body></html>`;
const css = (text: string, body: string): string => page(body, `<style>${text}</style>`);
const inside = (style: string, tag = "div"): string => page(`<${tag} style="${style}">${CODE}</${tag}>`);
const image = (attributes: string): string => page(`${LINK}<img src="${PICTURE}" alt="" ${attributes}></a>`);
const linked = (head: string, sheets: Record<string, string>, body = `<div class="b">${CODE}</div>`) => ({
  html: page(body, head),
  sheets,
});
const SHEET = '<link rel="stylesheet" href="/main.css">';
const HIDES = { "/main.css": ".b{display:none}" };
const wrapped = `<div class="b">${CODE}</div>`;

const hidden = (name: string, given: string | Pick<BadgePage, "html" | "sheets">, says: RegExp): BadgePage => ({
  name,
  ...(typeof given === "string" ? { html: given } : given),
  says,
});
const seen = (name: string, given: string | Pick<BadgePage, "html" | "sheets">): BadgePage => ({
  name,
  ...(typeof given === "string" ? { html: given } : given),
});

export const HIDDEN_PAGES: readonly BadgePage[] = [
  hidden(
    "display: none on the image",
    image('style="display:none"'),
    /<img> is not displayed. The style is from its style attribute/,
  ),
  hidden("display: none on the link", page(CODE.replace("<a ", '<a style="display: NONE" ')), /<a> is not displayed/),
  hidden("display: none around it", inside("color:red;display:none"), /<div> is not displayed/),
  hidden("display: none far above", page(`<div style="display:none"><ul><li><p>${CODE}</ul></div>`), /not displayed/),
  hidden(
    "an important display: none over a style attribute",
    css(".b{display:none!important}", `<div class="b" style="display:block">${CODE}</div>`),
    /from a style element of the page/,
  ),
  hidden(
    "display: none by class",
    css(".b{display:none}", wrapped),
    /<div class="b"> is not displayed. The style is from a style element/,
  ),
  hidden(
    "display: none by id and tag",
    css("footer #x a{display:none}", `<footer><p id="x">${CODE}</p></footer>`),
    /<a> is not displayed/,
  ),
  hidden("display: none by attribute", css(`a[href*="debut.example"]{display:none}`, CODE), /<a> is not displayed/),
  hidden(
    "display: none by position among siblings",
    css("body>div:nth-of-type(2){display:none}", `<div>x</div><div>${CODE}</div>`),
    /<div> is not displayed/,
  ),
  hidden("display: none by :has", css("div:has(> a > img){display:none}", `<div>${CODE}</div>`), /not displayed/),
  hidden("the later of two equal rules", css(".b{display:block}.b{display:none}", wrapped), /not displayed/),
  hidden("the more specific of two rules", css("div.b{display:none}.b{display:block}", wrapped), /not displayed/),
  hidden("a rule that beats a layer", css("@layer x{div.b{display:block}}.b{display:none}", wrapped), /not displayed/),
  hidden(
    "the later layer",
    css("@layer a,b;@layer b{.b{display:none}}@layer a{div.b.b{display:block}}", wrapped),
    /not displayed/,
  ),
  hidden(
    "a nested rule",
    css(".x{& .b{display:none}}", `<div class="x">${wrapped}</div>`),
    /<div class="b"> is not displayed/,
  ),
  hidden(
    "a nested rule without &",
    css(".x{color:red;.b{display:none}}", `<div class="x">${wrapped}</div>`),
    /not displayed/,
  ),
  hidden("a media query for all screens", css("@media screen{.b{display:none}}", wrapped), /not displayed/),
  hidden(
    "media queries that cover all widths",
    css("@media (max-width:700px){.b{display:none}}@media (min-width:701px){.b{display:none}}", wrapped),
    /not displayed/,
  ),
  hidden(
    "media queries in both colour schemes",
    css(
      "@media (prefers-color-scheme:dark){.b{display:none}}@media not (prefers-color-scheme:dark){.b{display:none}}",
      wrapped,
    ),
    /not displayed/,
  ),
  hidden(
    "a rule that shows it on paper only",
    css(".b{display:none}@media print{.b{display:block}}", wrapped),
    /not displayed/,
  ),
  hidden("content-visibility", inside("content-visibility:hidden"), /not displayed/),
  hidden("the hidden attribute", page(`<div hidden>${CODE}</div>`), /<div> has the hidden attribute/),
  hidden("the hidden attribute of the image", image("hidden"), /<img> has the hidden attribute/),
  hidden("hidden until found", page(`<div hidden="until-found">${CODE}</div>`), /hidden attribute/),
  hidden("a closed dialog", page(`<dialog>${CODE}</dialog>`), /<dialog> is closed/),
  hidden("a closed popover", page(`<div popover>${CODE}</div>`), /<div> is closed/),
  hidden("visibility: hidden", inside("visibility:hidden"), /<div> is invisible/),
  hidden(
    "visibility: collapse by class",
    css(".b{visibility:collapse}", wrapped),
    /is invisible. The style is from a style element/,
  ),
  hidden(
    "visibility that a part outside of it has back",
    page(`<div style="visibility:hidden">${CODE}<p style="visibility:visible">x</p></div>`),
    /invisible/,
  ),
  hidden("opacity 0", inside("opacity:0"), /<div> is fully transparent/),
  hidden("opacity 0.0 and 0%", page(`<div style="opacity:0.0"><p style="opacity:0%">${CODE}</p></div>`), /transparent/),
  hidden("a filter that is transparent", inside("filter:opacity(0)"), /transparent/),
  hidden("width and height 0", image('width="0" height="0"'), /<img> has no size/),
  hidden("one pixel", image('width="1" height="1"'), /<img> has no size/),
  hidden("a height of 1px by style", image('style="width:200px;height:1px"'), /<img> has no size/),
  hidden("max-height: 0", image('style="max-height:0"'), /<img> has no size/),
  hidden("a box without size", inside("width:0;height:0;overflow:hidden"), /<div> has no size/),
  hidden("a box without height", css(".b{height:0;overflow:hidden}", wrapped), /<div class="b"> has no size/),
  hidden("a scale of 0", inside("transform:scale(0)"), /no size/),
  hidden(
    "text for screen readers only",
    css(
      ".sr-only{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0," +
        "0,0,0);white-space:nowrap;border-width:0}",
      `<span class="sr-only">${CODE}</span>`,
    ),
    /no size/,
  ),
  hidden("a clip of 1px", css(".b{position:absolute;clip:rect(1px,1px,1px,1px)}", wrapped), /is clipped/),
  hidden("a clip-path without area", inside("clip-path:inset(50%)"), /is clipped/),
  hidden("a circle of nothing", inside("clip-path:circle(0)"), /is clipped/),
  hidden("left of the screen", inside("position:absolute;left:-9999px"), /<div> is off screen/),
  hidden("above the screen", css(".b{position:fixed;top:-300em}", wrapped), /off screen/),
  hidden("a margin far away", inside("margin-left:-9999px;width:300px"), /off screen/),
  hidden(
    "a canvas",
    page(`<canvas>${CODE}</canvas>`),
    /<canvas> shows its content only in browsers that do not support it/,
  ),
  hidden("a video", page(`<video>${CODE}</video>`), /<video> shows its content/),
  hidden("noscript in the head", page("", `<noscript>${CODE}</noscript>`), /only in <noscript>/),
  hidden("noscript in the body", page(`<noscript>${CODE}</noscript>`), /only in <noscript>/),
  hidden("an odd data attribute", page(`${LINK}<img alt="" data-badge="${PICTURE}"></a>`), /only in data-badge/),
  hidden("a linked style sheet", linked(SHEET, HIDES), /not displayed. The style is from \/main\.css/),
  hidden(
    "a linked style sheet in a folder above",
    linked('<link rel="stylesheet" href="assets/../main.css?v=2">', { "/main.css?v=2": ".b{display:none}" }),
    /not displayed/,
  ),
  hidden(
    "an import",
    linked(SHEET, { "/main.css": "@import url(b.css);", "/b.css": ".b{display:none}" }),
    /not displayed. The style is from http:\/\/acme\.test\/b\.css/,
  ),
  hidden(
    "an import for screens in a layer",
    linked(SHEET, { "/main.css": '@import "b.css" layer(x) screen;', "/b.css": ".b{visibility:hidden}" }),
    /invisible/,
  ),
  hidden(
    "a sheet that loads late",
    linked(`<link rel="stylesheet" href="/main.css" media="print" onload="this.media='all'">`, HIDES),
    /not displayed/,
  ),
  hidden(
    "a link's media that every screen meets",
    linked('<link rel="stylesheet" href="/main.css" media="screen and (min-width: 1px)">', HIDES),
    /not displayed/,
  ),
];

const SCRIPT =
  "<script>addEventListener('load'," +
  "()=>document.querySelectorAll('.later').forEach((e)=>{e.className+=' " +
  "done';e.removeAttribute('x-cloak');e.style.opacity=1;e.style.display='block'}))</script>";

export const SEEN_PAGES: readonly BadgePage[] = [
  seen("nothing but the badge", page(CODE)),
  seen("a closed details", page(`<details><summary>As seen on</summary>${CODE}</details>`)),
  seen("an open dialog", page(`<dialog open>${CODE}</dialog>`)),
  seen("a hidden element that a rule shows", css("[hidden]{display:block!important}", `<div hidden>${CODE}</div>`)),
  seen("display: none on paper only", css("@media print{.b{display:none}}", wrapped)),
  seen("a sheet for paper", linked('<link rel="stylesheet" href="/main.css" media="print">', HIDES)),
  seen("a sheet that is an alternative", linked('<link rel="alternate stylesheet" title="x" href="/main.css">', HIDES)),
  seen("a sheet that is no CSS", linked(SHEET, { "/main.css": "<!doctype html><p>Not found</p>" })),
  seen("a sheet that is not there", linked(SHEET, {})),
  seen("hidden on phones only", css("@media (max-width:600px){.b{display:none}}", wrapped)),
  seen("hidden on large screens only", css("@media (width >= 900px){.b{display:none}}", wrapped)),
  seen("hidden in one colour scheme", css("@media (prefers-color-scheme:dark){.b{display:none}}", wrapped)),
  seen(
    "hidden for people who want less motion",
    css("@media (prefers-reduced-motion:reduce){.b{display:none}}", wrapped),
  ),
  seen(
    "one of two, for each colour scheme",
    css(
      "@media (prefers-color-scheme:dark){.l{display:none}}@media (prefers-color-scheme:light){.d{display:none}}",
      `<div class="l">${CODE}</div><div class="d">${CODE}</div>`,
    ),
  ),
  seen(
    "one of two, the other for phones",
    css(
      ".m{display:none}@media (max-width:600px){.m{display:block}.w{display:none}}",
      `<div class="m">${CODE}</div><div class="w">${CODE}</div>`,
    ),
  ),
  seen("a copy that is hidden", page(`<div style="display:none">${CODE}</div>${CODE}`)),
  seen("a rule for another class", css(".c{display:none}", wrapped)),
  seen("a rule for what comes before it", css("a::before{display:none}", CODE)),
  seen("a rule that is undone later", css(".b{display:none}.b{display:flex}", wrapped)),
  seen(
    "a rule that a style attribute undoes",
    css(".b{display:none}", `<div class="b" style="display:block">${CODE}</div>`),
  ),
  seen("a layer that another rule undoes", css("@layer x{div.b{display:none}}.b{display:block}", wrapped)),
  seen("a comment in the style", css("/* .b{display:none} */", wrapped)),
  seen("a declaration that is none", css(".b{display:nonsense;opacity:zero}", wrapped)),
  seen("a rule with a selector that is none", css(".b,::y(,{display:none}", wrapped)),
  seen(
    "visibility that the badge has back",
    page(`<div style="visibility:hidden"><p style="visibility:visible">${CODE}</p></div>`),
  ),
  seen("half transparent", inside("opacity:.5")),
  seen("a width without meaning for text", inside("width:0;height:0;overflow:hidden", "span")),
  seen("a box without height that shows what does not fit", inside("height:0")),
  seen(
    "a box of a ratio",
    page(
      `<div style="height:0;padding-bottom:30%;overflow:hidden;position:relative"><div style="position:absolute;top:0">${CODE}</div></div>`,
    ),
  ),
  seen(
    "a flexible box",
    page(`<div style="display:flex"><div style="width:0;flex:1 0 auto;overflow:hidden">${CODE}</div></div>`),
  ),
  seen("a clip without a place", inside("clip:rect(0,0,0,0)")),
  seen("a clip-path with area", inside("clip-path:inset(5%)")),
  seen(
    "a full-width row by margin and padding",
    page(`<div style="overflow:hidden"><div style="margin-left:-9999px;padding-left:9999px">${CODE}</div></div>`),
  ),
  seen("left -9999px without a place", inside("left:-9999px")),
  seen("a negative margin of a grid", inside("margin:-12px")),
  seen(
    "a picture with a source",
    page(
      `${LINK}<picture><source media="(prefers-color-scheme: dark)" srcset="${PICTURE.replace("light", "dark")}">${IMG}</picture></a>`,
    ),
  ),
  seen(
    "noscript beside a lazy image",
    page(
      `${LINK}<img class="lazy" data-src="${PICTURE}" width="200" height="54" alt="">` +
        `<noscript>${IMG}</noscript></a>` +
        `<script>document.querySelector('.lazy').src=document.querySelector('.lazy').dataset.src</script>`,
    ),
  ),
  seen(
    "cloaked until a script runs",
    page(`<style>[x-cloak]{display:none!important}</style><div class="later" x-cloak>${CODE}</div>${SCRIPT}`),
  ),
  seen(
    "faded in by a script",
    css(".later{opacity:0;transition:opacity .01s}", `<div class="later">${CODE}</div>${SCRIPT}`),
  ),
  seen(
    "shown by a script that adds a class",
    css(".later:not(.done){display:none}", `<div class="later">${CODE}</div>${SCRIPT}`),
  ),
  seen(
    "a page that is shown by a script",
    page(`${CODE}<script>document.body.style.opacity=1</script>`, "<style>body{opacity:0}</style>"),
  ),
  seen(
    "an animation of the page",
    page(CODE, "<style>body{animation:go 1ms forwards;visibility:hidden}@keyframes go{to{visibility:visible}}</style>"),
  ),
  seen("noscript with a style", page(wrapped, "<noscript><style>.b{display:none}</style></noscript>")),
  seen(
    "no-js, which a script takes away",
    page(
      `${wrapped}<script>document.documentElement.className=''</script>`,
      "<style>.no-js .b{display:none}</style>",
    ).replace("<html>", '<html class="no-js">'),
  ),
  seen(
    "shown by a rule with support for a feature",
    css(".b{display:none}@supports (display:grid){.b{display:block}}", wrapped),
  ),
  seen("a variable", css(":root{--d:block}.b{display:var(--d)}", wrapped)),
  seen("a style that is no CSS", page(wrapped, '<style type="text/x-template">.b{display:none}</style>')),
  seen(
    "an import that is a circle",
    linked(SHEET, { "/main.css": '@import "b.css";', "/b.css": '@import "main.css";.c{display:none}' }),
  ),
];
