import { readShippedText } from "../../core/shipped.ts";

const LOGO = readShippedText("./site/public/logo.svg");

/** The logo with a size of its own, in pixels. */
export const logoSvg = (size: number): string => LOGO.replace("<svg ", `<svg width="${size}" height="${size}" `);
