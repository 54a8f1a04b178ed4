import { byName, keysOf } from "#domain/text/keys.ts";

const FIRST_ROOM = 1024;

/** Position of a listing on a board, plus one. Arrays are reused. */
const spare: Int32Array[] = [];
const MOST_SPARE = 4;

function takePlaces(maxId: number): Int32Array {
  const places = spare.pop();
  return places && places.length > maxId ? places : new Int32Array(Math.ceil((maxId + 1) * 1.1));
}

/** Keeps the first `count` of a strict order, unordered: Hoare's selection. */
function keepBest(list: number[], count: number, order: (a: number, b: number) => number): void {
  if (list.length <= count) return;
  for (let from = 0, to = list.length - 1; from < to; ) {
    const pivot = list[(from + to) >>> 1]!;
    let [low, high] = [from, to];
    while (low <= high) {
      while (order(list[low]!, pivot) < 0) low++;
      while (order(list[high]!, pivot) > 0) high--;
      if (low > high) break;
      [list[low], list[high]] = [list[high]!, list[low]!];
      low++;
      high--;
    }
    if (count - 1 <= high) to = high;
    else if (count - 1 >= low) from = low;
    else break;
  }
  list.length = count;
}

export function scoreBoard<Part extends string>(maxId: number, worth: Record<Part, number>) {
  const parts = keysOf(worth);
  const numberOf = byName(parts, (part) => parts.indexOf(part));
  const places = takePlaces(maxId);
  const ids: number[] = [];
  /** The parts of a listing are adjacent. */
  let scores = new Float32Array(FIRST_ROOM * parts.length);

  function placeOf(id: number): number {
    const known = places[id]!;
    if (known > 0) return known - 1;
    places[id] = ids.push(id);
    if (ids.length * parts.length > scores.length) {
      const larger = new Float32Array(scores.length * 2);
      larger.set(scores);
      scores = larger;
    }
    return ids.length - 1;
  }

  function factors(): number[] {
    const best = parts.map(() => 0);
    const end = ids.length * parts.length;
    for (let at = 0; at < end; at += parts.length)
      for (let part = 0; part < best.length; part++)
        if (scores[at + part]! > best[part]!) best[part] = scores[at + part]!;
    return parts.map((name, part) => worth[name] / (best[part]! || 1));
  }

  function ranked(without?: (id: number) => boolean) {
    const by = factors();
    const total = new Float32Array(ids.length);
    const best: number[] = [];
    for (let place = 0; place < ids.length; place++) {
      let sum = 0;
      for (let part = 0; part < by.length; part++) sum += by[part]! * scores[place * by.length + part]!;
      total[place] = sum;
      if (!without?.(ids[place]!)) best.push(place);
    }
    const order = (a: number, b: number) => total[b]! - total[a]! || ids[a]! - ids[b]!;
    return { order, best };
  }

  return {
    ids,
    add(part: Part, id: number, score: number): void {
      const place = placeOf(id);
      scores[place * parts.length + numberOf[part]]! += score;
    },
    /** Adds to listings on the board, faster than one by one. */
    weigh(part: Part, has: (id: number) => boolean, score: number): void {
      for (let place = 0, at = numberOf[part]; place < ids.length; place++, at += parts.length)
        if (has(ids[place]!)) scores[at]! += score;
    },
    top(count: number, without?: (id: number) => boolean): number[] {
      const { order, best } = ranked(without);
      keepBest(best, count, order);
      return best.sort(order).map((place) => ids[place]!);
    },
    someTop(count: number): number[] {
      const { order, best } = ranked();
      keepBest(best, count, order);
      return best.map((place) => ids[place]!);
    },
    done(): void {
      for (const id of ids) places[id] = 0;
      if (spare.length < MOST_SPARE) spare.push(places);
    },
  };
}
