import type { DNSResolver } from "mailauth";
import { readFrom } from "./addresses.ts";
import {
  isWithinTenant,
  readTrustedDmarc,
  type DmarcVerdict,
  type ServerKind,
} from "./proof/authentication-results.ts";
import type { Authenticated, HandedIn } from "./proof/authenticate.ts";
import { findHeaderEnd, readHeaders } from "./headers.ts";

/*
 * How well it is known that a mail comes from the domain in its From field. Strong: a signature of that domain that we
 * verify, DMARC passed at our own SMTP door, or the word of a server that the desk trusts. Failed: one of those says that
 * DMARC failed, and the domain's owner asks that such mail is not believed. None: everything else, a name server that does
 * not answer included. mailauth is loaded with the first mail that asks.
 */

export type Proof = "strong" | "none" | "failed";

export type ProofDetail = {
  by: "dkim" | "authentication_results" | "tenant" | "dmarc" | null;
  /** Of the From field. */
  domain: string;
  /** `d=`, of the signature that counts. */
  signedBy: string | null;
  /** Fields that it covers, lower-case; To and Cc may be missing, and then are anybody's. */
  signedFields: string[];
  dkim: string[];
  spf: string | null;
  dmarc: string | null;
  policy: string | null;
  trusted: DmarcVerdict | null;
  /** A name server that did not answer, or a check that broke. */
  problem: string | null;
};

export type ProofQuestion = {
  /** Of the one From field; the proof is for no other. */
  fromAddress: string;
  kind: ServerKind;
  /** The name by which the mailbox's server signs its findings; null or empty trusts none. Gmail's is known. */
  authservId: string | null;
  trustTenant: boolean;
  /** As the SMTP door heard it. */
  smtp?: HandedIn;
  resolver: DNSResolver;
  /** For all questions to name servers of the sender's choice together, and as long for those about the From field. */
  milliseconds?: number;
};

const MILLISECONDS = 8000;

/**
 * Of the header that is checked: mailauth takes a time that grows with the square of its folded lines, minutes for 50,000, and
 * nobody else has a turn meanwhile. What is larger was made to be, and is not believed.
 */
const HEADER_BYTES = 128 * 1024;
const HEADER_LINES = 3000;
/** Each has the whole text hashed for it, up to the length that it names. */
const SIGNATURES = 20;
const SIGNATURE = /^(?:dkim|arc-message)-signature\s*:/gim;
const TOO_LARGE = "the header is too large to be checked";

function isTooLarge(raw: Buffer): boolean {
  const end = findHeaderEnd(raw);
  if (end > HEADER_BYTES) return true;
  const header = raw.toString("latin1", 0, end);
  if (header.split("\n", HEADER_LINES + 1).length > HEADER_LINES) return true;
  return (header.match(SIGNATURE)?.length ?? 0) > SIGNATURES;
}

export async function proveSender(
  raw: Buffer,
  question: ProofQuestion,
): Promise<{ proof: Proof; detail: ProofDetail }> {
  const detail = beginDetail(question.fromAddress);
  if (isTooLarge(raw)) return { proof: "failed", detail: { ...detail, problem: TOO_LARGE } };
  const headers = readHeaders(raw);
  const { from } = readFrom(headers);
  if (from?.address.toLowerCase() !== question.fromAddress.toLowerCase())
    return { proof: "none", detail: { ...detail, problem: "the From field names somebody else" } };
  const checked = await check(raw, question, detail);
  detail.trusted = readTrustedDmarc(headers, question.kind, question.authservId);
  const isTenant = question.trustTenant && question.kind === "microsoft" && isWithinTenant(headers);
  return { proof: judge(detail, checked, isTenant, question.smtp !== undefined), detail };
}

