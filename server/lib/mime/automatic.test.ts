import { describe, expect, it } from "vitest";
import { readMailKind } from "./automatic.ts";
import { parseMail } from "./parse.ts";

async function kindOf(...fields: string[]): Promise<string> {
  const mail = await parseMail(Buffer.from([...fields, "", "text"].join("\r\n")));
  return [mail.kind.kind, mail.kind.reason ?? ""].join(" ").trim();
}

const ANSWER = "In-Reply-To: <one@waypost.example>";

describe("what no person wrote", () => {
  it("is not somebody's answer about holidays, nor a mail that asks for no answers", async () => {
    const kinds = await Promise.all([
      kindOf("Subject: Re: Absence of Mr Okafor", ANSWER),
      kindOf("Subject: Vacation calendar is broken", ANSWER),
      kindOf("Subject: Out of office does not switch off"),
      kindOf("Subject: Printer", "X-Auto-Response-Suppress: All"),
      kindOf("Subject: Printer", "Auto-Submitted: no"),
      kindOf("Subject: Printer", "X-Autoreply: no"),
      kindOf("Subject: Printer", "Return-Path: <tomas@kestrel.example>"),
      kindOf("Subject: Printer", "List-Unsubscribe: <https://x.example>"),
    ]);
    expect(kinds).toEqual(Array(8).fill("message"));
  });

  it("is told by its fields, the most telling first", async () => {
    const kinds = await Promise.all([
      kindOf("Auto-Submitted: auto-replied (vacation)", "List-Id: <x>"),
      kindOf("Auto-Submitted: auto-generated", "Precedence: bulk"),
      kindOf("Subject: Out of office: Printer", ANSWER),
      kindOf("Subject: Abwesenheitsnotiz", "X-Auto-Response-Suppress: All"),
      kindOf("X-Autorespond: Printer"),
      kindOf("Precedence: junk"),
      kindOf("Return-Path: <>"),
      kindOf("List-Id: <x>", "Precedence: bulk"),
    ]);
    expect(kinds).toEqual([
      "automatic auto_replied",
      "automatic auto_generated",
      "automatic auto_reply_subject",
      "automatic auto_reply_header",
      "automatic auto_reply_header",
      "automatic precedence",
      "automatic empty_sender",
      "newsletter list",
    ]);
  });

  it("is told by the envelope as the door heard it, whatever the mail says", async () => {
    const mail = await parseMail(Buffer.from("Return-Path: <a@b.example>\r\n\r\ntext"));
    expect(readMailKind(mail, "")).toEqual({ kind: "automatic", reason: "empty_sender" });
    expect(readMailKind(mail, "a@b.example")).toEqual({ kind: "message", reason: null });
  });
});
