import { SECURITY_MESSAGES } from "./messages.ts";

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux|X11/, "Linux"],
];

/** "Firefox on Windows" for what a browser says of itself; other programs by the name they give. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return SECURITY_MESSAGES.unknownDevice;
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return SECURITY_MESSAGES.device(browser, system);
  return browser ?? userAgent.split(/[\s/]/)[0] ?? SECURITY_MESSAGES.unknownDevice;
}
