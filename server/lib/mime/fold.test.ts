import { describe, expect, it } from "vitest";
import { foldLines, foldText } from "./fold.ts";
import { htmlToLines } from "./html.ts";

function foldHtml(html: string) {
  return foldLines(htmlToLines(html));
}

describe("folding", () => {
  it("folds nothing when nothing new would remain", () => {
    expect(foldText("> quoted\n> only")).toEqual({ words: "> quoted\n> only", quoted: null });
    expect(foldText("On Mon, 3 Mar 2025 at 10:04, Idris <i@w.example> wrote:\n> x").quoted).toBeNull();
  });

  it("folds nothing where a sentence only reads like an introduction", () => {
    const texts = [
      "On Monday the 3rd of 2025 the log wrote:\n\nerror 17\n\nCan you look?",
      "From: is missing in the form.\nWhat shall I do?",
      "We have three printers:\n-- a\n-- b",
    ];
    expect(texts.map((text) => foldText(text).words)).toEqual(texts);
  });

  it("leaves answers between quoted lines with what they answer, and folds the trailing quote", () => {
    const text =
      "On 3 Mar 2025, Idris wrote:\n> Which floor?\nThe second.\n> Since when?\nMonday.\n> Thanks\n> Idris";
    expect(foldText(text)).toEqual({
      words: "On 3 Mar 2025, Idris wrote:\n> Which floor?\nThe second.\n> Since when?\nMonday.",
      quoted: "> Thanks\n> Idris",
    });
  });

  it("folds a signature and a notice about confidentiality", () => {
    const notice =
      "This e-mail and any attachments are confidential and intended solely for the addressee. Delete it otherwise.";
    expect(foldText(`It works.\n\nTomás\n-- \nKestrel Logistics\n\n${notice}`)).toEqual({
      words: "It works.\n\nTomás",
      quoted: `-- \nKestrel Logistics\n\n${notice}`.replace("-- ", "--"),
    });
    expect(foldText("It works.\n\nSent from my iPhone").words).toBe("It works.");
  });

  it("ends the words at a line that asks for answers above it", () => {
    expect(foldText("Yes.\n\n##- Please type your reply above this line -##\nNo.").words).toBe("Yes.");
    expect(foldText("Yes.\n> ##- Write above this line -##\n> No.\nMore").words).toBe("Yes.");
  });

  it("keeps a forwarded message whose subject hides that it is one", () => {
    const text =
      "See below\n\n---------- Forwarded message ---------\nFrom: Eve\nDate: x\nSubject: y\nTo: z\n\nHelp";
    expect(foldText(text)).toEqual({ words: text, quoted: null });
  });

  it.each([
    "-----Ursprüngliche Nachricht-----\nVon: Idris <help@waypost.example>\nGesendet: Montag\nAn: Tomas\nBetreff: x",
    "________________________________\nFrom: Idris <help@waypost.example>\nSent: Monday\nTo: Tomas\nSubject: x",
    "On Mon, 3 Mar 2025 at 10:04, Idris <help@waypost.example> wrote:",
  ])("folds a thread in which somebody once forwarded a message: %j", (introduction) => {
    const thread = `${introduction}\n\nHello\n\nBegin forwarded message:\nFrom: chef@kestrel.example\nSubject: y\n\nSalaries`;
    expect(foldText(`Thank you, that helped.\n\n${thread}`)).toEqual({
      words: "Thank you, that helped.",
      quoted: thread,
    });
  });

  it("knows the introduction in twelve languages, also broken into lines", () => {
    const introductions = [
      "On Mon, 3 Mar 2025 at 10:04, Idris Okafor via a very long name of a desk\n<help@waypost.example> wrote:",
      "Am Mo., 3. März 2025 um 10:04 Uhr schrieb Idris Okafor <help@waypost.example>:",
      "Le lun. 3 mars 2025 à 10:04, Idris Okafor <help@waypost.example> a écrit :",
      "El lun, 3 mar 2025 a las 10:04, Idris Okafor (<help@waypost.example>) escribió:",
      "Il giorno lun 3 mar 2025 alle ore 10:04 Idris Okafor <help@waypost.example> ha scritto:",
      "Em seg., 3 de mar. de 2025 às 10:04, Idris Okafor <help@waypost.example> escreveu:",
      "Op ma 3 mrt 2025 om 10:04 schreef Idris Okafor <help@waypost.example>:",
      "Den mån 3 mars 2025 kl 10:04 skrev Idris Okafor <help@waypost.example>:",
      "Den man. 3. mar. 2025 kl. 10.04 skrev Idris Okafor <help@waypost.example>:",
      "man. 3. mars 2025 kl. 10:04 skrev Idris Okafor <help@waypost.example>:",
      "pon., 3 mar 2025 o 10:04 Idris Okafor <help@waypost.example> napisał(a):",
      "po 3. 3. 2025 v 10:04 odesílatel Idris Okafor <help@waypost.example> napsal:",
    ];
    for (const introduction of introductions) {
      const folded = foldText(`It works again.\n\n${introduction}\n\n> Did it help?\n> Idris`);
      expect(folded).toEqual({
        words: "It works again.",
        quoted: `${introduction}\n\n> Did it help?\n> Idris`,
      });
    }
  });

  it("knows Outlook's block in twelve languages", () => {
    const blocks = [
      ["From", "Sent", "To", "Subject"],
      ["Von", "Gesendet", "An", "Betreff"],
      ["De", "Envoyé", "À", "Objet"],
      ["De", "Enviado el", "Para", "Asunto"],
      ["Da", "Inviato", "A", "Oggetto"],
      ["De", "Enviada em", "Para", "Assunto"],
      ["Van", "Verzonden", "Aan", "Onderwerp"],
      ["Från", "Skickat", "Till", "Ämne"],
      ["Fra", "Sendt", "Til", "Emne"],
      ["Fra", "Dato", "Til", "Emne"],
      ["Od", "Wysłano", "Do", "Temat"],
      ["Od", "Odesláno", "Komu", "Předmět"],
    ];
    for (const [from, sent, to, subject] of blocks) {
      const block = `${from}: Idris Okafor <help@waypost.example>\n${sent}: 3 Mar 2025 10:04\n${to}: Tomás\n${subject}: Printer\n\nDid it help?`;
      expect(foldText(`It works again.\n\n${block}`)).toEqual({ words: "It works again.", quoted: block });
    }
  });
});

