import { expect, it } from "vitest";
import { bridge, nameOf } from "#store/search/bridge.ts";

const meaningOf = (text: string) => bridge(text)?.units.map((unit) => nameOf(unit) ?? unit.typed.join(" "));

it.each([
  ["book", ["كتاب", "الكتاب", "والكتاب", "للكتاب", "بالكتاب", "كتب"]],
  ["invoice", ["فاتورة", "الفاتورة", "الفاتوره", "بفاتورة", "فواتير"]],
  ["email", ["بريد إلكتروني", "البريد الإلكتروني", "البريد الالكتروني"]],
  ["no-code", ["بدون برمجة"]],
])("Arabic words mean %s with any prefix and ending", (meaning, texts) => {
  for (const text of texts) expect(meaningOf(text)).toEqual([meaning]);
});

it("Japanese words differ by their marks", () => {
  expect(meaningOf("クラブ")).toEqual(["club"]);
  expect(meaningOf("グラフ")).toEqual(["chart"]);
  expect(meaningOf("ｸﾞﾗﾌ")).toEqual(["chart"]);
});

it("Latin letters inside of unspaced text are words of its table", () => {
  expect(meaningOf("SEO対策")).toEqual(["seo"]);
  expect(meaningOf("AI绘画")).toEqual(["image generator"]);
});
