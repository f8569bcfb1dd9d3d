import { waitText } from "./wait-text.ts";

/** Refusals of who may call at all, of signing in, of passwords, second factors and mailed links. */
export const AUTH_REFUSALS = {
  "auth.not_signed_in": "Not signed in",
  "auth.not_allowed": "You are not allowed to do this",
  "auth.company_inactive": "Your company is inactive, so its tickets are read-only",
  "auth.too_many_attempts": ({ seconds }: { seconds: number }) =>
    `Too many attempts. Try again in ${waitText(seconds)}.`,
  "auth.invalid_credentials": "Invalid credentials",
  "auth.session_not_found": "Session not found",

  "auth.password_change_required": "Choose a new password first",
  "auth.password_required": "Password is required",
  "auth.password_too_short": "Password must be at least 8 characters",
  "auth.new_password_too_short": "New password must be at least 8 characters",
  "auth.password_below_minimum": ({ min }: { min: number }) => `Password must be at least ${min} characters`,
  "auth.password_too_long": ({ max }: { max: number }) => `Password must be at most ${max} characters`,
  "auth.password_common": "This password is too common: choose one that nobody would guess",
  "auth.password_personal":
    "Choose a password that is not built on your name, your address, your company or this product",
  "auth.password_unchanged": "The new password must differ from the current one",
  "auth.current_password_wrong": "Current password is incorrect",

  "auth.confirmation_required": "Confirm that it is you",
  "auth.second_factor_setup_required": "Set up two-factor sign-in first",
  "auth.second_factor_required": "Enter the code of your authenticator app",
  "auth.second_factor_wrong": "This code is not right, or was used before",
  "auth.second_factor_off": "Two-factor sign-in is not on",
  "auth.second_factor_setup_expired": "This set-up has run out: begin again",
  "auth.second_factor_mandatory": "Your role requires two-factor sign-in, so it stays on",
  "auth.second_factor_own": "Change your own two-factor sign-in in your settings",

  "auth.link_expired": "This link is no longer valid",
  "auth.link_invalid": "This link is no longer valid",
  "auth.already_set_up": "This desk already has an administrator",
  "auth.setup_code_required": "The setup code is required",
  "auth.setup_code_wrong": "This setup code is not valid",
} as const;
