import { expect, it } from "vitest";
import { readIco } from "../../pictures/ico.ts";

const u16 = (value: number) => [value & 255, value >> 8];
const u32 = (value: number) => [...u16(value & 65_535), ...u16(value >>> 16)];

/** An icon of 2 by 2 pixels; its rows, the mask after them, go from the last to the first, each of a multiple of four bytes. */
const icon = (bits: number, colours: number[][], rows: number[][], mask = [0, 0]): Uint8Array => {
  const bitmap = [
    ...[...u32(40), ...u32(2), ...u32(4), ...u16(1), ...u16(bits), ...u32(0), ...u32(0), ...u32(0), ...u32(0)],
    ...[...u32(colours.length), ...u32(0), ...colours.flat(), ...rows.flat(), ...mask.flatMap((bit) => [bit, 0, 0, 0])],
  ];
  const entry = [2, 2, 0, 0, ...u16(1), ...u16(bits), ...u32(bitmap.length), ...u32(22)];
  return Uint8Array.from([...u16(0), ...u16(1), ...u16(1), ...entry, ...bitmap]);
};
const RED = [0, 0, 255, 0];
const BLUE = [255, 0, 0, 0];

it.each([
  [
    "1 bit",
    icon(
      1,
      [RED, BLUE],
      [
        [0b01000000, 0, 0, 0],
        [0b10000000, 0, 0, 0],
      ],
      [0, 0b01000000],
    ),
  ],
  [
    "4 bits",
    icon(
      4,
      [RED, BLUE],
      [
        [0x01, 0, 0, 0],
        [0x10, 0, 0, 0],
      ],
      [0, 0b01000000],
    ),
  ],
  [
    "8 bits",
    icon(
      8,
      [RED, BLUE],
      [
        [0, 1, 0, 0],
        [1, 0, 0, 0],
      ],
      [0, 0b01000000],
    ),
  ],
  [
    "24 bits",
    icon(
      24,
      [],
      [
        [0, 0, 255, 255, 0, 0, 0, 0],
        [255, 0, 0, 0, 0, 255, 0, 0],
      ],
      [0, 0b01000000],
    ),
  ],
  [
    "32 bits",
    icon(
      32,
      [],
      [
        [0, 0, 255, 255, 255, 0, 0, 255],
        [255, 0, 0, 255, 0, 0, 255, 0],
      ],
    ),
  ],
])("a favicon of %s a pixel is decoded with the right colours", (_, file) => {
  const read = readIco(file);
  expect("data" in read && [read.width, read.height, [...read.data]]).toEqual([
    2,
    2,
    [0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 255],
  ]);
});

it("the largest of several icons is used, and truncated files are refused", () => {
  const file = icon(
    32,
    [],
    [
      [0, 0, 255, 255, 255, 0, 0, 255],
      [255, 0, 0, 255, 0, 0, 255, 0],
    ],
  );
  for (let size = 0; size < file.length - 8; size++) expect(() => readIco(file.subarray(0, size))).toThrow();
  const png = [0x89, 0x50, 0x4e, 0x47];
  const entry = (side: number, start: number) => [side, side, 0, 0, ...u16(1), ...u16(32), ...u32(5), ...u32(start)];
  const both = Uint8Array.from([
    ...u16(0),
    ...u16(1),
    ...u16(2),
    ...entry(16, 38),
    ...entry(0, 43),
    ...png,
    16,
    ...png,
    1,
  ]);
  expect(readIco(both)).toEqual({ png: Uint8Array.from([...png, 1]) });
});
