// Which sentences a template has. The extractor and the server read templates with this code, so they cannot differ.

/** A piece of a sentence: text, a part by its index, or a tag with its attributes as steps. */
export type Piece =
  | { kind: "text"; text: string }
  | { kind: "part"; index: number }
  | { kind: "open"; name: string; steps: (string | number)[]; isVoid: boolean }
  | { kind: "close"; name: string };

/** A template as what is copied, and the sentences between. */
export type Segment = { copied: (string | number)[] } | { pieces: Piece[] };

const INLINE = new Set("a abbr b bdi br cite code em i kbd mark q s small span strong sub sup time u wbr".split(" "));
const VOID = new Set(["br", "wbr"]);
/** What has no words of ours. */
const OPAQUE = new Set(["script", "style", "svg", "pre", "textarea"]);
/** Attributes that are read by people, or that scripts show to them. */
const WORDED =
  /^(?:aria-label|aria-description|aria-roledescription|alt|title|placeholder|label|data-label|data-off|data-on|data-say-[\w-]+)$/;
/** A template that is only attributes, for the tag of another. */
const ATTRIBUTES = /^\s*(?:(?:\u0001\d+\u0002|[\w-]+(?:="[^"]*")?(?=[\s\u0001]|$))\s*)+$/;
const FLAG =
  /^\s*(?:checked|data-[\w-]+|disabled|formnovalidate|hidden|multiple|novalidate|open|readonly|required|selected)\s*$/;
const LETTER = /\p{L}/u;
const TAG = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
const MARKS = /(\u0001\d+\u0002)/;
const MARK = /^\u0001(\d+)\u0002$/;

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};
const decoded = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Text with marks as texts and indexes of parts. */
const stepsOf = (text: string): (string | number)[] =>
  text.split(MARKS).flatMap((piece): (string | number)[] => {
    const [, index] = MARK.exec(piece) ?? [];
    return index !== undefined ? [Number(index)] : piece === "" ? [] : [piece];
  });

const textPieces = (text: string): Piece[] =>
  stepsOf(text).map((step) =>
    typeof step === "number"
      ? { kind: "part", index: step }
      : { kind: "text", text: decoded(step.replace(/[ \t\n\r]+/g, " ")) },
  );

const isWorded = (piece: Piece): boolean => piece.kind === "text" && LETTER.test(piece.text);

/** One tag or text of a template. */
type Token = { pieces: Piece[]; raw: string };

export function segmentsOf(literals: readonly string[]): Segment[] {
  const source = literals.map((text, index) => (index === 0 ? text : `\u0001${index - 1}\u0002${text}`)).join("");
  const segments: Segment[] = [];
  const copy = (text: string): void => void segments.push({ copied: stepsOf(text) });
  if ((/="/.test(source) && ATTRIBUTES.test(source)) || FLAG.test(source)) {
    attributes(source, segments);
    return segments;
  }
  let run: Token[] = [];
  let opaque = "";
  const flush = (): void => {
    byElements(run, segments);
    run = [];
  };
  for (const [raw, slash, tag = "", inside = ""] of source.matchAll(TAG)) {
    const name = tag.toLowerCase();
    const isTag = tag !== "";
    const isUntranslated = /\btranslate="no"/.test(inside);
    if (opaque) {
      copy(raw);
      if (isTag && slash && name === opaque) opaque = "";
    } else if (isTag && (OPAQUE.has(name) || !INLINE.has(name) || isUntranslated)) {
      flush();
      if ((OPAQUE.has(name) || isUntranslated) && !slash && !inside.endsWith("/")) opaque = name;
      if (slash || inside.trim() === "") copy(raw);
      else {
        copy(`<${tag}`);
        attributes(inside, segments);
        copy(">");
      }
    } else if (isTag) {
      const piece: Piece = slash
        ? { kind: "close", name }
        : { kind: "open", name, steps: stepsOf(raw), isVoid: VOID.has(name) };
      run.push({ pieces: [piece], raw });
    } else if (raw.startsWith("<!")) copy(raw);
    else run.push({ pieces: textPieces(raw), raw });
  }
  flush();
  return segments;
}

/** Attributes: those with words are sentences. */
function attributes(inside: string, segments: Segment[]): void {
  let at = 0;
  for (const match of inside.matchAll(/([\w-]+)="([^"]*)"/g)) {
    const [whole, name = "", value = ""] = match;
    const pieces = textPieces(value);
    if (!WORDED.test(name) || !pieces.some(isWorded)) continue;
    segments.push({ copied: stepsOf(`${inside.slice(at, match.index)}${name}="`) }, { pieces }, { copied: ['"'] });
    at = match.index + whole.length;
  }
  segments.push({ copied: stepsOf(inside.slice(at)) });
}

/** A run of text and inline tags. A tag whose other half is in another template ends a sentence. */
function byElements(run: readonly Token[], segments: Segment[]): void {
  const open: { index: number; name: string }[] = [];
  const lone = new Set<number>();
  for (const [index, { pieces }] of run.entries()) {
    const [piece] = pieces;
    if (piece?.kind === "open" && !piece.isVoid) open.push({ index, name: piece.name });
    if (piece?.kind !== "close") continue;
    const before = open.pop();
    if (before?.name === piece.name) continue;
    lone.add(index);
    if (before) open.push(before);
  }
  for (const { index } of open) lone.add(index);
  let part: Token[] = [];
  for (const [index, token] of run.entries()) {
    if (!lone.has(index)) {
      part.push(token);
      continue;
    }
    sentence(part, segments);
    part = [];
    segments.push({ copied: stepsOf(token.raw) });
  }
  sentence(part, segments);
}

const isBlank = ({ pieces }: Token): boolean =>
  pieces.every((piece) => piece.kind === "text" && piece.text.trim() === "");
const rawOf = (run: readonly Token[]): string => run.map(({ raw }) => raw).join("");

/** One sentence, without the tags and the space around it. */
function sentence(given: readonly Token[], segments: Segment[]): void {
  let [start, end] = [0, given.length];
  for (let isSame = false; !isSame && start < end; ) {
    const [first, last] = [given[start], given[end - 1]];
    isSame = true;
    if (first && isBlank(first)) [start, isSame] = [start + 1, false];
    else if (last && isBlank(last)) [end, isSame] = [end - 1, false];
    else if (isOneElement(given.slice(start, end))) [start, end, isSame] = [start + 1, end - 1, false];
  }
  const run = given.slice(start, end);
  const copy = (tokens: readonly Token[]): void => {
    if (tokens.length > 0) segments.push({ copied: stepsOf(rawOf(tokens)) });
  };
  copy(given.slice(0, start));
  const apart = elementsOf(run);
  if (apart) for (const element of apart) sentence(element, segments);
  else said(run, segments);
  copy(given.slice(end));
}

function said(run: readonly Token[], segments: Segment[]): void {
  const pieces = run.flatMap((token) => token.pieces);
  if (!pieces.some(isWorded)) {
    if (run.length > 0) segments.push({ copied: stepsOf(rawOf(run)) });
    return;
  }
  const [before, after]: [(string | number)[], (string | number)[]] = [[], []];
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first?.kind === "text" && first.text.startsWith(" ")) {
    before.push(" ");
    first.text = first.text.replace(/^ +/, "");
    if (first.text === "") pieces.shift();
  }
  if (last?.kind === "text" && last.text.endsWith(" ")) {
    after.push(" ");
    last.text = last.text.replace(/ +$/, "");
    if (last.text === "") pieces.pop();
  }
  // A part that touches the words at an edge is a mark, like an icon.
  const isMark = (edge: Piece | undefined, beside: Piece | undefined, pattern: RegExp): boolean =>
    edge?.kind === "part" && beside?.kind === "text" && pattern.test(beside.text);
  if (isMark(pieces[0], pieces[1], /^\p{L}/u)) before.push(...partsOf(pieces.splice(0, 1)));
  if (isMark(pieces.at(-1), pieces.at(-2), /\p{L}$/u)) after.unshift(...partsOf(pieces.splice(-1)));
  segments.push({ copied: before }, { pieces }, { copied: after });
}
const partsOf = (pieces: readonly Piece[]): number[] =>
  pieces.flatMap((piece) => (piece.kind === "part" ? [piece.index] : []));

