import { expect, it } from "vitest";
import { siteKey } from "../../crawler/site-key.ts";

it.each([
  ["https://acme.com", "acme.com"],
  ["http://www.acme.com/", "acme.com"],
  ["https://ACME.com./index.html", "acme.com"],
  ["https://acme.com:443/?utm_source=x#top", "acme.com"],
  ["https://acme.com/en/", "acme.com"],
  ["https://acme.com/de-AT", "acme.com"],
  ["https://app.acme.co.uk/", "acme.co.uk"],
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
  "https://github.io/",
  "https://co.uk/",
  "http://127.0.0.1/",
  "http://localhost/",
  "ftp://acme.com/",
  "mailto:a@acme.com",
  "acme.com",
  "",
])("%s has none", (url) => expect(siteKey(url)).toBeUndefined());
