import { describe, expect, it } from "vitest";
import { designKey, designOf, lookFromKey } from "../../domain/site/design.ts";
import { FONT_IDS } from "../../domain/site/fonts.ts";
import { hexOf, type Palette, paletteOf, TOKENS } from "../../domain/site/palette.ts";
import { CORNER_IDS, DENSITY_IDS, SCENE_IDS, THEME_IDS, THEMES } from "../../domain/site/themes.ts";

/** Relative luminance by the words of WCAG 2.2, apart from the code under test. */
const known = new Map<string, number>();
const luminance = (hex: string): number =>
  known.getOrInsertComputed(hex, () => {
    const channel = (at: number) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  });
const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
};

/** What each token needs on every ground, and what stands only on some of them. */
const LEAST = { ink: 7, muted: 4.5, "accent-text": 4.5, good: 4.5, warn: 4.5, bad: 4.5, field: 3 } as const;
const faultsOf = (palette: Palette): string[] => {
  const faults: string[] = [];
  const see = (one: keyof Palette, other: keyof Palette, least: number) => {
    const ratio = contrast(palette[one], palette[other]);
    if (!(ratio >= least)) faults.push(`${one} on ${other}: ${ratio.toFixed(2)}`);
  };
  for (const [token, least] of Object.entries(LEAST))
    for (const ground of ["paper", "card", "sunk", "accent-soft"] as const)
      see(token as keyof typeof LEAST, ground, least);
  for (const ground of ["paper", "card", "sunk"] as const) see("accent-edge", ground, 3);
  for (const meaning of ["good", "warn", "bad"] as const) see(meaning, `${meaning}-soft`, 4.5);
  see("on-accent", "accent", 4.5);
  return faults;
};

describe("a palette", () => {
  it("is readable for any accent, by day and by night", { timeout: 120_000 }, () => {
    const faults: string[] = [];
    let palettes = 0;
    for (let hue = 0; hue < 360; hue += 4)
      for (let light = 0.05; light < 1; light += 0.08)
        for (const chroma of [0, 0.04, 0.1, 0.16, 0.22, 0.3])
          for (const mode of ["light", "dark"] as const) {
            const accent = hexOf(light, chroma, hue);
            faults.push(...faultsOf(paletteOf(accent, mode)).map((fault) => `${accent}, ${mode}: ${fault}`));
            palettes++;
          }
    expect(palettes).toBe(12_960);
    expect(faults).toEqual([]);
  });

  it.each(THEME_IDS)("of %s is readable with the accents of all themes, and the extremes", (theme) => {
    const accents = ["#ffffff", "#000000", "#ffe600", "#39ff14", ...THEME_IDS.map((id) => THEMES[id].accent)];
    for (const accent of accents)
      for (const mode of ["light", "dark"] as const) {
        const palette = paletteOf(accent, mode, THEMES[theme].grounds);
        expect(faultsOf(palette), `${accent}, ${mode}`).toEqual([]);
        expect(Object.keys(palette).sort()).toEqual([...TOKENS].sort());
      }
  });

  it("shows the button in the color that was picked, unless words on it would be hard to read", () => {
    for (const accent of ["#ff7a2f", "#0e6a50", "#1fb6c4", "#c8102e", "#ffffff", "#000000"])
      expect(paletteOf(accent, "dark").accent).toBe(accent);
    expect(paletteOf("#e0217f", "light").accent).toBe("#dc1b7c");
  });
});

describe("a design", () => {
  it("is told by its address, and by no other text", () => {
    const look = {
      accent: "#0b6f6a",
      theme: {
        ...{ theme: THEME_IDS[2], fonts: FONT_IDS[1], corners: CORNER_IDS[2], density: DENSITY_IDS[0] },
        ...{ scene: SCENE_IDS[0], darkLogo: null },
      },
    };
    expect(lookFromKey(designKey(look))).toEqual(look);
    expect(designKey(look)).toBe("rack_0b6f6a_newsreader_round_airy_none");
    const plain = { accent: null, theme: { ...look.theme, fonts: null, corners: null, density: null, scene: null } };
    expect(lookFromKey(designKey(plain))).toEqual(plain);
    for (const key of ["", "rack", "sun_____", "rack_0b6f6_____", "rack_0b6f6a_comic____", "rack______", "rack_}_____"])
      expect(lookFromKey(key), key).toBeUndefined();
  });

  it("has the fonts, corners, density and scene of its theme, unless others are chosen", () => {
    const of = (theme: Partial<Parameters<typeof designOf>[0]["theme"]>) =>
      designOf({ accent: null, theme: { theme: "rack", ...NOTHING, ...theme } });
    expect(of({})).toMatchObject({ accent: "#1fb6c4", corners: { box: 4 }, density: 0.8, scene: "ports" });
    expect(of({ corners: "round", density: "airy", scene: "none", fonts: "gabarito" })).toMatchObject({
      ...{ corners: { box: 24 }, density: 1.1, scene: "none", fonts: { weight: 900 } },
    });
  });
});
const NOTHING = { fonts: null, corners: null, density: null, scene: null, darkLogo: null };
