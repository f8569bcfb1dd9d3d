import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth";
import { beforeAll, describe, expect, it } from "vitest";
import { proveSender, type ProofQuestion } from "./proof.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const KEY = publicKey.export({ type: "spki", format: "der" }).toString("base64");

/** What the name servers of these tests know. */
const RECORDS: Record<string, string> = {
  "s1._domainkey.kestrel.example TXT": `v=DKIM1; k=rsa; p=${KEY}`,
  "s1._domainkey.evil.example TXT": `v=DKIM1; k=rsa; p=${KEY}`,
  "_dmarc.kestrel.example TXT": "v=DMARC1; p=reject",
  "_dmarc.lenient.example TXT": "v=DMARC1; p=none",
  "s1._domainkey.mail.strict.example TXT": `v=DKIM1; k=rsa; p=${KEY}`,
  "_dmarc.strict.example TXT": "v=DMARC1; p=reject; adkim=s",
  "s1._domainkey.mail.kestrel.example TXT": `v=DKIM1; k=rsa; p=${KEY}`,
  "kestrel.example TXT": "v=spf1 ip4:192.0.2.7 -all",
  "lenient.example TXT": "v=spf1 -all",
};

async function resolver(name: string, type: string): Promise<string[][]> {
  const found = RECORDS[`${name} ${type}`];
  if (found === undefined) throw Object.assign(new Error(`no ${type} of ${name}`), { code: "ENOTFOUND" });
  return [[found]];
}

function neverAnswer(): Promise<string[][]> {
  return new Promise(() => undefined);
}

function silentAboutEvil(name: string, type: string): Promise<string[][]> {
  return name.endsWith("evil.example") ? neverAnswer() : resolver(name, type);
}

function wordOf(server: string, statement: string): string {
  return `Authentication-Results: ${server}; spf=none; ${statement}`;
}

const QUESTION: ProofQuestion = {
  fromAddress: "tomas@kestrel.example",
  kind: "imap",
  authservId: null,
  trustTenant: false,
  resolver,
};

function mail(...fields: string[]): string {
  const from = "From: Tomás Aguilar <tomas@kestrel.example>";
  return [...fields, from, "To: help@waypost.example", "Subject: Printer", "", "It jams.", ""].join("\r\n");
}

async function sign(text: string, signingDomain: string, headerList = "from:to:subject"): Promise<string> {
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const { signatures } = await dkimSign(text, {
    signatureData: [{ signingDomain, selector: "s1", privateKey: key.toString() }],
    headerList,
  } as unknown as Parameters<typeof dkimSign>[1]);
  return `${signatures}${text}`;
}

async function prove(text: string, question: Partial<ProofQuestion> = {}) {
  return proveSender(Buffer.from(text), { ...QUESTION, ...question });
}

/** A mail from a domain that a domain below it has signed. */
async function proveSignedBelow(domain: string) {
  const text = mail().replaceAll("kestrel.example", domain);
  return prove(await sign(text, `mail.${domain}`), { fromAddress: `tomas@${domain}` });
}

let signed: string;
beforeAll(async () => {
  signed = await sign(mail(), "kestrel.example");
});

describe("no proof", () => {
  it("comes from a mail without a signature, from one of another domain, or from one that was changed", async () => {
    const proofs = await Promise.all([
      prove(mail()),
      prove(await sign(mail(), "evil.example")),
      prove(signed.replace("It jams.", "Pay me.")),
      prove(signed.replace("Subject: Printer", "Subject: Money")),
    ]);
    expect(proofs.map(({ proof }) => proof)).toEqual(["none", "none", "none", "none"]);
  });

  it("comes from a second From field, or for somebody else than the one From field names", async () => {
    expect(await prove(`From: boss@waypost.example\r\n${signed}`)).toMatchObject({ proof: "none" });
    expect(await prove(signed, { fromAddress: "boss@waypost.example" })).toMatchObject({ proof: "none" });
  });

  it("comes from a signature of a domain below, where the sender's asks for its own name", async () => {
    expect(await proveSignedBelow("strict.example")).toMatchObject({ proof: "none" });
    expect(await proveSignedBelow("kestrel.example")).toMatchObject({ proof: "strong" });
  });

  it("comes from a signature that leaves the end of the text open", async () => {
    const [header = "", body = ""] = signed.split("\r\n\r\n");
    expect(await prove(`${header}\r\n\r\n${body}Pay me.\r\n`)).toMatchObject({ proof: "none" });
  });

  it("blames no name server that answered, where no server handed the mail in", async () => {
    const { detail } = await prove(mail());
    expect(detail).toMatchObject({ spf: null, problem: null });
  });

  it("comes from name servers that do not answer, also where DMARC would have failed", async () => {
    const smtp = { ip: "203.0.113.9", helo: "evil.example", mailFrom: "a@evil.example" };
    const answers = await Promise.all([
      prove(signed, { resolver: neverAnswer, milliseconds: 20 }),
      prove(signed, { resolver: neverAnswer, milliseconds: 20, smtp }),
    ]);
    expect(answers.map(({ proof }) => proof)).toEqual(["none", "none"]);
    expect(answers.map(({ detail }) => detail.problem)).toEqual(
      Array(2).fill("a name server did not answer"),
    );
  });
});

