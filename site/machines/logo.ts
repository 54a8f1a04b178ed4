import { readShippedText } from "#core/runtime/shipped.ts";

const LOGO = readShippedText("./site/public/logo.svg");

export const logoSvg = (size: number): string => LOGO.replace("<svg ", `<svg width="${size}" height="${size}" `);
