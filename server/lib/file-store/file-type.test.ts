import { describe, expect, it } from "vitest";
import * as fc from "../../../test/support/property-seed.ts";
import { kindOf } from "./file-type.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const typeOf = (text: string | Buffer, name = "file") => kindOf(Buffer.from(text), name).mediaType;

/** The head of a picture, behind which the pixels would follow. */
const PICTURES: [what: string, head: string, type: string][] = [
  ["PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x2d\0\0\0\xbb", "image/png"],
  ["GIF", "GIF89a\x2d\x01\xbb\0", "image/gif"],
  ["JPEG", "\xff\xd8\xff\xe0\0\x04JF\xff\xc4\0\x03H\xff\xc0\0\x11\x08\0\xbb\x01\x2d\x03\x01", "image/jpeg"],
  ["progressive JPEG", "\xff\xd8\xff\xdb\0\x04Q1\xff\xc2\0\x11\x08\0\xbb\x01\x2d\x03\x01", "image/jpeg"],
  ["WebP, lossy", "RIFF\x20\0\0\0WEBPVP8 \x10\0\0\0\x30\x01\0\x9d\x01\x2a\x2d\x01\xbb\0", "image/webp"],
  ["WebP, lossless", "RIFF\x20\0\0\0WEBPVP8L\x10\0\0\0\x2f\x2c\x81\x2e\0\0\0\0\0\0", "image/webp"],
  ["WebP, extended", "RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\x30\0\0\0\x2c\x01\0\xba\0\0", "image/webp"],
];

describe("what a file is", () => {
  it.each(PICTURES)("is told with its size: %s", (_, head, mediaType) => {
    expect(kindOf(bytes(head), "picture")).toEqual({ mediaType, width: 301, height: 187 });
  });

  it("is told without a size where the head ends before it", () => {
    for (const [, head, mediaType] of PICTURES)
      expect(kindOf(bytes(head).subarray(0, 12), "picture")).toMatchObject({ mediaType });
  });

  it("is text where the bytes are text, even behind the first letters of something else", () => {
    for (const text of ["BM is a text", "RIFF", "<svg onload=alert(1)>"])
      expect(typeOf(text), text).toBe("text/plain");
    const cut = Buffer.from("Łódź — 終").subarray(0, -1);
    expect(typeOf(cut)).toBe("text/plain");
    expect(typeOf(Buffer.from([0x41, 0x00]))).toBe("application/octet-stream");
    expect(typeOf(Buffer.from([0xc3, 0x28]))).toBe("application/octet-stream");
  });

  it("is an office document only where a ZIP has its name", () => {
    const zip = "PK\x03\x04 and so on";
    expect(typeOf(zip, "Plan.DOCX")).toMatch(/wordprocessingml/);
    expect(typeOf(zip, "plan.exe")).toBe("application/zip");
    expect(typeOf("a text", "plan.docx")).toBe("text/plain");
  });

  it("is told of any bytes, whatever they begin with", () => {
    const beginning = fc.constantFrom(...PICTURES.map(([, head]) => bytes(head)));
    const head = fc
      .tuple(beginning, fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 200 }))
      .map(([start, kept, rest]) => Buffer.concat([start.subarray(0, kept), rest]));
    fc.assert(
      fc.property(head, (given) => {
        const { mediaType, width, height } = kindOf(given, "anything");
        expect(mediaType).toMatch(/^\w+\/[\w.+-]+$/);
        expect(width === null).toBe(height === null);
      }),
    );
  });
});
