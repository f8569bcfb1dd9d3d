import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../test/support/temporary-folder.ts";
import { seal, unseal } from "./sealed.ts";
import { openSealingKey } from "./sealing-key.ts";

const key = randomBytes(32);
const newDesk = () => ({ secretKey: null, databaseUrl: null, dataDir: newFolder() });
const fileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, "secret.key");

describe("a sealed text", () => {
  it("opens with its key in its place, whatever it is, and shows nothing of itself before", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
        const sealed = seal(key, "here", text);
        expect(unseal(key, "here", sealed)).toBe(text);
        if (text.length > 3) expect(sealed.includes(text)).toBe(false);
      }),
    );
  });

  it("opens with no other key, in no other place, and after no change of a single byte", () => {
    const sealed = seal(key, "here", "correct horse");
    expect(unseal(randomBytes(32), "here", sealed)).toBeNull();
    expect(unseal(key, "there", sealed)).toBeNull();
    expect(unseal(key, "here", Buffer.alloc(0))).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(unseal(key, "here", changed)).toBeNull();
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(unseal(key, "here", sealed.subarray(0, length))).toBeNull();
  });

  it("is another value each time", () => {
    expect(seal(key, "here", "same").equals(seal(key, "here", "same"))).toBe(false);
  });
});

describe("the key", () => {
  it("is made when it is first needed, once, and for its own account alone", () => {
    const own = newDesk();
    const first = openSealingKey(own);
    expect(first.find()).toBeNull();
    expect(existsSync(fileOf(own))).toBe(false);
    const made = first.findOrMake();
    expect(made?.length).toBe(32);
    if (process.platform !== "win32") expect(statSync(fileOf(own)).mode & 0o777).toBe(0o600);
    expect(first.findOrMake()).toEqual(made);
    expect(openSealingKey(own).find()).toEqual(made);
  });

  it("is that of SECRET_KEY where one is set", () => {
    expect(openSealingKey({ ...newDesk(), secretKey: key }).findOrMake()).toEqual(key);
  });

  it("is made nowhere for a database that several instances share", () => {
    const shared = openSealingKey({ ...newDesk(), databaseUrl: "postgres://u@h/d" });
    expect([shared.find(), shared.findOrMake()]).toEqual([null, null]);
  });

  it("stops the start where its file was cut short", () => {
    const own = newDesk();
    openSealingKey(own).findOrMake();
    writeFileSync(fileOf(own), readFileSync(fileOf(own), "utf8").slice(0, 20));
    expect(() => openSealingKey(own)).toThrow(/secret\.key does not hold a key/);
  });
});
