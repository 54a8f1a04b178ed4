/** PNG sizes of the logo in pixels, for clients without SVG. */
export const ICON_SIZES = [64, 192, 512] as const;
export const iconPath = (size: (typeof ICON_SIZES)[number]): string => `/icon-${size}.png`;

export const indexnowKeyPath = (key: string): string => `/${key}.txt`;
