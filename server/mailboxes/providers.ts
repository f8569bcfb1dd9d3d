import type { MailProviders } from "#server/lib/request-context.ts";

/** The servers of Microsoft 365 and Gmail; nobody types them, so no token goes anywhere else. */
export const MAIL_PROVIDERS: MailProviders = {
  microsoft: {
    name: "Microsoft",
    imap: { host: "outlook.office365.com", port: 993, tls: "implicit" },
    smtp: { host: "smtp.office365.com", port: 587, tls: "starttls" },
    tokenUrl: (tenant) => `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
  },
  gmail: {
    name: "Google",
    imap: { host: "imap.gmail.com", port: 993, tls: "implicit" },
    smtp: { host: "smtp.gmail.com", port: 465, tls: "implicit" },
    tokenUrl: () => "https://oauth2.googleapis.com/token",
  },
};
