import { auth } from "#contract/auth.ts";
import { jobs } from "#contract/jobs.ts";
import { refuseForeignOrigin } from "#server/lib/http/csrf.ts";
import { Refusal } from "#server/lib/refusal.ts";
import { ACCOUNTS, serve, servePrepared, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import {
  clearRefreshCookie,
  readBrowserCookie,
  readRefreshCookie,
  setBrowserCookie,
  setRefreshCookie,
} from "./session/cookie.ts";
import { listFailedSignIns } from "./sign-in/failed-sign-ins.ts";
import { findKnownBrowser, makeBrowserCookie, nameBrowserCookie } from "./sign-in/known-browser.ts";
import { prepareReset, resetPassword } from "./password/reset-password.ts";
import { getCurrentUser, listSessions } from "./read.ts";
import { refreshSession } from "./session/refresh-token.ts";
import { signIn } from "./sign-in/sign-in.ts";
import { pruneSecrets } from "./prune-secrets.ts";
import { endSession, signOut } from "./session/sign-out.ts";

export function authRoutes(router: RouteContext): void {
  const { config } = router.app;
  serve(
    router,
    auth.login,
    async (ctx, { body }, { request, reply }) => {
      const { db } = router.app;
      const { userId, ...tokens } = await signIn(ctx, body, (id) =>
        findKnownBrowser(db, id, readBrowserCookie(request, config, nameBrowserCookie(id))),
      );
      setRefreshCookie(reply, config, tokens.refreshToken, tokens.refreshLifetime);
      setBrowserCookie(reply, config, {
        name: nameBrowserCookie(userId),
        value: await makeBrowserCookie(db, userId),
      });
      return { access_token: tokens.accessToken };
    },
    { withoutTransaction: "a failed attempt must stay counted, and hashing must not hold a connection" },
  );
  serve(
    router,
    auth.refresh,
    async (ctx, _input, { request, reply }) => {
      refuseForeignOrigin(request, config);
      try {
        const tokens = await refreshSession(ctx, readRefreshCookie(request, config));
        setRefreshCookie(reply, config, tokens.refreshToken, tokens.refreshLifetime);
        return { access_token: tokens.accessToken };
      } catch (error) {
        if (error instanceof Refusal) clearRefreshCookie(reply, config);
        throw error;
      }
    },
    { withoutTransaction: "ending a replayed session must survive the 401" },
  );
  serve(router, auth.logout, async (ctx, _input, { request, reply }) => {
    refuseForeignOrigin(request, config);
    clearRefreshCookie(reply, config);
    await signOut(ctx, readRefreshCookie(request, config));
  });
  servePrepared(
    router,
    auth.resetPassword,
    (ctx, { body }) => prepareReset(ctx, body),
    (ctx, { body }, secret) => resetPassword(ctx, body, secret),
  );
  handleJob(router, jobs.pruneSecrets, pruneSecrets, { every: "40 3 * * *" });
  serve(router, auth.me, (ctx) => getCurrentUser(ctx));
  serve(
    router,
    auth.sessions,
    async (ctx) => ({ sessions: await listSessions(ctx), failed_sign_ins: await listFailedSignIns(ctx) }),
    ACCOUNTS,
  );
  serve(router, auth.endSession, (ctx, { params }) => endSession(ctx, params.session_id), ACCOUNTS);
}
