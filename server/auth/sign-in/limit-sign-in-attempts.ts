import { LIMITS } from "#contract/limits.ts";
import type { OpenCtx } from "#server/lib/request-context.ts";
import {
  type AttemptLimit,
  clearAttempts,
  giveBackAttempt,
  spendAttempt,
} from "#server/lib/guard/rate-limit.ts";
import { toNetwork } from "./ip-network.ts";

const WAITS = { firstWait: 5, longest: 900, forget: 900 };
/** Attempts on one account from one network, or in one browser that has signed in to it. */
const OWN: AttemptLimit = { free: LIMITS.signInTries, ...WAITS };
/** Attempts on one account, by all networks together that it is not signed in from. */
const STRANGERS: AttemptLimit = { free: LIMITS.signInTriesOfStrangers, ...WAITS };
/** Attempts of one network, on accounts that are not signed in from it. */
const NETWORK: AttemptLimit = { free: LIMITS.signInTriesPerNetwork, ...WAITS };

type Asked = { addressHash: string; userId: string | undefined; browser: string | null };
type Count = { key: string; limit: AttemptLimit };

export type SignInAttempt = {
  /** The caller that waits in line for the computation of hashes: a browser, or a network. */
  caller: string;
  /** The password was right: the caller's own count is forgotten, those shared with others lose this attempt alone. */
  succeed(): Promise<void>;
  /** Nothing was compared, so this was no attempt. */
  giveBack(): Promise<void>;
};

/**
 * Counts an attempt to sign in where nobody else can be locked out by it: in a browser that has signed in before, by that
 * browser; else by account and network. What comes from networks that the account is not signed in from is counted for the
 * account and for the network as well, so that many networks guess no more than a few. Refuses 429.
 */
export async function spendSignInAttempt(ctx: OpenCtx, asked: Asked): Promise<SignInAttempt> {
  const { db } = ctx.app;
  const network = toNetwork(ctx.ip);
  const [own, ...shared] = listCounts(asked, network, await isKnownNetwork(ctx, asked.userId, network));
  const spent: Count[] = [];
  const giveBack = async (counts: Count[]) => {
    for (const { key } of counts) await giveBackAttempt(db, key);
  };
  for (const count of [own, ...shared]) {
    try {
      await spendAttempt(db, count.key, count.limit, ctx.now);
    } catch (error) {
      await giveBack(spent);
      throw error;
    }
    spent.push(count);
  }
  return {
    caller: asked.browser ?? network,
    async succeed() {
      await clearAttempts(db, own.key);
      await giveBack(shared);
    },
    giveBack: () => giveBack(spent),
  };
}

function listCounts({ addressHash, browser }: Asked, network: string, isKnown: boolean): [Count, ...Count[]] {
  if (browser) return [{ key: `sign-in:browser:${browser}`, limit: OWN }];
  const own = { key: `sign-in:pair:${addressHash}:${network}`, limit: OWN };
  if (isKnown) return [own];
  return [
    own,
    { key: `sign-in:strangers:${addressHash}`, limit: STRANGERS },
    { key: `sign-in:network:${network}`, limit: NETWORK },
  ];
}

/** Whether somebody is signed in from a network; asked for unknown accounts as well, so that time tells nothing. */
async function isKnownNetwork(
  { app, now }: OpenCtx,
  userId: string | undefined,
  network: string,
): Promise<boolean> {
  const sessions = await app.db
    .selectFrom("sessions")
    .select("ip")
    .distinct()
    .where("user_id", "=", userId ?? NOBODY)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .execute();
  return sessions.some(({ ip }) => ip !== null && toNetwork(ip) === network);
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
