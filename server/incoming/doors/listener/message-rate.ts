import { isIP } from "node:net";
import type { Clock } from "#server/lib/request-context.ts";

/** Messages that one address may hand in within a minute. */
export const MESSAGES_A_MINUTE = 60;
const MINUTE = 60_000;
/** Addresses that are remembered at once; when there are more, those of whole minutes ago go first. */
const MOST_ADDRESSES = 10_000;

/** Counts the messages of an address in the minute that has passed; false where it is one too many. */
export function openMessageRate(clock: Clock): { spend(address: string): boolean } {
  const spent = new Map<string, number[]>();
  return {
    spend(address) {
      const now = clock.now().getTime();
      const recent = (spent.get(address) ?? []).filter((at) => now - at < MINUTE);
      const isAllowed = recent.length < MESSAGES_A_MINUTE;
      if (isAllowed) recent.push(now);
      spent.delete(address);
      spent.set(address, recent);
      if (spent.size > MOST_ADDRESSES) forgetOld(spent, now);
      return isAllowed;
    },
  };
}

function forgetOld(spent: Map<string, number[]>, now: number): void {
  for (const [address, times] of spent)
    if (spent.size > MOST_ADDRESSES / 2 || now - (times.at(-1) ?? 0) >= MINUTE) spent.delete(address);
}

/**
 * Whose messages are counted together: those of a network address, and behind a mail server of this machine, where
 * everything comes from one, those of a sender.
 */
export function rateKey(clientIp: string | null, sender: string): string {
  const isOwnMachine = clientIp === null || clientIp === "::1" || clientIp.startsWith("127.");
  return isOwnMachine ? `sender ${sender.toLowerCase()}` : clientIp;
}

/** The address without the zone that only this machine knows; null for what is none. */
export function plainAddress(remote: string): string | null {
  const [address = ""] = remote.split("%");
  return isIP(address) ? address : null;
}
