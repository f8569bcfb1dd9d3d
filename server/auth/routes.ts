import { auth } from "#contract/auth.ts";
import { refuseForeignOrigin } from "../lib/csrf.ts";
import { Refusal } from "../lib/refusal.ts";
import { serve, servePrepared, type Floor } from "../lib/serve.ts";
import { clearRefreshCookie, refreshCookie, setRefreshCookie } from "./cookie.ts";
import { prepareReset, resetPassword } from "./password.ts";
import { getCurrentUser, listSessions } from "./read.ts";
import { renew } from "./renewal.ts";
import { signIn } from "./sign-in.ts";
import { sweepSecrets } from "./sweep.ts";
import { endSession, signOut } from "./write.ts";

export function authRoutes(floor: Floor): void {
  const { config } = floor.house;
  serve(
    floor,
    auth.login,
    async (ctx, { body }, { reply }) => {
      const tokens = await signIn(ctx, body);
      setRefreshCookie(reply, config, tokens.refreshToken, tokens.refreshExpires);
      return { access_token: tokens.accessToken };
    },
    { withoutTransaction: "a failed attempt must stay counted, and hashing must not hold a connection" },
  );
  serve(
    floor,
    auth.refresh,
    async (ctx, _input, { request, reply }) => {
      refuseForeignOrigin(request, config);
      try {
        const tokens = await renew(ctx, refreshCookie(request, config));
        setRefreshCookie(reply, config, tokens.refreshToken, tokens.refreshExpires);
        return { access_token: tokens.accessToken };
      } catch (error) {
        if (error instanceof Refusal) clearRefreshCookie(reply, config);
        throw error;
      }
    },
    { withoutTransaction: "ending a replayed session must survive the 401" },
  );
  serve(floor, auth.logout, async (ctx, _input, { request, reply }) => {
    refuseForeignOrigin(request, config);
    clearRefreshCookie(reply, config);
    await signOut(ctx, refreshCookie(request, config));
  });
  servePrepared(
    floor,
    auth.resetPassword,
    (ctx, { body }) => prepareReset(ctx, body),
    (ctx, { body }, secret) => resetPassword(ctx, body, secret),
  );
  floor.jobs.push({ name: "auth.sweep", every: "40 3 * * *", run: () => sweepSecrets(floor.house) });
  serve(floor, auth.me, (ctx) => getCurrentUser(ctx));
  serve(floor, auth.sessions, async (ctx) => ({ sessions: await listSessions(ctx) }));
  serve(floor, auth.endSession, (ctx, { params }) => endSession(ctx, params.session_id));
}
