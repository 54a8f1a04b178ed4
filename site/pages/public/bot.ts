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
<p class="lead">DebutBot reads a website when somebody lists it at ${settings.SITE_NAME}, so that the listing says what the website says.</p>
<h2>How to know it</h2>
<p>It sends this user agent:</p>
<pre tabindex="0"><code>DebutBot/1.0 (+${BASE_URL}/bot)</code></pre>
<h2>What it does</h2>
<ul>
<li>It reads up to ten pages, such as the homepage, pricing, about and the first entries of the menu, when a person or their assistant asks for it. It does not roam.</li>
<li>If the homepage links no pricing, contact, about, imprint or support page, it tries their usual addresses once.</li>
<li>It reads the website of a published listing again every 30 days, or every week if its owner asks, to see whether the quoted facts still stand there.</li>
<li>It looks for our badge on the homepages of free listings, as their owners were told: every few days, more often while they wait for their launch. Where it finds the badge, it reads up to eight style sheets of the website, to tell whether people see it.</li>
<li>It reads one page after another, with a pause between them.</li>
<li>It keeps short quotes as evidence for facts. It shows no copies of pages.</li>
<li>It sends no cookies, fills in no forms and never signs in.</li>
<li>Pages with <code>nosnippet</code> are read but not quoted.</li>
</ul>
<h2>How to keep it out</h2>
<p>It follows <code>robots.txt</code>. These two lines close your website to it:</p>
<pre tabindex="0"><code>User-agent: DebutBot
Disallow: /</code></pre>
<p>Rules for <code>User-agent: *</code> count as well where none name DebutBot, and so does <code>Crawl-delay</code>. A change is seen within a day.</p>`,
    });
  });

  return router;
}
