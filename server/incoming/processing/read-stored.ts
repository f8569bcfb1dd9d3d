import { type Selectable, sql } from "kysely";
import type { Proof } from "#contract/incoming/states.ts";
import type { Tables } from "#server/db/tables.ts";
import type { ParsedMail } from "#server/lib/mime/parsed-mail.ts";
import type { ProofDetail } from "#server/lib/mime/proof.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import type { Mailbox } from "#server/mailboxes/read.ts";
import { readOriginal } from "../original.ts";
import type { ReadMail, StoredMail } from "./work.ts";

/** The raw of a mail is gone: nothing can be read any more. */
export class OriginalGone extends Error {}

type Reading = {
  states?: readonly StoredMail["state"][];
  /** Reads the raw, in another way than each mail is read. */
  read?: (raw: Buffer) => Promise<ParsedMail>;
};

/** Reads a mail in one of these states, and finds out how well its sender is known; null for any other. */
export async function readStored(
  app: App,
  id: string,
  { states = ["stored"], read = (raw) => app.mailReader.readMail(raw) }: Reading = {},
): Promise<ReadMail | null> {
  const found = await readRow(app.db, id, states);
  if (!found) return null;
  const { deliveries, mailbox, ...row } = found;
  const raw = await readRaw(app, row);
  const parsed = await read(raw);
  const { readMailKind } = await import("#server/lib/mime/automatic.ts");
  return {
    row,
    parsed,
    kind: readMailKind(parsed, deliveries[0]?.envelope_from ?? parsed.returnPath),
    ...(await proveOnce(app, { row, raw, mailbox, fromAddress: parsed.from?.address ?? null }, deliveries)),
    envelopeFrom: deliveries[0]?.envelope_from ?? null,
    envelopeTo: deliveries.flatMap(({ envelope_to }) => envelope_to),
    isFromSpam:
      deliveries.length > 0 &&
      deliveries.every(({ folder }) => folder !== null && mailbox !== null && folder !== mailbox.folder),
  };
}

/** With each delivery in the order in which it came, and of its mailbox what the proof of a mail depends on. */
async function readRow(
  db: Db,
  id: string,
  states: readonly StoredMail["state"][],
): Promise<FoundMail | undefined> {
  const { rows } = await sql<FoundMail>`select m.*,
      (select coalesce(json_agg(d order by d.at), '[]') from incoming_deliveries d where d.incoming_id = m.id) as deliveries,
      (select to_json(b) from mailboxes b where b.id = m.mailbox_id and b.deleted_at is null) as mailbox
    from incoming_mails m where m.id = ${id} and m.state = any(${[...states]})`.execute(db);
  return rows[0];
}

type FoundMail = StoredMail & {
  deliveries: Delivered[];
  mailbox: Pick<Mailbox, "kind" | "folder" | "authserv_id" | "trust_tenant"> | null;
};
type Delivered = Pick<
  Selectable<Tables["incoming_deliveries"]>,
  "door" | "folder" | "client_ip" | "client_name" | "envelope_from" | "envelope_to"
>;

async function readRaw(app: App, { raw_hash }: StoredMail): Promise<Buffer> {
  const raw = await readOriginal(app.files, raw_hash);
  if (raw === null) throw new OriginalGone("the original is not kept any more");
  return raw;
}

type Asked = { row: StoredMail; raw: Buffer; mailbox: FoundMail["mailbox"]; fromAddress: string | null };

/**
 * Keys are rolled, and policies change: what was found out at arrival counts ever after. Where name servers were silent
 * nothing was found out, and they are asked again.
 */
async function proveOnce(
  app: App,
  { row, raw, mailbox, fromAddress }: Asked,
  deliveries: readonly Delivered[],
): Promise<{ proof: Proof; proofLines: string[] }> {
  const known = readLines(row.proof_detail);
  const isOpen = row.proof === "none" && known.some((line) => line.startsWith(PROBLEM));
  if (row.proof !== null && !isOpen) return { proof: row.proof, proofLines: known };
  if (fromAddress === null) return { proof: "none", proofLines: [] };
  const { proveSender } = await import("#server/lib/mime/proof.ts");
  const atDoor = deliveries.find(({ door, client_ip }) => door === "listener" && client_ip !== null);
  const { proof, detail } = await proveSender(raw, {
    fromAddress,
    kind: mailbox?.kind ?? "listen",
    authservId: mailbox?.authserv_id ?? null,
    trustTenant: mailbox?.trust_tenant ?? false,
    ...(atDoor && {
      smtp: {
        ip: atDoor.client_ip ?? "",
        helo: atDoor.client_name ?? "",
        mailFrom: atDoor.envelope_from ?? "",
      },
    }),
    resolver: app.dns,
  });
  return { proof, proofLines: describeProof(detail) };
}

function readLines(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((line) => typeof line === "string") : [];
}

const COVERS = "covers: ";
const PROBLEM = "problem: ";

function describeProof({
  by,
  signedBy,
  signedFields,
  dkim,
  spf,
  dmarc,
  policy,
  problem,
}: ProofDetail): string[] {
  return [
    by && `found by ${by}${signedBy ? ` of ${signedBy}` : ""}`,
    ...dkim.map((line) => `dkim: ${line}`),
    spf && `spf: ${spf}`,
    dmarc && `dmarc: ${dmarc}${policy ? ` (p=${policy})` : ""}`,
    problem && `${PROBLEM}${problem}`,
    signedFields.length > 0 && `${COVERS}${signedFields.join(", ")}`,
  ].filter((line): line is string => typeof line === "string" && line !== "");
}

/** The fields that a signature covers; null where the proof is no signature, and nobody could change the mail on its way. */
export function readSignedFields(lines: readonly string[]): string[] | null {
  const line = lines.find((each) => each.startsWith(COVERS));
  return line?.slice(COVERS.length).split(", ") ?? null;
}
