/** Scores of some listings, in parts that are worth different amounts. */
export function scoreBoard<Part extends string>(maxId: number, worth: Record<Part, number>) {
  const parts = Object.entries<number>(worth) as [Part, number][];
  const scores = new Map(parts.map(([part]) => [part, new Float32Array(maxId + 1)]));
  const isKnown = new Uint8Array(maxId + 1);
  const ids: number[] = [];

  function bestOf(of: Float32Array): number {
    let best = 0;
    for (const id of ids) if (of[id]! > best) best = of[id]!;
    return best || 1;
  }

  return {
    ids: ids as readonly number[],
    add(part: Part, id: number, score: number): void {
      if (!isKnown[id]) {
        isKnown[id] = 1;
        ids.push(id);
      }
      scores.get(part)![id]! += score;
    },
    /** The ids with the highest scores, in which the best of each part counts what the part is worth. */
    top(count: number, without?: (id: number) => boolean): number[] {
      const total = new Float32Array(maxId + 1);
      for (const [part, most] of parts) {
        const of = scores.get(part)!;
        const factor = most / bestOf(of);
        for (const id of ids) total[id]! += factor * of[id]!;
      }
      const order = (a: number, b: number) => total[b]! - total[a]! || a - b;
      const best: number[] = [];
      let least = -1;
      for (const id of ids) {
        if (total[id]! < least || without?.(id)) continue;
        best.push(id);
        if (best.length < 2 * count) continue;
        best.sort(order).length = count;
        least = total[best.at(-1)!]!;
      }
      return best.sort(order).slice(0, count);
    },
  };
}
