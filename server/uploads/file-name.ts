import { LIMITS } from "#contract/limits.ts";

/** Cleans a sent file name: no folders, control characters and marks that turn text around to hide an ending. */
export function cleanFileName(sent: string): string {
  const bare = sent
    // Forms (multipart/form-data) escape characters that a quoted name cannot hold.
    .replaceAll(/%(22|0d|0a)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, "")
    .split(/[/\\]/)
    .at(-1);
  const name = (bare ?? "").replace(/^[\s.]+/, "").trimEnd();
  return name === "" ? "file" : shortenName(name);
}

/** Cuts a name in the middle, since people and programs look at the ending. */
function shortenName(name: string): string {
  if (name.length <= LIMITS.fileName) return name;
  const ending = /\.[\p{L}\p{N}]{1,16}$/u.exec(name)?.[0] ?? "";
  return `${name
    .slice(0, LIMITS.fileName - ending.length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…${ending}`;
}

/** Builds the header of RFC 6266: an ASCII name for everybody, the true one (RFC 8187) for all browsers of today. */
export function buildContentDisposition(kind: "attachment" | "inline", name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
