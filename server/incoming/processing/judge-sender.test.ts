import { describe, expect, it } from "vitest";
import { PROOFS, type Proof } from "#contract/incoming/states.ts";
import { judgeSender, MATCHES, type MatchedBy, SENDERS, type SenderKind } from "./judge-sender.ts";

const SETTINGS = ["accept", "hold"] as const;
const known: readonly MatchedBy[] = ["address", "reference"];

/** Written down once more, line by line, by what the desk promises rather than by how the table is made. */
function expected(sender: SenderKind, proof: Proof, matchedBy: MatchedBy, setting: string): string {
  if (sender === "unknown") return proof === "failed" ? "spam maybe_forged" : "hold unknown_sender";
  if (proof === "failed") return "hold maybe_forged";
  if (sender === "staff") return proof === "strong" ? "act_as_staff" : "hold staff_not_proven";
  if (sender === "client_of_other_company") return "hold other_company";
  if (sender === "client_of_same_company") return "hold not_on_ticket";
  const deed = sender === "client_on_ticket" ? "comment" : "open_ticket";
  if (proof === "strong") return deed;
  if (setting === "hold") return "hold sender_not_proven";
  return deed === "open_ticket" || known.includes(matchedBy) ? deed : "hold sender_not_proven";
}

function told(verdict: ReturnType<typeof judgeSender>): string {
  if ("act" in verdict) return verdict.act;
  return "hold" in verdict ? `hold ${verdict.hold}` : `spam ${verdict.spam}`;
}

const cells = SENDERS.flatMap((sender) =>
  PROOFS.flatMap((proof) =>
    MATCHES.flatMap((matchedBy) =>
      SETTINGS.map((unprovenClients) => ({ sender, proof, matchedBy, unprovenClients })),
    ),
  ),
);

describe("what the sender of a mail may do", () => {
  it("is what every cell of the table says", () => {
    const wrong = cells.filter(
      (cell) =>
        told(judgeSender(cell)) !== expected(cell.sender, cell.proof, cell.matchedBy, cell.unprovenClients),
    );
    expect(wrong).toEqual([]);
    expect(cells).toHaveLength(144);
    process.stdout.write(`cells of the table of senders: ${cells.length}\n`);
  });

  it("is nothing at all for whoever is not proven and claims to be staff, or is a stranger", () => {
    const acting = cells.filter((cell) => "act" in judgeSender(cell));
    expect(acting.filter(({ sender }) => sender === "unknown")).toEqual([]);
    expect(acting.filter(({ sender, proof }) => sender === "staff" && proof !== "strong")).toEqual([]);
    expect(acting.filter(({ proof }) => proof === "failed")).toEqual([]);
  });
});
