/** PNG sizes of the logo in pixels, for clients without SVG. */
export const ICON_SIZES = [64, 192, 512] as const;
export const ICON_PATH = "/favicon.svg";
export const iconPath = (size: (typeof ICON_SIZES)[number]): string => `/icon-${size}.png`;

/** Icons with a ground, which phones and desktops cut to a shape of their own. */
export const APP_ICON_SIZES = [180, 512] as const;
export const appIconPath = (size: (typeof APP_ICON_SIZES)[number]): string => `/app-icon-${size}.png`;
export const MANIFEST_PATH = "/manifest.webmanifest";

export const indexnowKeyPath = (key: string): string => `/${key}.txt`;
