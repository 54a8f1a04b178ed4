import { readShippedText } from "../../core/runtime/shipped.ts";

const LOGO = readShippedText("./site/public/logo.svg");

/** The logo with a size of its own, in pixels. */
export const logoSvg = (size: number): string => LOGO.replace("<svg ", `<svg width="${size}" height="${size}" `);
