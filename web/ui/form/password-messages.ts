/** The texts of a field for a new password. */
export const PASSWORD_MESSAGES = {
  show: "Show password",
  hide: "Hide password",
  atLeast: (characters: number) => `At least ${characters} characters`,
  strength: ["Too short", "Weak", "Fair", "Good", "Strong"],
} as const;
