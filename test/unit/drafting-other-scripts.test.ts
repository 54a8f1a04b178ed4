import { describe, expect, it } from "vitest";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

const draft = (page: { head?: string; body?: string }) =>
  draftByRules({ site: crawledSite([{ title: "Acme", body: "<h1>Notes</h1>", ...page }]), categories: [] });

describe("keywords that a website declares", () => {
  it.each([
    ["Arabic", "الجودة، تحليل المخاطر، التدريب", ["الجودة", "تحليل المخاطر", "التدريب"]],
    ["an Arabic semicolon", "الجودة؛ التدريب", ["الجودة", "التدريب"]],
    ["Japanese", "器、湯呑み、急須", ["湯呑み", "急須"]],
    ["Chinese", "笔记，日历；任务", ["笔记", "日历", "任务"]],
    ["bars", "notes | calendar|tasks", ["notes", "calendar", "tasks"]],
    ["points", "notes · calendar • tasks", ["notes", "calendar", "tasks"]],
  ])("are separated by the punctuation of %s", (_, content, expected) => {
    expect(draft({ head: `<meta name="keywords" content="${content}">` }).fields.keywords?.value).toEqual(expected);
  });

  it("keep a dot inside a word", () => {
    const head = '<meta name="keywords" content="col·lecció, メール・カレンダー">';
    expect(draft({ head }).fields.keywords?.value).toEqual(["col·lecció", "メール・カレンダー"]);
  });
});

describe("a profile with a handle unlike the product, in the footer", () => {
  const profile = (address: string, text: string) =>
    draft({ body: `<h1>Notes</h1><footer><a href="https://${address}">${text}</a></footer>` }).companySocials;

  it.each([
    ["facebook", "www.facebook.com/qz7.notes", "حسابنا على فيسبوك"],
    ["x", "x.com/qz7notes", "حسابنا على تويتر"],
    ["instagram", "www.instagram.com/qz7.notes", "حسابنا على إنستجرام"],
    ["instagram", "www.instagram.com/qz7.notes", "انستغرام"],
    ["linkedin", "www.linkedin.com/company/qz7notes", "حسابنا على لينكد إن"],
    ["youtube", "www.youtube.com/@qz7notes", "유튜브"],
    ["facebook", "www.facebook.com/qz7.notes", "Мы в Фейсбук"],
    ["instagram", "www.instagram.com/qz7.notes", "公式インスタグラム"],
  ])("is the company's if its link text says so: %s, %s, %s", (platform, address, text) => {
    expect(profile(address, text)).toEqual({ [platform]: `https://${address}` });
  });

  it("is not the company's if the link names a person or another platform", () => {
    expect(profile("www.facebook.com/qz7.notes", "طارق")).toEqual({});
    expect(profile("www.facebook.com/qz7.notes", "يوتيوب")).toEqual({});
  });
});
