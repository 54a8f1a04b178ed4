// Builds data/stop-words.txt and its licence from an npm package of the registry: the same bytes each time.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACKAGE = "stopwords-iso@1.1.0";
const LANGUAGES = ["ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "zh"];
/** The package names its licence but has no copy of it. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
const OUT = join(import.meta.dirname, "../data");

const work = mkdtempSync(join(tmpdir(), "debut-stop-words-"));
try {
  execFileSync("npm", ["pack", PACKAGE, "--loglevel=error"], { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("tar", ["-xzf", readdirSync(work)[0]!], { cwd: work });
  const read = (name: string) => readFileSync(join(work, "package", name), "utf8");
  const words: Record<string, string[]> = JSON.parse(read("stopwords-iso.json"));
  const lines = LANGUAGES.map((language) => {
    const some = words[language]!.filter((word) => /^[\p{L}\p{M}’'-]+$/u.test(word));
    return `${language}: ${some.join(" ")}\n`;
  });
  writeFileSync(join(OUT, "stop-words.txt"), lines.join(""));
  const { author, license }: Record<string, string> = JSON.parse(read("package.json"));
  const notice = `stop-words.txt is made from the package ${PACKAGE} by ${author}, under its licence, ${license}:`;
  writeFileSync(join(OUT, "stop-words.licences.txt"), `${notice}\n\n${MIT}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