/** The first that says something decides; our own look at a signature comes first, since nobody can write it into a mail. */
function judge(
  detail: ProofDetail,
  checked: Authenticated | null,
  isTenant: boolean,
  atDoor: boolean,
): Proof {
  if (checked && noteSignature(detail, checked)) return "strong";
  if (isTenant) {
    detail.by = "tenant";
    return "strong";
  }
  const { trusted } = detail;
  if (trusted && trusted.headerFrom === detail.domain && /^(pass|fail)$/.test(trusted.result)) {
    detail.by = "authentication_results";
    if (trusted.result === "pass") return "strong";
    return isEnforced(trusted.policy ?? detail.policy) ? "failed" : "none";
  }
  if (!atDoor || detail.problem !== null) return "none";
  if (detail.dmarc === "pass") {
    detail.by = "dmarc";
    return "strong";
  }
  if (detail.dmarc !== "fail" || !isEnforced(detail.policy)) return "none";
  detail.by = "dmarc";
  return "failed";
}

/** A signature of the From field's domain over the whole text. */
function noteSignature(detail: ProofDetail, { headerFrom, fromFields, signatures }: Authenticated): boolean {
  if (fromFields !== 1 || headerFrom.length !== 1) return false;
  if (domainOf(headerFrom[0] ?? "") !== detail.domain) return false;
  const found = signatures.find(
    ({ status, isAligned }) => status.result === "pass" && isAligned && !status.underSized && !status.testing,
  );
  if (!found) return false;
  detail.by = "dkim";
  detail.signedBy = found.signingDomain ?? null;
  detail.signedFields = (found.signingHeaders?.keys ?? "")
    .toLowerCase()
    .split(":")
    .map((name) => name.trim())
    .filter(Boolean);
  return true;
}

/** Null when the check broke: no mail is worth a crash, and none is proven by one. */
async function check(
  raw: Buffer,
  { smtp, resolver, milliseconds = MILLISECONDS }: ProofQuestion,
  detail: ProofDetail,
): Promise<Authenticated | null> {
  const { authenticate } = await import("./proof/authenticate.ts");
  try {
    const checked = await authenticate(raw, smtp, () => withinTime(resolver, milliseconds));
    noteResults(detail, checked);
    return checked;
  } catch (error) {
    detail.problem = error instanceof Error ? error.message : String(error);
    return null;
  }
}

function noteResults(detail: ProofDetail, { signatures, spf, dmarc }: Authenticated): void {
  detail.dkim = signatures.map(({ signingDomain, status }) =>
    `${status.result} ${signingDomain ?? ""}`.trim(),
  );
  detail.spf = spf ? spf.status.result : null;
  detail.dmarc = dmarc ? dmarc.status.result : null;
  detail.policy = dmarc ? (dmarc.policy ?? null) : null;
  // Other domains than that of the From field prove nothing, and their name servers are the sender's to switch off.
  const results = [
    ...signatures.filter(({ status }) => status.aligned).map(({ status }) => status.result),
    isRelated(spf?.domain, detail.domain) ? detail.spf : null,
    detail.dmarc,
  ];
  if (results.some((result) => result === "temperror")) detail.problem = "a name server did not answer";
}

/** Whether one domain is the other or above it, as SPF's has to be for DMARC. */
function isRelated(one: string | undefined, other: string): boolean {
  const name = one?.toLowerCase() ?? "";
  return name === other || name.endsWith(`.${other}`) || other.endsWith(`.${name}`);
}

function isEnforced(policy: string | null): boolean {
  return policy !== null && policy !== "none";
}

/** One deadline for all questions of a kind: a sender decides how many there are. */
function withinTime(resolve: DNSResolver, milliseconds: number): DNSResolver {
  const deadline = Date.now() + milliseconds;
  return async (name, type) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(Object.assign(new Error(`no answer about ${name}`), { code: "ETIMEOUT" })),
      Math.max(0, deadline - Date.now()),
    );
    try {
      return await Promise.race([resolve(name, type), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function beginDetail(fromAddress: string): ProofDetail {
  return {
    by: null,
    domain: domainOf(fromAddress),
    signedBy: null,
    signedFields: [],
    dkim: [],
    spf: null,
    dmarc: null,
    policy: null,
    trusted: null,
    problem: null,
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}
