import { mail } from "#contract/mail.ts";
import { sendDueMails, sendMail } from "../lib/mail.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { listCaptured, listMails } from "./read.ts";
import { sendAgain, sendTestMail } from "./write.ts";

export function mailRoutes(floor: Floor): void {
  serve(floor, mail.list, (ctx, { query }) => listMails(ctx, query));
  serve(floor, mail.captured, (ctx) => listCaptured(ctx));
  serve(floor, mail.test, (ctx) => sendTestMail(ctx));
  serve(floor, mail.retry, (ctx, { params }) => sendAgain(ctx, params.mail_id));
  floor.jobs.push({
    name: "mail.send",
    run: async (data) => {
      await sendMail(floor.house, String(data["id"]));
    },
  });
  floor.jobs.push({
    name: "mail.sweep",
    every: "* * * * *",
    run: async () => {
      await sendDueMails(floor.house);
    },
  });
}
