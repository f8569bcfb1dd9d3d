import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const KEYBOARD_MESSAGES: Translated<typeof English.KEYBOARD_MESSAGES> = {
  title: "Tastenkürzel",
  setting: "Kürzel aus einzelnen Tasten",
  settingHint: "Tasten wie C oder G und dann T wirken ohne Strg oder Cmd. Gilt für dieses Gerät.",
};
