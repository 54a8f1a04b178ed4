import { Router } from "express";
import { html } from "../../../core/text/html.ts";
import type { Site } from "../../kit/site.ts";

/** For website owners who find DebutBot in their logs. */
export function botPages({ deps, pages }: Site): Router {
  const router = Router();
  const { settings } = deps;
  const { BASE_URL } = settings;

  router.get("/bot", (_req, res) => {
    pages.render(res, {
      title: "Our crawler",
      description: `What DebutBot of ${settings.SITE_NAME} reads on websites, and how to keep it out.`,
      isPublic: true,
      width: "reading",
      body: html`<h1>Our crawler</h1>
<p class="lead">DebutBot reads a website when someone lists it on ${settings.SITE_NAME}, so that the listing matches the website.</p>
<h2>How to recognize it</h2>
<p>It sends this user agent:</p>
<pre tabindex="0"><code>DebutBot/1.0 (+${BASE_URL}/bot)</code></pre>
<h2>What it does</h2>
<ul>
<li>It reads up to ten pages, such as the homepage, pricing, about and the first entries of the menu,
when a person or their assistant asks for it. It does not follow other links.</li>
<li>If the homepage links no pricing, contact, about, imprint or support page, it tries their usual addresses once.</li>
<li>It reads the website of a published listing again every 30 days, or every week if its owner asks,
to see whether the quoted facts are still there.</li>
<li>It looks for our badge on the homepages of free listings, as their owners were told: every few days,
more often while they wait for their launch. Where it finds the badge,
it reads up to eight style sheets of the website, to check that it is visible.</li>
<li>It reads one page after another, with a pause between them.</li>
<li>It keeps short quotes as evidence for facts. It shows no copies of pages.</li>
<li>It keeps no cookies, fills in no forms and never signs in. If a page redirects to set a cookie, it returns that
cookie for this page only.</li>
<li>Pages with <code>nosnippet</code> are read but not quoted.</li>
</ul>
<h2>How to keep it out</h2>
<p>It follows <code>robots.txt</code>. These two lines keep it off your website:</p>
<pre tabindex="0"><code>User-agent: DebutBot
Disallow: /</code></pre>
<p>If no rules name DebutBot, those for <code>User-agent: *</code> apply. It also respects <code>Crawl-delay</code>.
Changes take effect within a day.</p>`,
    });
  });

  return router;
}
