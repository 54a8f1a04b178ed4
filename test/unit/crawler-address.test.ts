import { describe, expect, it } from "vitest";
import { checkUrl, isPublicAddress } from "../../crawler/address.ts";
import { parseOverrides } from "../../crawler/overrides.ts";

const refuses = (url: string) =>
  expect(() => checkUrl(url)).toThrow(expect.objectContaining({ code: "address_refused" }));

describe("isPublicAddress", () => {
  it.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "100::1",
    "5f00::1",
    "3fff::1",
    "::ffff:168.63.129.16",
    "",
    "nonsense",
    "1.1.1.1.1",
  ])("refuses %s", (ip) => expect(isPublicAddress(ip)).toBe(false));

  it.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"])(
    "accepts %s",
    (ip) => expect(isPublicAddress(ip)).toBe(true),
  );
});

describe("checkUrl", () => {
  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::]/",
    "http://[fe80::1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://8.8.8.8/",
    "http://[2606:4700:4700::1111]/",
    "http://127.0.0.1.:80/",
  ])("refuses the address literal %s", refuses);

  it.each([
    "http://localhost/",
    "http://localhost./",
    "http://LOCALHOST/",
    "http://app.localhost/",
    "http://printer.local/",
    "http://printer.local./",
    "http://metadata.google.internal/",
    "http://shop.test/",
    "http://shop.example/",
    "http://shop.invalid/",
    "http://abc.onion/",
    "http://router.lan/",
    "http://intranet/",
    "http://com/",
    "http://co.uk/",
  ])("refuses the local or incomplete name %s", refuses);

  it.each([
    "ftp://shop.com/",
    "file:///etc/passwd",
    "gopher://shop.com/",
    "javascript:alert(1)",
    "data:text/html,hi",
    "http://user@shop.com/",
    "http://user:secret@shop.com/",
    "http://shop.com:22/",
    "http://shop.com:8080/",
    "https://shop.com:6379/",
    "//shop.com",
    "shop.com",
    "",
    "http://",
    "http://[::1%25eth0]/",
    "http://1.1.1.1.1/",
    "http://256.256.256.256/",
    `https://shop.com/${"a".repeat(2048)}`,
  ])("refuses %.60s", refuses);

  it.each([
    ["https://shop.com", "https://shop.com/"],
    ["http://shop.com:80/a?b=c#d", "http://shop.com/a?b=c"],
    ["https://SHOP.co.uk./", "https://shop.co.uk/"],
    ["http://shop.com:443/", "http://shop.com:443/"],
    ["https://müller.de/", "https://xn--mller-kva.de/"],
    ["https://foo.github.io/x", "https://foo.github.io/x"],
  ])("accepts %s", (text, url) => expect(checkUrl(text).href).toBe(url));

  it("allows an overridden host any name and port, but no other scheme or password", () => {
    const overrides = parseOverrides("shop.test=127.0.0.1:8080, localhost=127.0.0.1:9");
    expect(checkUrl("https://shop.test:4443/x", overrides).href).toBe("https://shop.test:4443/x");
    expect(checkUrl("http://localhost./", overrides).href).toBe("http://localhost/");
    expect(() => checkUrl("ftp://shop.test/", overrides)).toThrow("http");
    expect(() => checkUrl("http://me:pw@shop.test/", overrides)).toThrow("password");
    expect(() => checkUrl("http://www.shop.test/", overrides)).toThrow("public website");
  });

  it("gives the reason in one sentence without an address", () => {
    expect(() => checkUrl("http://169.254.169.254/")).toThrow("The URL must contain a domain name, not an IP address.");
  });
});

describe("parseOverrides", () => {
  it("reads hosts with IPv4, IPv6 and named addresses", () => {
    const overrides = parseOverrides(" Shop.Test=127.0.0.1:8080,müller.de=[::1]:81 , a.com=web:3000,");
    expect([...overrides]).toEqual([
      ["shop.test", { address: "127.0.0.1", port: 8080 }],
      ["xn--mller-kva.de", { address: "::1", port: 81 }],
      ["a.com", { address: "web", port: 3000 }],
    ]);
  });

  it("reads an empty text as no overrides", () => expect(parseOverrides("").size).toBe(0));

  it.each([
    "shop.test",
    "shop.test=127.0.0.1",
    "shop.test=127.0.0.1:",
    "shop.test=127.0.0.1:0",
    "shop.test=127.0.0.1:65536",
    "=127.0.0.1:80",
    "http://shop.test=127.0.0.1:80",
    "shop.test:80=127.0.0.1:80",
    "shop.test=::1:80",
    "shop.test=[127.0.0.1]:80",
    "shop.test=999.0.0.1:80",
    "a.com=127.0.0.1:80,a.com=127.0.0.1:81",
    "shop.test=127.0.0.1:80 a.com=127.0.0.1:80",
  ])("refuses %s", (text) => expect(() => parseOverrides(text)).toThrow(/host/));
});
