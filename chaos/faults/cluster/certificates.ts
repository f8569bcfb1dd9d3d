import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { account } from "../../../test/support/database/postgres15-server.ts";

/** An authority of this run alone, and a certificate of it for the machine that everything runs on. */
export function makeAuthority(folder: string): { ca: string; cert: string; key: string } {
  const path = (name: string) => join(folder, name);
  const keys = ["-newkey", "rsa:2048", "-nodes"];
  const authority = ["-x509", "-days", "2", "-subj", "/CN=Authority of a cluster under test"];
  openssl("req", ...authority, ...keys, "-keyout", path("ca.key"), "-out", path("ca.crt"));
  openssl("req", ...keys, "-subj", "/CN=localhost", "-keyout", path("db.key"), "-out", path("db.csr"));
  writeFileSync(path("names"), "subjectAltName=DNS:localhost\n");
  const signing = ["-CA", path("ca.crt"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days", "2"];
  openssl(
    "x509",
    "-req",
    "-in",
    path("db.csr"),
    ...signing,
    "-extfile",
    path("names"),
    "-out",
    path("db.crt"),
  );
  for (const name of ["ca.crt", "db.crt"]) chmodSync(path(name), 0o644);
  chmodSync(path("db.key"), 0o600);
  if (account.uid) chownSync(path("db.key"), account.uid, account.gid ?? account.uid);
  return { ca: path("ca.crt"), cert: path("db.crt"), key: path("db.key") };
}

function openssl(...parameters: string[]): void {
  const { status, stderr } = spawnSync("openssl", parameters, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl ${parameters[0]}: ${stderr}`);
}