describe("strong proof", () => {
  it("comes from a signature of the sender's domain", async () => {
    const { proof, detail } = await prove(signed);
    expect(proof).toBe("strong");
    expect(detail).toMatchObject({ by: "dkim", signedBy: "kestrel.example", dkim: ["pass kestrel.example"] });
    expect(detail.signedFields).toEqual(["subject", "to", "from"]);
  });

  it("of a large mail lets everything else have its turn meanwhile", async () => {
    const large = await sign(`${mail()}${"It jams with every page.\r\n".repeat(80_000)}`, "kestrel.example");
    let turns = 0;
    let turn = setImmediate(function count() {
      turns += 1;
      turn = setImmediate(count);
    });
    expect(await prove(large)).toMatchObject({ proof: "strong" });
    clearImmediate(turn);
    expect(turns).toBeGreaterThan(20);
  });

  it("says which fields a signature leaves out", async () => {
    const { detail } = await prove(await sign(mail(), "kestrel.example", "from:subject"));
    expect(detail.signedFields).toEqual(["subject", "from"]);
  });

  it("comes from DMARC at the SMTP door", async () => {
    const smtp = { ip: "192.0.2.7", helo: "mx.kestrel.example", mailFrom: "tomas@kestrel.example" };
    expect(await prove(mail(), { kind: "listen", smtp })).toMatchObject({
      proof: "strong",
      detail: { by: "dmarc", spf: "pass" },
    });
  });
});

describe("failed proof", () => {
  const smtp = { ip: "203.0.113.9", helo: "evil.example", mailFrom: "a@evil.example" };

  it("comes from DMARC at the SMTP door, where the domain asks for it", async () => {
    const failed = await prove(mail(), { kind: "listen", smtp });
    expect(failed).toMatchObject({ proof: "failed", detail: { dmarc: "fail", policy: "reject" } });
    const lenient = mail().replace("kestrel.example", "lenient.example");
    expect(
      await prove(lenient, { kind: "listen", smtp, fromAddress: "tomas@lenient.example" }),
    ).toMatchObject({
      proof: "none",
    });
  });

  it("comes from DMARC as well where the name servers that the sender chose are silent", async () => {
    const forged = await sign(mail(), "evil.example");
    expect(
      await prove(forged, { kind: "listen", smtp, resolver: silentAboutEvil, milliseconds: 20 }),
    ).toMatchObject({
      proof: "failed",
      detail: { by: "dmarc", spf: "temperror", problem: null },
    });
  });

  it("comes from a header of more lines, bytes or signatures than is checked, and holds up nobody", async () => {
    const others = Array.from(
      { length: 20 },
      (_, n) => `DKIM-Signature: a=rsa-sha256; l=${n}; d=evil.example`,
    );
    for (const field of [
      `X-A: b${"\r\n b".repeat(20_000)}`,
      `X-A: ${"b".repeat(200_000)}`,
      others.join("\r\n"),
      others.join("\r\n").replaceAll(":", "\r\n :"),
    ])
      expect(await prove(`${field}\r\n${signed}`)).toMatchObject({
        proof: "failed",
        detail: { problem: "the header is too large to be checked" },
      });
    const usual = `X-A: b${"\r\n b".repeat(1000)}\r\n${signed}`;
    expect(await prove(usual)).toMatchObject({ proof: "strong" });
  });

  it("does not come from our own look at a mail that somebody else took in", async () => {
    expect(await prove(mail())).toMatchObject({ proof: "none", detail: { dmarc: "fail" } });
  });
});

