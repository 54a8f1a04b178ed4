import { type Html, html } from "#core/text/html.ts";

const icon = (shapes: Html, look?: string): Html =>
  html`<svg${look && html` class="${look}"`} viewBox="0 0 16 16" aria-hidden="true">${shapes}</svg>`;

const ROUND = {
  ends: html` stroke-linecap="round"`,
  corners: html` stroke-linejoin="round"`,
  both: html` stroke-linecap="round" stroke-linejoin="round"`,
};

const line = (d: string, width: number, round: keyof typeof ROUND): Html =>
  html`<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}"${ROUND[round]}/>`;

/** Our own icons, in the colour of the surrounding text; the text beside them says what they mean. */
export const icons = {
  up: html`<svg viewBox="0 0 16 14" aria-hidden="true"><path d="M8 1 15 13H1z" fill="currentColor"/></svg>`,
  check: icon(line("m3 8.4 3.3 3.3L13 4.8", 2.4, "both")),
  search: icon(
    html`<circle cx="7" cy="7" r="4.6" fill="none" stroke="currentColor" stroke-width="1.8"/>
<path d="m10.6 10.6 3.2 3.2" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>`,
  ),
  bell: icon(
    line(
      "M8 2a4 4 0 0 0-4 4c0 3.6-1.6 4.6-1.6 5.6h11.2C13.6 10.6 12 9.6 12 6a4 4 0 0 0-4-4Zm-1.6 11.4a1.7 1.7 0 0 0 3.2 0",
      1.6,
      "both",
    ),
  ),
  save: icon(
    html`<path d="M4 2.5h8v11l-4-3.2-4 3.2z" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>`,
    "mark",
  ),
  close: icon(line("m4.5 4.5 7 7m0-7-7 7", 1.8, "ends")),
  back: icon(line("M10 3 5 8l5 5", 2, "both"), "turns"),
  forward: icon(line("m6 3 5 5-5 5", 2, "both"), "turns"),
  away: icon(line("M6 4h6v6M12 4l-8 8", 1.8, "both")),
  thumb: icon(
    line(
      "M5 7.2 7.6 2c1 0 1.7.8 1.7 1.8V6.4h3.3c.9 0 1.5.8 1.3 1.7l-.9 4.4c-.1.6-.7 1-1.3 1H5M5 7.2v6.3M5 7.2H2.6v6.3H5",
      1.5,
      "corners",
    ),
  ),
  heart: icon(
    line("M8 13.4C3.9 10.7 2 8.6 2 6.200a3.1 3.1 0 0 1 6-1 3.1 3.1 0 0 1 6 1c0 2.4-1.9 4.5-6 7.200Z", 1.5, "corners"),
  ),
  party: icon(
    line(
      "m2.2 13.8 3-8 5 5zM9.5 5.500c0-1.8.8-2.8 2.3-3M11 7.200c1-1 2-1.2 3-.8M7.5 3.600V2M12.8 10.500h1.4",
      1.5,
      "both",
    ),
  ),
  bulb: icon(line("M6.2 11c0-1.6-2-2.3-2-4.800a3.8 3.8 0 0 1 7.6 0c0 2.5-2 3.2-2 4.800zM6.6 13.600h2.8", 1.5, "both")),
  globe: icon(
    line(
      "M8 1.800a6.2 6.2 0 1 0 0 12.400A6.2 6.2 0 0 0 8 1.800ZM1.800 8h12.400M8 1.800c4 4 4 8.400 0 12.400M8 1.800c-4 4-4 8.400 0 12.400",
      1.4,
      "both",
    ),
  ),
  share: icon(line("M8 9.5V2.4M5 5l3-2.8L11 5M3 8.8v3.6c0 .6.5 1.1 1.1 1.1h7.8c.6 0 1.1-.5 1.1-1.1V8.8", 1.6, "both")),
} as const;
