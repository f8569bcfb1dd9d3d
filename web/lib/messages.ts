/** The texts of the session and the API client (rules 203 and 212). */
export const LIB_MESSAGES = {
  sessionExpired: "Session expired. Please login again.",
  sessionRestoreFailed: "Session restore failed",
  failedToFetchUser: "Failed to fetch user",
  loginFailed: "Login failed",
  noConnection: "The server cannot be reached",
  notLoaded: "The app could not be loaded. Look at your connection, then load this page again.",
  productName: "Waypost",
  /** The cap of the key. */
  control: "Ctrl",
} as const;