/** The elements of a run with no words between them: each says something by itself. */
function elementsOf(run: readonly Token[]): Token[][] | undefined {
  const apart: Token[][] = [];
  let depth = 0;
  for (const token of run) {
    const [piece] = token.pieces;
    if (depth === 0 && token.pieces.some(isWorded)) return undefined;
    if (depth === 0) apart.push([token]);
    else apart.at(-1)?.push(token);
    if (piece?.kind === "open" && !piece.isVoid) depth++;
    if (piece?.kind === "close") depth--;
  }
  return apart.length > 1 ? apart : undefined;
}

/** Whether the first tag of a run is closed by its last one. */
function isOneElement(run: readonly Token[]): boolean {
  const first = run[0]?.pieces[0];
  if (first?.kind !== "open" || first.isVoid || run.length < 2) return false;
  let depth = 0;
  return run.every(({ pieces: [piece] }, index) => {
    if (piece?.kind === "open" && !piece.isVoid) depth++;
    if (piece?.kind === "close") depth--;
    return depth > 0 || index === run.length - 1;
  });
}

/** The sentence as a message: `{name}` for parts, `<a>…</a>` for tags. Of several same tags, later ones are numbered. */
export function messageOf(pieces: readonly Piece[], nameOf: (index: number) => string): string {
  const seen = new Map<string, number>();
  const open: string[] = [];
  let text = "";
  for (const piece of pieces) {
    if (piece.kind === "text") text += quoted(piece.text);
    else if (piece.kind === "part") text += nameOf(piece.index);
    else if (piece.kind === "open") {
      const nth = (seen.get(piece.name) ?? 0) + 1;
      seen.set(piece.name, nth);
      const name = nth === 1 ? piece.name : `${piece.name}${nth}`;
      text += piece.isVoid ? `<${name}/>` : `<${name}>`;
      if (!piece.isVoid) open.push(name);
    } else text += `</${open.pop()}>`;
  }
  return text;
}

/** Braces would begin a part: a sentence with braces has them in a part. */
export function quoted(text: string): string {
  if (/[{}]/.test(text)) throw new Error(`A sentence has braces: ${text}`);
  return text;
}
