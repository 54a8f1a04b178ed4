/** Frequent short words of each language. Words shared by several do not count. */
const MARKS: Record<string, string> = {
  en: "the and is are for your with you of to our we it that without have be this from can",
  de: "der die das und ist für mit wir sie ein eine nicht auf von im zu auch oder kein keine bei werden",
  fr: "le les des et est pour avec vous une nous dans sur votre vos notre ne qui sans pas du au",
  es: "el los las y es para con una tu su sin más del nuestro nuestra está puedes todo también por",
  it: "il gli e è per con una i tuo suo senza più del della nostro nostra sono puoi anche di che",
  pt: "o os as e é para com uma você seu sua sem mais do da dos das ao não são também em um por quando a nossa nosso",
  nl: "de het een en is voor met je jouw onze wij niet van zonder ook naar bij zijn kunt geen",
  sv: "och är för med du din vår vi inte på av utan också att som en ett kan från till",
  pl: "i jest dla z nie na do się bez oraz twój nasz są można w także lub to jak przez",
};
const OWN = new Map<string, string[]>();
for (const [language, words] of Object.entries(MARKS))
  for (const word of words.split(" ")) OWN.set(word, [...(OWN.get(word) ?? []), language]);

const SCRIPTS: [language: string, script: RegExp][] = [
  ["ja", /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
  ["ko", /\p{sc=Hangul}/u],
  ["zh", /\p{sc=Han}/u],
  ["ru", /\p{sc=Cyrillic}/u],
];

/** The language of a text by its short words, else the declared one; undefined without either. */
export function languageOf(text: string, declared: string | null = null): string | undefined {
  const known = declared?.slice(0, 2).toLowerCase();
  const script = SCRIPTS.find(([, pattern]) => pattern.test(text))?.[0];
  // A Japanese title may consist of Chinese characters only.
  if (script) return script === "zh" && known === "ja" ? known : script;
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/(?<![.@/])(?<!\p{L})\p{L}+(?![.@/]\p{L})/gu) ?? [])
    OWN.get(word)?.forEach((language, _, all) => {
      counts.set(language, (counts.get(language) ?? 0) + 1 / all.length);
    });
  const [best, next] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!best || best[1] <= (next?.[1] ?? 0)) return known;
  // One word does not outweigh the declared language.
  return known === undefined || best[1] >= 2 ? best[0] : known;
}
