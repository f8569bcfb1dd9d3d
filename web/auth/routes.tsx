import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import { rootRoute } from "#web/root-route.tsx";

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  component: lazyPage(() => import("./login/login-page.tsx"), "LoginPage"),
});

const acceptInviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/accept-invite/$token",
  component: lazyPage(() => import("./links/accept-invite-page.tsx"), "AcceptInvitePage"),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: lazyPage(() => import("./links/forgot-password-page.tsx"), "ForgotPasswordPage"),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password/$token",
  component: lazyPage(() => import("./links/reset-password-page.tsx"), "ResetPasswordPage"),
});

const undoEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/undo-email-change/$token",
  component: lazyPage(() => import("./links/undo-email-page.tsx"), "UndoEmailPage"),
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/new-password",
  component: lazyPage(() => import("./new-password-page.tsx"), "NewPasswordPage"),
});

const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/second-factor",
  component: lazyPage(() => import("./second-factor/second-factor-page.tsx"), "SecondFactorPage"),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup",
  component: lazyPage(() => import("./login/setup-page.tsx"), "SetupPage"),
});

/** The pages that need no session, but for the new password and the second factor, all that their sessions allow. */
export const authRoutes = [
  loginRoute,
  acceptInviteRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  undoEmailRoute,
  newPasswordRoute,
  secondFactorRoute,
  setupRoute,
];
