import { describe, expect, it } from "vitest";
import { readParts } from "./read-parts.ts";

function mailOf(parts: number): Buffer {
  return Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(parts)}`);
}

async function readBase64(text: string): Promise<string> {
  const root = await readParts(Buffer.from(`Content-Transfer-Encoding: base64\r\n\r\n${text}`));
  return Buffer.from(root.bytes).toString();
}

describe("what is reached within postal-mime", () => {
  it("is the tree of parts, with their bytes as they were sent", async () => {
    const root = await readParts(
      Buffer.from(
        [
          "Content-Type: multipart/mixed; boundary=b",
          "",
          "--b",
          "Content-Type: text/plain; charset=koi8-r; format=flowed",
          "Content-Transfer-Encoding: base64",
          "",
          "8NLJ18XU",
          "--b",
          "Content-Type: Text/X-Log; name=a.log",
          "Content-Disposition: attachment; filename*=utf-8''%C3%A4.log",
          "Content-ID: <one@x>",
          "",
          "first",
          "second",
          "--b--",
        ].join("\r\n"),
      ),
    );
    const [text, file] = root.children;
    expect(root.type).toBe("multipart/mixed");
    expect(text).toMatchObject({ type: "text/plain", parameters: { charset: "koi8-r" } });
    expect(new TextDecoder("koi8-r").decode(text?.bytes)).toBe("Привет");
    expect(text?.joinFlowed("one \ntwo")).toBe("one two");
    expect(file).toMatchObject({ type: "text/x-log", fileName: "ä.log", contentId: "one@x" });
    expect(file?.disposition).toBe("attachment");
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe("first\nsecond");
  });

  it("is each part as it begins: 2,000 are read, more are refused", async () => {
    expect((await readParts(mailOf(1999))).children).toHaveLength(1999);
    await expect(readParts(mailOf(2000))).rejects.toThrow("Maximum of 2000 parts exceeded");
  });

  it("is what gathers base64, also where units are padded within it, and where it is cut off", async () => {
    const read = await Promise.all(
      ["YQ==\r\nYg==\r\nYw==", "Y W\r\nI=\r\n", "YWJj!ZA", "", "===="].map(readBase64),
    );
    expect(read).toEqual(["abc", "ab", "abcd", "", ""]);
  });

  it("is what gathers lines: a million short ones are read at once", async () => {
    const root = await readParts(Buffer.from(`\r\n${"a\r\n".repeat(1_000_000)}`));
    expect(root.bytes).toHaveLength(2_000_000 - 1);
  });
});
