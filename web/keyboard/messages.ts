/** The name of the keyboard's help, and the texts of its setting. */
export const KEYBOARD_MESSAGES = {
  title: "Keyboard shortcuts",
  setting: "Single-key shortcuts",
  settingHint: "Keys such as C or G then T act without Ctrl or Cmd. Kept on this device.",
} as const;
