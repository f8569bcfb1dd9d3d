/** A mail as an IMAP server keeps it. */
export type KeptMail = { uid: number; raw: Buffer; flags: Set<string>; at: Date };

/** One folder in memory: UIDs grow, and mean nothing any more once `uidvalidity` is another. */
export class Folder {
  uidvalidity = 1_700_000_000;
  nextUid = 1;
  mails: KeptMail[] = [];
  readonly name: string;
  readonly specialUse: string | null;

  constructor(name: string, specialUse: string | null) {
    this.name = name;
    this.specialUse = specialUse;
  }

  add(raw: Buffer, at: Date, flags: Iterable<string> = []): number {
    const uid = this.nextUid++;
    this.mails.push({ uid, raw, at, flags: new Set(flags) });
    return uid;
  }

  /** As after a restored backup: the same mails under numbers of their own. */
  renumber(): void {
    this.uidvalidity += 1;
    this.nextUid = 1;
    for (const mail of this.mails) mail.uid = this.nextUid++;
  }

  remove(uids: ReadonlySet<number>): KeptMail[] {
    const gone = this.mails.filter(({ uid }) => uids.has(uid));
    this.mails = this.mails.filter(({ uid }) => !uids.has(uid));
    return gone;
  }

  /** The mails of a set such as `3,7:9,12:*`; the last one answers to `*` whatever its number is (RFC 3501). */
  select(set: string): KeptMail[] {
    const last = this.mails.at(-1)?.uid ?? 0;
    const ranges = set.split(",").map((part) => {
      const [from = "", to = from] = part.split(":");
      const ends = [from, to].map((end) => (end === "*" ? last : Number(end)));
      return { from: Math.min(...ends), to: Math.max(...ends) };
    });
    return this.mails.filter(({ uid }) => ranges.some(({ from, to }) => uid >= from && uid <= to));
  }

  /** UID SEARCH by what a door asks: ALL, UID, SINCE, UNSEEN, SEEN, HEADER, joined by and. */
  search(criteria: readonly string[]): KeptMail[] {
    let found = this.mails;
    for (let at = 0; at < criteria.length; at += 1) {
      const word = (criteria[at] ?? "").toUpperCase();
      if (word === "UID") {
        const wanted = new Set(this.select(criteria[(at += 1)] ?? "").map(({ uid }) => uid));
        found = found.filter(({ uid }) => wanted.has(uid));
      } else if (word === "SINCE") {
        const since = Date.parse(`${criteria[(at += 1)]} UTC`);
        found = found.filter((mail) => mail.at.getTime() >= since);
      } else if (word === "HEADER") {
        const [name = "", value = ""] = [criteria[(at += 1)], criteria[(at += 1)]];
        const line = `\n${name}: ${value}`.toLowerCase();
        found = found.filter(({ raw }) => unfold(raw).includes(line));
      } else if (word === "UNSEEN") found = found.filter(({ flags }) => !flags.has("\\Seen"));
      else if (word === "SEEN") found = found.filter(({ flags }) => flags.has("\\Seen"));
      else if (word !== "ALL") throw new Error(`UID SEARCH ${word} is not served`);
    }
    return found;
  }
}

function unfold(raw: Buffer): string {
  return `\n${raw.toString("latin1")}`.replaceAll(/\r?\n[ \t]+/g, " ").toLowerCase();
}
