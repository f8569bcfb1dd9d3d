import { makeWorld } from "../app/app-with-people.ts";
import { startSmtp } from "./smtp-server.ts";

export type SmtpWorld = Awaited<ReturnType<typeof makeSmtpWorld>>;

/** A world that sends its mail through a real server, which ends with it. */
export async function makeSmtpWorld() {
  const smtp = await startSmtp();
  const world = await makeWorld({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Waypost Desk <help@desk.test>",
    PUBLIC_URL: "https://desk.example.com",
  });
  return {
    ...world,
    smtp,
    end: async () => {
      await world.end();
      await smtp.stop();
    },
  };
}