describe("the word of a server", () => {
  const PASS = "dmarc=pass header.from=kestrel.example";
  const FAIL = "dmarc=fail (p=REJECT sp=REJECT dis=NONE) header.from=kestrel.example";

  it("counts only under its name, from the topmost field, about the domain of the sender", async () => {
    const own = { authservId: "mx.desk.example" };
    const proofs = await Promise.all([
      prove(mail(wordOf("mx.desk.example", PASS)), own),
      prove(mail(wordOf("mx.desk.example", FAIL)), own),
      prove(mail(wordOf("MX.desk.example 1", FAIL), wordOf("mx.desk.example", PASS)), own),
      prove(mail(wordOf("mx.evil.example", PASS)), own),
      prove(mail(wordOf("mx.desk.example", PASS))),
      prove(mail(wordOf("mx.desk.example", PASS.replace("kestrel", "evil"))), own),
      prove(mail(wordOf("mx.desk.example", FAIL.replace("p=REJECT", "p=NONE"))), own),
    ]);
    expect(proofs.map(({ proof }) => proof)).toEqual([
      "strong",
      "failed",
      "failed",
      "none",
      "none",
      "none",
      "none",
    ]);
  });

  it("is not what a sender wrote into a comment, into quotes, or a second time", async () => {
    const own = { authservId: "mx.desk.example" };
    const proofs = await Promise.all(
      [
        `spf=fail smtp.mailfrom="x; ${PASS}; y"@evil.example`,
        `spf=fail (domain of x; ${PASS}; y@evil.example)`,
        `dmarc=fail header.from=kestrel.example; ${PASS}`,
      ].map((statement) => prove(mail(wordOf("mx.desk.example", statement)), own)),
    );
    expect(proofs.map(({ proof }) => proof)).toEqual(["none", "none", "none"]);
  });

  it("is Gmail's under its own name, without one typed in", async () => {
    expect(await prove(mail(wordOf("mx.google.com", PASS)), { kind: "gmail" })).toMatchObject({
      proof: "strong",
    });
    expect(await prove(mail(wordOf("mx.google.com", PASS)), { kind: "imap" })).toMatchObject({
      proof: "none",
    });
  });

  it("is Microsoft's above the way into the tenant only", async () => {
    const inside =
      "Received: from A.prod.outlook.com (2603::1) by B.prod.outlook.com; Mon, 3 Mar 2025 10:04:00 +0000";
    const outside =
      "Received: from mx.kestrel.example (192.0.2.7) by C.mail.protection.outlook.com; Mon, 3 Mar 2025";
    const word =
      "Authentication-Results: spf=pass; dmarc=pass action=none header.from=kestrel.example;compauth=pass";
    const proofs = await Promise.all(
      [mail(inside, word, outside), mail(inside, outside, word), mail(word), mail(inside, word)].map((text) =>
        prove(text, { kind: "microsoft" }),
      ),
    );
    expect(proofs.map(({ proof }) => proof)).toEqual(["strong", "none", "none", "none"]);
  });

  it("is the tenant's own, when the desk trusts it and the mail never left it", async () => {
    const inside =
      "Received: from A.prod.outlook.com (2603::1) by B.prod.outlook.com; Mon, 3 Mar 2025 10:04:00 +0000";
    const outside =
      "Received: from mx.evil.example (192.0.2.7) by C.mail.protection.outlook.com; Mon, 3 Mar 2025";
    const word = "X-MS-Exchange-Organization-AuthAs: Internal";
    const trust = { kind: "microsoft", trustTenant: true } as const;
    const proofs = await Promise.all([
      prove(mail(inside, word), trust),
      prove(mail(inside, word), { ...trust, trustTenant: false }),
      prove(mail(inside, word, outside), trust),
      prove(mail(inside, word, word.replace("Internal", "Anonymous")), trust),
      prove(mail(word), trust),
      prove(mail(inside, word), { ...trust, kind: "imap" }),
    ]);
    expect(proofs.map(({ proof }) => proof)).toEqual(["strong", "none", "none", "none", "none", "none"]);
  });
});
