import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

type Map = { sources: string[]; mappings: string };

/**
 * The map of a script after its other letters were escaped and `before` was put in front. Only places in our own files are
 * kept, without names and contents, so that the map of all 5 MB stays small.
 */
export function sourceMapOf({ sources, mappings }: Map, code: string, before: string): string {
  const own = sources.flatMap((source, index) => (source.includes("node_modules") ? [] : [index]));
  const places = new Map(own.map((index, place) => [index, place]));
  const lines = code.split("\n");
  const shifted = decode(mappings).map((segments, row) => {
    const line = lines[row] ?? "";
    let [at, shift] = [0, 0];
    return segments.map(([column, source = -1, originalLine = 0, originalColumn = 0]): SourceMapSegment => {
      for (; at < column; at++) if (line.charCodeAt(at) > 0x7f) shift += "\\u0000".length - 1;
      const place = places.get(source);
      return place === undefined ? [column + shift] : [column + shift, place, originalLine, originalColumn];
    });
  });
  const prefix = before.split("\n");
  const indent = prefix.at(-1)?.length ?? 0;
  const [first = [], ...others] = shifted;
  for (const segment of first) segment[0] += indent;
  const all = [...prefix.slice(1).map(() => []), first, ...others];
  const paths = own.map((index) => sources[index]?.replace(/^(\.\.\/)+/, ""));
  return JSON.stringify({ version: 3, sources: paths, names: [], mappings: encode(all) });
}
