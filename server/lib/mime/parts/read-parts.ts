import PostalMime from "postal-mime";
import { Base64Lines, LineBuffer } from "./line-buffer.ts";

/*
 * The parts of a mail, by postal-mime, with the bytes of each part as they were sent. Its own choice of the text is not
 * used: there a charset that nobody named is gone already. Three things of it are reached that its types do not name: the
 * whole tree (`collectNode`), each part as it begins (`currentNode`), and what gathers a part's lines (`contentDecoder`).
 * `read-parts.test.ts` fails when another version has one of them no longer.
 */

const PARTS = 2000;

type StructuredValue = { value: string; params: Record<string, string> };
type PostalMimePart = {
  childNodes: PostalMimePart[];
  contentType: { parsed: StructuredValue };
  contentDisposition: { parsed: StructuredValue };
  contentId?: string;
  content: ArrayBuffer | null;
  contentDecoder: object | null;
  setupContentDecoder(encoding: string): void;
  decodeFlowedText(text: string, delSp: boolean): string;
};

export type MailPart = {
  /** Lower-case, `text/plain` where none is named. */
  type: string;
  parameters: Record<string, string>;
  /** `attachment`, `inline`, anything else, or empty. */
  disposition: string;
  /** Still in words of RFC 2047; empty for none. */
  fileName: string;
  /** Without angle brackets. */
  contentId: string | null;
  bytes: Uint8Array;
  children: MailPart[];
  /** Joins the lines of `format=flowed` (RFC 3676). */
  joinFlowed(text: string): string;
};

/** Rejects for mails beyond the limits: 256 levels and 2 MB of headers (postal-mime's), 2,000 parts (ours). */
export async function readParts(raw: Uint8Array): Promise<MailPart> {
  const reader = new PartReader({ forceRfc822Attachments: true });
  await reader.parse(raw);
  if (!reader.tree) throw new TypeError("postal-mime no longer hands out the tree of parts");
  return toPart(reader.tree);
}

class PartReader extends PostalMime {
  tree: PostalMimePart | null = null;

  constructor(options: ConstructorParameters<typeof PostalMime>[0]) {
    super(options);
    watchParts(this);
  }

  async collectNode(root: PostalMimePart): Promise<void> {
    this.tree = root;
  }

  /** Neither is needed, and both would take their time. */
  renderTextContent(): void {}
  buildMessage(): object {
    return {};
  }
}

/** Counts the parts as they begin, and gathers their lines: postal-mime keeps an object for each line. */
function watchParts(reader: object): void {
  const begun = new WeakSet<PostalMimePart>();
  let parts = 0;
  const begin = (part: PostalMimePart) => {
    if (begun.has(part)) return;
    begun.add(part);
    parts += 1;
    if (parts > PARTS) throw new RangeError(`Maximum of ${PARTS} parts exceeded`);
    const setUp = part.setupContentDecoder.bind(part);
    part.setupContentDecoder = (encoding) => {
      setUp(encoding);
      if (/base64/i.test(encoding)) part.contentDecoder = new Base64Lines();
      else if (!/quoted-printable/i.test(encoding)) part.contentDecoder = new LineBuffer();
    };
  };
  let current = (reader as { currentNode: PostalMimePart }).currentNode;
  begin(current);
  Object.defineProperty(reader, "currentNode", {
    get: () => current,
    set(part: PostalMimePart) {
      begin(part);
      current = part;
    },
  });
}

function toPart(node: PostalMimePart): MailPart {
  const type = node.contentType.parsed;
  const disposition = node.contentDisposition.parsed;
  const flowed = /^flowed$/i.test(type.params["format"] ?? "");
  const delSp = /^yes$/i.test(type.params["delsp"] ?? "");
  return {
    type: type.value.trim().toLowerCase() || "text/plain",
    parameters: type.params,
    disposition: disposition.value.trim().toLowerCase(),
    fileName: disposition.params["filename"] ?? type.params["name"] ?? "",
    contentId: /<?([^<>\s]+)>?/.exec(node.contentId ?? "")?.[1] ?? null,
    bytes: new Uint8Array(node.content ?? new ArrayBuffer(0)),
    children: node.childNodes.map(toPart),
    joinFlowed: (text) => (flowed ? node.decodeFlowedText(text, delSp) : text),
  };
}
