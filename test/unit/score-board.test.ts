import { expect, it } from "vitest";
import { scoreBoard } from "../../store/search/score-board.ts";
import { freshRandom } from "../helpers/random.ts";

it("a board ranks like a plain sum in which the best of each part counts its weight", () => {
  const random = freshRandom("score board");
  const worth = { words: 1, meaning: 0.6 };
  for (let round = 0; round < 20; round++) {
    const most = random.between(1, 5000);
    const board = scoreBoard(most, worth);
    const plain = new Map<number, Record<keyof typeof worth, number>>();
    for (let i = 0; i < random.between(1, 4000); i++) {
      const id = random.between(1, most);
      const part = random.pick(["words", "meaning"] as const);
      const score = random.between(1, 9);
      board.add(part, id, score);
      const own = plain.get(id) ?? { words: 0, meaning: 0 };
      own[part] += score;
      plain.set(id, own);
    }
    const isEven = (id: number) => id % 2 === 0;
    board.weigh("words", isEven, 3);
    for (const [id, own] of plain) if (isEven(id)) own.words += 3;
    const best = (part: keyof typeof worth) => Math.max(...[...plain.values()].map((own) => own[part])) || 1;
    const [words, meaning] = [best("words"), best("meaning")];
    const wanted = [...plain]
      .map(([id, own]) => ({ id, total: own.words / words + (0.6 * own.meaning) / meaning }))
      .filter(({ id }) => id % 3 !== 0)
      .sort((a, b) => b.total - a.total || a.id - b.id);
    const found = board.top(10, (id) => id % 3 === 0);
    const totalOf = new Map(wanted.map(({ id, total }) => [id, total]));
    expect(found).toHaveLength(Math.min(10, wanted.length));
    for (const [index, id] of found.entries()) expect(totalOf.get(id)).toBeCloseTo(wanted[index]!.total, 5);
    const some = board.someTop(50);
    expect(some.sort((a, b) => a - b)).toEqual(board.top(50).sort((a, b) => a - b));
    board.done();
  }
});

it("concurrent boards are independent", () => {
  const [one, two] = [scoreBoard(10, { words: 1 }), scoreBoard(10, { words: 1 })];
  one.add("words", 3, 1);
  expect(two.top(5)).toEqual([]);
  one.done();
  const third = scoreBoard(10, { words: 1 });
  expect(third.top(5)).toEqual([]);
  two.add("words", 4, 1);
  third.add("words", 5, 1);
  expect([two.top(5), third.top(5)]).toEqual([[4], [5]]);
});
