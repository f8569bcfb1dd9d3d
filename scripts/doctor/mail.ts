import { createTransport } from "nodemailer";
import type { Config } from "#server/config.ts";
import { bad, fine, type Finding, note } from "./finding.ts";

/** Whether the mail server takes our sign-in; nothing is sent. */
export async function mailFindings({ smtpUrl, mailFrom }: Config): Promise<Finding[]> {
  if (smtpUrl === null)
    return [note("mail", "SMTP_URL is not set: mails are captured, and only administrators can read them.")];
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
  });
  try {
    await transport.verify();
    return [fine("mail", `the server accepts us; mails come from ${mailFrom}`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [bad("mail", `the server of SMTP_URL does not accept us (${reason}): mails wait until it does.`)];
  } finally {
    transport.close();
  }
}
