/** The texts of the sign-in page (SPEC 2 and 8). */
export const AUTH_WORDS = {
  title: "Sign in",
  subtitle: "Enter your credentials to access the ticket system.",
  email: "Email",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in...",
  welcomeBack: "Welcome back!",
  restoreHint: "The server did not answer in time.",
} as const;
