import { describe, expect, it } from "vitest";
import { readSource } from "../../transfer/source.ts";
import { readCells } from "../../transfer/table/cells.ts";
import { decimalOf, plainNumber, readDay } from "../../transfer/table/marks.ts";
import { recordsOf, rowOf } from "../../transfer/table/rows.ts";

const read = (text: string | Uint8Array, name = "table.csv") =>
  readSource(typeof text === "string" ? Buffer.from(text) : text, { name, own: [] });
const targets = async (text: string | Uint8Array, name?: string) =>
  Object.fromEntries(
    (await read(text, name)).columns.map(({ column, to, isNew }) => [column, isNew ? `${to} ${isNew.kind}` : to]),
  );
async function rows(text: string | Uint8Array, name?: string) {
  const source = await read(text, name);
  const fields = new Map(source.columns.flatMap(({ isNew }) => (isNew ? [[isNew.key, isNew]] : [])));
  const found = [];
  for await (const record of recordsOf(source.text, source.format, source.delimiter))
    found.push(readCells(rowOf(record), source.columns, fields));
  return found;
}

const AI = `Model,Website,Category,Context length,Input price per 1M tokens,Open weights,Modalities,Licence
Alpha,https://a.dev,LLMs,128000,0.15,yes,Text; Images,apache-2.0
Beta,https://b.dev,LLMs,"1,000,000",3.00,no,Text,proprietary
Gamma,https://c.dev,LLMs,32000,0.00025,yes,Text; Audio,MIT
`;
const CRAFTS = `Titel;Webseite;Kategorie;Kurzbeschreibung;Preis ab (€);Gewerke;DATEV-Schnittstelle;Land;Gegründet am;Straße
Meisterbüro;www.meisterbuero.de;Angebote;Büro für Meister;1.234,50;Maler|Dachdecker;ja;Deutschland;31.12.2019;Hauptstraße 1
Klempner+;https://klempner.plus;Aufmaß;Aufmaß am Handy;29,90;Klempner;nein;DE;1.2.2020;Am Markt 2
`;