describe("marks of mail programs", () => {
  const QUOTE = "Did it help?";

  it("fold the quote of each", () => {
    const replies: Record<string, string> = {
      gmail: `<div dir="ltr">It works.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Idris wrote:<br></div><blockquote class="gmail_quote" style="margin:0">${QUOTE}</blockquote></div>`,
      outlook: `<p class=MsoNormal>It works.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'><p class=MsoNormal><b>Idris</b></p></div></div><p class=MsoNormal>${QUOTE}</p>`,
      outlookWeb: `<div>It works.</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg"><b>From:</b> Idris</div><div>${QUOTE}</div>`,
      apple: `It works.<div><br><blockquote type="cite"><div>On 3 Mar 2025, at 10:04, Idris wrote:</div><br>${QUOTE}</blockquote></div>`,
      thunderbird: `<p>It works.</p><div class="moz-cite-prefix">Am 03.03.25 um 10:04 schrieb Idris:<br></div><blockquote type="cite" cite="mid:a@b">${QUOTE}</blockquote>`,
      yahoo: `<div>It works.</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, Idris wrote:</div><div>${QUOTE}</div></div>`,
      proton: `<div>It works.</div><div class="protonmail_quote">On Monday, Idris wrote:<br><blockquote type="cite">${QUOTE}</blockquote></div>`,
    };
    for (const [program, html] of Object.entries(replies)) {
      const folded = foldHtml(html);
      expect([program, folded.words]).toEqual([program, "It works."]);
      expect([program, folded.quoted]).toEqual([program, expect.stringContaining(QUOTE)]);
    }
  });

  it("fold the signature, and leave answers within a Gmail quote", () => {
    expect(foldHtml('Yes.<div class="gmail_signature">Tomás<br>Kestrel</div>')).toEqual({
      words: "Yes.",
      quoted: "Tomás\nKestrel",
    });
    const html =
      '<div class="gmail_quote"><div class="gmail_attr">On Mon, Idris wrote:</div><blockquote class="gmail_quote">Which floor?</blockquote><div>The second.</div><blockquote class="gmail_quote">Thanks</blockquote></div>';
    expect(foldHtml(html)).toEqual({
      words: "On Mon, Idris wrote:\n\n> Which floor?\n\nThe second.",
      quoted: "> Thanks",
    });
  });
});
