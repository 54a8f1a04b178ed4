import { expect, it } from "vitest";
import { IdSet } from "../../store/search/id-set.ts";
import { freshRandom } from "../helpers/random.ts";

it("counts what a set shares with others together, also after it changed", () => {
  const random = freshRandom("id-set");
  const ids = (most: number) => Array.from({ length: random.between(0, most) }, () => random.between(1, 700));
  for (let times = 0; times < 300; times++) {
    const set = IdSet.of(ids(40));
    const others = Array.from({ length: random.between(0, 3) }, () => IdSet.of(ids(200)));
    for (let change = 0; change < 4; change++) {
      const shared = [...set].filter((id) => others.some((other) => other.has(id)));
      expect(set.sharedWithAny(others)).toBe(shared.length);
      if (change === 0) set.add(random.between(1, 900));
      else if (change === 1) set.delete([...set][0] ?? 1);
      else set.addAll(IdSet.of(ids(10)));
    }
  }
});
