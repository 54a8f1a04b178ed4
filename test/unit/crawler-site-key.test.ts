import { expect, it } from "vitest";
import { makersDomain, siteKey } from "../../crawler/site-key.ts";

it.each([
  ["https://acme.com", "acme.com"],
  ["http://www.acme.com/", "acme.com"],
  ["https://ACME.com./index.html", "acme.com"],
  ["https://acme.com:443/?utm_source=x#top", "acme.com"],
  ["https://acme.com/en/", "acme.com"],
  ["https://acme.com/de-AT", "acme.com"],
  ["https://m.acme.com/", "acme.com"],
  ["https://app.acme.co.uk/", "app.acme.co.uk"],
  ["https://fonts.google.com/", "fonts.google.com"],
  ["https://analytics.google.com/index.html?hl=de", "analytics.google.com"],
  ["https://www.surge.sh/", "surge.sh"],
  ["https://github.io/", "github.io"],
  ["https://github.io/about/", "github.io/about"],
  ["https://m.github.io/", "m.github.io"],
  ["https://www.gov.uk/", "gov.uk"],
  ["https://m.co/", "m.co"],
  ["https://www.com/", "www.com"],
  ["https://acme.com/Product/", "acme.com/product"],
  ["https://acme.com//product//index.php", "acme.com/product"],
  ["https://acme.com/en/product", "acme.com/product"],
  ["https://acme.com/caf%C3%A9", "acme.com/café"],
  ["https://acme.com/a%2Fb/%ZZ", "acme.com/a%2fb/%zz"],
  ["https://foo.github.io/", "foo.github.io"],
  ["https://foo.github.io/bar", "foo.github.io/bar"],
  ["https://my-app.vercel.app", "my-app.vercel.app"],
  ["https://b.myshopify.com/", "b.myshopify.com"],
  ["https://github.com/Acme/Tool/tree/main/docs", "github.com/acme/tool"],
  ["https://www.github.com/acme", "github.com/acme"],
  ["https://play.google.com/store/apps/details?id=com.acme&hl=de", "play.google.com/com.acme"],
  ["https://apps.apple.com/us/app/acme/id123456?l=en", "apps.apple.com/id123456"],
  ["https://apps.apple.com/de/app/acme-neu/id123456", "apps.apple.com/id123456"],
  [
    "https://chromewebstore.google.com/detail/acme/abcdefghijklmnopabcdefghijklmnop",
    "chromewebstore.google.com/abcdefghijklmnopabcdefghijklmnop",
  ],
  ["https://müller.de/", "xn--mller-kva.de"],
])("%s is %s", (url, key) => expect(siteKey(url)).toBe(key));

it.each([
  "https://com/",
  "http://[::1]/",
  "http://127.0.0.1/",
  "http://localhost/",
  "ftp://acme.com/",
  "mailto:a@acme.com",
  "acme.com",
  "",
])("%s has none", (url) => expect(siteKey(url)).toBeUndefined());

it.each([
  ["https://docs.acme.co.uk/start", "acme.co.uk"],
  ["https://ann.github.io/", "ann.github.io"],
  ["https://github.com/acme/tool", undefined],
  ["https://surge.sh/", undefined],
])("the domain of %s whose other websites may be its maker's is %s", (url, domain) =>
  expect(makersDomain(url)).toBe(domain),
);