describe("a table", () => {
  it("keeps columns whose headings have no Latin letters or mean something else", async () => {
    expect(
      await targets("Name,URL,価格帯,Sort,Constructor\nA,https://a.dev,高い,x,y\nB,https://b.dev,安い,z,w\n"),
    ).toEqual({
      ...{ Name: "name", URL: "url", 価格帯: "own.field_1 line", Sort: "own.sort_2 line" },
      Constructor: "own.constructor_2 line",
    });
  });

  it("of AI models has its columns and kinds guessed", async () => {
    expect(await targets(AI)).toEqual({
      Model: "name",
      Website: "url",
      Category: "categories",
      "Context length": "own.context_length number",
      "Input price per 1M tokens": "own.input_price_per_1m_tokens number",
      "Open weights": "own.open_weights flag",
      Modalities: "own.modalities choices",
      Licence: "own.licence licence",
    });
    expect((await rows(AI)).map(({ attributes }) => attributes)).toEqual([
      {
        ...{ context_length: 128000, input_price_per_1m_tokens: 0.15, open_weights: true },
        ...{ modalities: ["Text", "Images"], licence: ["Apache-2.0"] },
      },
      {
        ...{ context_length: 1000000, input_price_per_1m_tokens: 3, open_weights: false },
        ...{ modalities: ["Text"], licence: ["proprietary"] },
      },
      {
        ...{ context_length: 32000, input_price_per_1m_tokens: 0.00025, open_weights: true },
        ...{ modalities: ["Text", "Audio"], licence: ["MIT"] },
      },
    ]);
  });

  it("from Excel with German headings and numbers is read in any encoding", async () => {
    const expected = {
      Titel: "name",
      Webseite: "url",
      Kategorie: "categories",
      Kurzbeschreibung: "short_description",
      "Preis ab (€)": "own.preis_ab number",
      Gewerke: "own.gewerke choices",
      "DATEV-Schnittstelle": "own.datev_schnittstelle flag",
      Land: "country",
      "Gegründet am": "own.gegruendet_am date",
      Straße: "own.strasse line",
    };
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(CRAFTS, "utf16le")]);
    const windows = Buffer.from(CRAFTS.replaceAll("€", "\x80"), "latin1");
    for (const bytes of [Buffer.from(CRAFTS), Buffer.from(`\ufeff${CRAFTS}`), utf16, utf16.subarray(2), windows]) {
      expect(await targets(bytes)).toEqual(expected);
      const [first] = await rows(bytes);
      expect(first).toMatchObject({
        value: { name: "Meisterbüro", url: "https://www.meisterbuero.de", country: "DE" },
        attributes: {
          ...{ preis_ab: 1234.5, gewerke: ["Maler", "Dachdecker"], datev_schnittstelle: true },
          ...{ gegruendet_am: "2019-12-31", strasse: "Hauptstraße 1" },
        },
      });
    }
  });

  it("keeps columns with the same heading apart, and trusts no heading against its values", async () => {
    const columns = (
      await read("name,url,Link,Link,Year,model,email\nA,https://a.dev,https://x.dev,https://y.dev,Y1,3,none\n")
    ).columns;
    expect(columns.map(({ column, to, isRepeated }) => [column, to, isRepeated ?? false])).toEqual([
      ["name", "name", false],
      ["url", "url", false],
      ["Link", "own.link", false],
      ["Link (2)", "own.link_2", true],
      ["Year", "own.year", false],
      ["model", "own.model", false],
      ["email", "own.email", false],
    ]);
  });

  it.each([
    ["sep=|\nname|url\nA|https://a.dev\n", "table.csv"],
    ["name\turl\nA\thttps://a.dev\n", "pasted"],
    ['{"name":"A","url":"https://a.dev"}\n', "table.jsonl"],
    ['[{"name":"A","url":"https://a.dev"}]', "table.json"],
    ['{"count":1,"items":[{"name":"A","url":"https://a.dev"}]}', "table.json"],
    ["- name: A\n  url: https://a.dev\n", "table.yaml"],
    ["a:\n  name: A\n  url: https://a.dev\n", "table.yml"],
    ["name: A\nurl: https://a.dev\n", "a.yml"],
    ["---\nname: A\nurl: https://a.dev\n", "pasted"],
    ["# List\n\n## Tools\n\n- [A](https://a.dev) - Does things. `MIT` `Go/Docker`\n", "README.md"],
  ])("is read from %j", async (text, name) => {
    const [first] = await rows(text, name);
    expect(first?.value).toMatchObject({ name: "A", url: "https://a.dev" });
  });

  it("of a Markdown list has categories from its headings", async () => {
    const list =
      "# List\n## Tools\n- [A](https://a.dev) - Does [things](https://x.dev). ([Demo](https://d.dev)) `MIT` `Go/Docker`\n";
    expect((await rows(list, "README.md"))[0]).toMatchObject({
      value: { categories: ["Tools"], description: "Does things.", tagline: "Does things." },
      attributes: { licence: ["MIT"], platforms: ["Go", "Docker"] },
    });
  });

  it("with an invalid item of YAML loses only that item", async () => {
    const found = await rows(
      "- name: A\n  url: https://a.dev\n- name: [\n- name: C\n  url: https://c.dev\n",
      "list.yaml",
    );
    expect(found.map(({ line, fault }) => [line, fault?.startsWith("This row is not YAML") ?? false])).toEqual([
      [1, false],
      [3, true],
      [4, false],
    ]);
  });

  it("leaves out what a field cannot hold, and says so", async () => {
    const source = await read("name,url,Stars\nA,https://a.dev,5\nB,https://b.dev,7\n");
    const fields = new Map(source.columns.flatMap(({ isNew }) => (isNew ? [[isNew.key, isNew]] : [])));
    const row = { line: 2, cells: { name: "A", url: "https://a.dev", Stars: "many" } };
    expect(readCells(row, source.columns, fields)).toMatchObject({
      attributes: {},
      notes: [expect.stringContaining("Stars: “many” is left out. Enter a number.")],
    });
  });

  it.each([
    ["PK\u0003\u0004", /spreadsheet/],
    ["\u001f\u008b", /compressed/],
    ["abcd\u0000efgh", /not a text file/],
    ["  \n", /empty/],
    ["name,url\n", /no rows/],
  ])("that is %j is refused with what to do", async (text, sentence) => {
    await expect(read(Buffer.from(text, "latin1"))).rejects.toThrow(sentence);
  });
});

describe("numbers and dates of a column", () => {
  it.each([
    [
      ["1.234", "2.500", "12.000"],
      ["1234", "2500", "12000"],
    ],
    [
      ["1.234", "0.5"],
      ["1.234", "0.5"],
    ],
    [
      ["1.234", "29,90"],
      ["1234", "29.90"],
    ],
    [
      ["1,234", "29.90"],
      ["1234", "29.90"],
    ],
    [
      ["1,234", "29,9"],
      ["1.234", "29.9"],
    ],
    [["1.234"], ["1.234"]],
    [["1.234.567"], ["1234567"]],
    [
      ["12 500", "1'000"],
      ["12500", "1000"],
    ],
    [["−5"], ["-5"]],
    [["0.00025"], ["0.00025"]],
  ])("%j are read as %j", (cells, numbers) => {
    const decimal = decimalOf(cells);
    expect(cells.map((cell) => plainNumber(cell, decimal))).toEqual(numbers);
  });

  it.each([
    ["2026-11-22", undefined, "2026-11-22"],
    ["22.11.2026", undefined, "2026-11-22"],
    ["11/22/2026", "mdy", "2026-11-22"],
    ["22/11/2026", "dmy", "2026-11-22"],
    ["03/04/2026", undefined, undefined],
    ["04/04/2026", undefined, "2026-04-04"],
    ["Nov 22, 2026", undefined, "2026-11-22"],
    ["22 November 2026", undefined, "2026-11-22"],
    ["2026-02-31", undefined, undefined],
    ["soon", undefined, undefined],
  ] as const)("%j (%s) is the day %s", (cell, days, day) => {
    expect(readDay(cell, days)).toBe(day);
  });
});
