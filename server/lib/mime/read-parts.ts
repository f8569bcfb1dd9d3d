import PostalMime from "postal-mime";

/*
 * The parts of a mail, by postal-mime, with the bytes of each part as they were sent. Its own choice of the text is not
 * used: there a charset that nobody named is gone already. `collectNode` is where it has the whole tree;
 * `read-parts.test.ts` fails when another version has it no longer.
 */

/** What postal-mime holds of one part; its types do not say so. */
type PostalMimePart = {
  childNodes: PostalMimePart[];
  contentType: { parsed: StructuredValue };
  contentDisposition: { parsed: StructuredValue };
  contentId?: string;
  content: ArrayBuffer | null;
  decodeFlowedText(text: string, delSp: boolean): string;
};
type StructuredValue = { value: string; params: Record<string, string> };

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

/** Rejects for mails beyond postal-mime's limits: 256 levels, 2 MB of headers. */
export async function readParts(raw: Uint8Array): Promise<MailPart> {
  const reader = new PartReader({ forceRfc822Attachments: true });
  await reader.parse(raw);
  if (!reader.tree) throw new TypeError("postal-mime no longer hands out the tree of parts");
  return toPart(reader.tree);
}

class PartReader extends PostalMime {
  tree: PostalMimePart | null = null;

  async collectNode(root: PostalMimePart): Promise<void> {
    this.tree = root;
  }

  /** Neither is needed, and both would take their time. */
  renderTextContent(): void {}
  buildMessage(): object {
    return {};
  }
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
