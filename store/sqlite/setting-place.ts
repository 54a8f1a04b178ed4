import type { Vault } from "#core/credentials/vault.ts";

export const settingPlace = (name: string) => ["site_settings.value", name] as const;
export const openSetting = (vault: Vault, name: string, value: string): string => vault.open(settingPlace(name), value);
