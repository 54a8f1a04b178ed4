import { expect, it } from "vitest";
import { sortName } from "../../store/repos/profiles/sort-name.ts";

const NAMES =
  `anna|Anna|Ánna|Anna B|Ann|Zoë Ünal|zoe abel|Élodie Roux|Elodie Roux|Elodie Rouxel|Emil|Edith|Łukasz Nowak|Lukas
Özil|Oz|Øystein|Oates|Obrien|O Brien|O’Brien|Ståle|Stale|Straße|Strasse|Strassen|Æthel|Aethel|Afa|Ðura|Dura|İpek|Ipek|de la Cruz|Dean
Ñandu|Nandu|Nano|3rd|10th|Иван|Йван|Ёлка|Елка|Ярослав|Αλέξης|Αλεξία|Արա|გიორგი|דוד|أحمد|अमित|김민수|박지성|あきら|がくと|かく|王伟|李娜|王|ABC|abd`.split(
    /[|\n]/,
  );

it("puts names in the order of ICU's collation", () => {
  const byKey = NAMES.map((name) => ({ name, key: sortName(name) })).sort((a, b) =>
    Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
  );
  expect(byKey.map(({ name }) => name)).toEqual(NAMES.toSorted(new Intl.Collator("en").compare));
});

it("differs for every two names that differ", () => {
  expect(new Set(NAMES.map(sortName)).size).toBe(NAMES.length);
});
