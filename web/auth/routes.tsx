import { createRoute } from "@tanstack/react-router";
import { laterPage } from "../lib/later-page.ts";
import { rootRoute } from "../root.tsx";

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  component: laterPage(() => import("./login-page.tsx"), "LoginPage"),
});

const acceptInviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/accept-invite/$token",
  component: laterPage(() => import("./accept-invite-page.tsx"), "AcceptInvitePage"),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: laterPage(() => import("./forgot-password-page.tsx"), "ForgotPasswordPage"),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password/$token",
  component: laterPage(() => import("./reset-password-page.tsx"), "ResetPasswordPage"),
});

const undoEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/undo-email-change/$token",
  component: laterPage(() => import("./undo-email-page.tsx"), "UndoEmailPage"),
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/new-password",
  component: laterPage(() => import("./new-password-page.tsx"), "NewPasswordPage"),
});

const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/second-factor",
  component: laterPage(() => import("./second-factor-page.tsx"), "SecondFactorPage"),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup",
  component: laterPage(() => import("./setup-page.tsx"), "SetupPage"),
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
