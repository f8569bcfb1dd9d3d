import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "../test/support/temporary-folder.ts";
import { ConfigError } from "#server/start/setting-values.ts";
import { readConfig, readEnvironment } from "./config.ts";

describe("a bad setting stops the start with one sentence that names it", () => {
  test.each([
    ["PORT", "http"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["HOST", "two words"],
    ["HOST", "0.0.0.0"],
    ["DATABASE_URL", "mysql://host/db"],
    ["DATABASE_URL", "postgres://"],
    ["REPORTS_DATABASE_URL", "postgres://"],
    ["REPORTS_DATABASE_URL", "postgres://u@copy/without-an-original"],
    ["DATABASE_OWNER_URL", "postgres://"],
    ["DATABASE_OWNER_URL", "postgres://u@h/without-an-app"],
    ["DATABASE_GUEST_URL", "postgres://u@h/without-an-app"],
    ["DATABASE_LISTEN_URL", "mysql://host/db"],
    ["DATABASE_LISTEN_URL", "postgres://u@h/without-an-app"],
    ["DATABASE_URL", "postgres://u@a,b/d?target_session_attrs=standby"],
    ["DATABASE_URL", "postgres://u@a,b/d?target_session_attrs=fast"],
    ["PREPARED_STATEMENTS", "no"],
    ["FILES_URL", "https://bucket.example.com"],
    ["FILES_URL", "s3://"],
    ["FILES_URL", "s3://bucket"],
    ["FILES_URL", "s3://key:sec/ret@bucket?region=eu-central-1"],
    ["FILES_URL", "s3://key@bucket?region=eu-central-1"],
    ["FILES_URL", "s3://bucket?region=eu central"],
    ["FILES_URL", "s3://bucket?zone=eu-central-1"],
    ["FILES_URL", "s3://bucket?endpoint=s3.example.com"],
    ["FILES_URL", "s3://bucket?endpoint=https://key:hush@s3.example.com"],
    ["FILES_URL", "s3://bucket?endpoint=https://s3.example.com&path_style=yes"],
    ["FILES_URL", "s3://bucket/a//b?region=eu-central-1"],
    ["FILES_IN", "store"],
    ["FILES_IN", "cloud"],
    ["PUBLIC_URL", "desk.example.com"],
    ["PUBLIC_URL", "https://desk.example.com/path"],
    ["PUBLIC_URL", "ftp://desk.example.com"],
    ["DEMO", "yes"],
    ["SMTP_URL", "mail.example.com:25"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_LISTEN", "127.0.0.1:2525"],
    ["MAIL_LISTEN", "smtp://127.0.0.1"],
    ["MAIL_LISTEN", "smtp://127.0.0.1:70000"],
    ["MAIL_LISTEN", "imap://127.0.0.1:2525"],
    ["MAIL_LISTEN", "smtp://127.0.0.1:2525,"],
    ["MAIL_LISTEN", "smtp://127.0.0.1:2525,lmtp://127.0.0.1:2525"],
    ["MAIL_LISTEN_CERT", "/etc/ssl/mail.pem"],
    ["MAIL_LISTEN_KEY", "/etc/ssl/mail.key"],
    ["ALLOWED_ORIGINS", "*"],
    ["ALLOWED_ORIGINS", "https://a.example, https://b.example/path"],
    ["LOG_LEVEL", "loud"],
    ["TRUSTED_PROXIES", "proxy.example.com"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "0.0.0.0/0"],
    ["METRICS_KEY", "short"],
    ["SECRET_KEY", "short"],
    ["SECRET_KEY", "c2l4dGVlbiBieXRlcyEhIQ=="],
    ["NODE_ENV", "prod"],
    ["BRAND_NAME", "a\u0000b"],
    ["WAYPOST_PORT", "3000"],
  ])("%s=%s", (name, value) => {
    const message = refusal(() => readConfig({ [name]: value }));
    expect(message).toContain(name);
    expect(message).toMatch(/^[^\n]+\.$/);
  });

  test("a secret in a setting is never repeated", () => {
    expect(refusal(() => readConfig({ DATABASE_URL: "mysql://u:hush@h/d" }))).not.toContain("hush");
    expect(refusal(() => readConfig({ SMTP_URL: "http://u:hush@h" }))).not.toContain("hush");
    expect(refusal(() => readConfig({ METRICS_KEY: "hush" }))).not.toContain("hush");
    for (const url of [
      "s3://hush:sec/ret@b",
      "s3://key:hush@bucket",
      "s3://hush@bucket?region=r",
      "s3://b?hush=1",
    ])
      expect(refusal(() => readConfig({ FILES_URL: url }))).not.toContain("hush");
    expect(refusal(() => readConfig({ SECRET_KEY: "hush" }))).not.toContain("hush");
  });

  test("a setting the file misspells is named, with the right spelling where there is one", () => {
    expect(refusal(() => readEnvironment(folderWith("PORTT=1"), {}))).toContain("PORTT");
    expect(refusal(() => readEnvironment(folderWith("port=1"), {}))).toContain("write PORT.");
  });

  test("the demo never runs in production", () => {
    expect(refusal(() => readConfig({ NODE_ENV: "production", DEMO: "on" }))).toContain("DEMO");
  });

  test("production refuses sign-in over plain http except on localhost", () => {
    const refused = { NODE_ENV: "production", PUBLIC_URL: "http://desk.example.com" };
    expect(refusal(() => readConfig(refused))).toContain("PUBLIC_URL");
    expect(readConfig({ ...refused, PUBLIC_URL: "http://localhost:8080" }).publicUrl).toBe(
      "http://localhost:8080",
    );
    expect(readConfig({ ...refused, PUBLIC_URL: "https://desk.example.com/" }).publicUrl).toBe(
      "https://desk.example.com",
    );
  });
});

describe("settings that hold", () => {
  test("nothing set is the demo on this machine", () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      isReachable: false,
      dataDir: resolve("data"),
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseGuestUrl: null,
      databaseListenUrl: null,
      filesStore: null,
      filesIn: "folder",
      publicUrl: "http://localhost:3000",
      demo: true,
      smtpUrl: null,
      mailFrom: "Waypost <no-reply@localhost>",
      mailListen: null,
      brandName: "Waypost",
      brandLogo: null,
      allowedOrigins: [],
      logLevel: "warn",
      trustedProxies: [],
      metricsKey: null,
      secretKey: null,
      preparedStatements: true,
      reportsDatabaseUrl: null,
      production: false,
    });
  });

  test("of several hosts, reports are read from one that follows, unless a single host is named", () => {
    expect(readReportsUrl("postgres://u@a/d")).toBe("postgres://u@a/d");
    expect(readReportsUrl("postgres://u@a,b/d")).toBe("postgres://u@a,b/d?target_session_attrs=standby");
    expect(readReportsUrl("postgres://u@a,b/d?sslmode=require")).toContain(
      "?sslmode=require&target_session_attrs=standby",
    );
    expect(refusal(() => readReportsUrl("postgres://u@a,b/d?target_session_attrs=read-write"))).toContain(
      "REPORTS",
    );
  });

  test("an object store is Amazon's, or another one with the key in its address or beside it", () => {
    expect(readConfig({ FILES_URL: "s3://KEY:a%2Fb@desk-files?region=eu-central-1" })).toMatchObject({
      filesIn: "store",
      filesStore: {
        bucket: "desk-files",
        prefix: "",
        region: "eu-central-1",
        endpoint: null,
        pathStyle: false,
        credentials: { accessKeyId: "KEY", secretAccessKey: "a/b" },
      },
    });
    const beside = { AWS_ACCESS_KEY_ID: "KEY", AWS_SECRET_ACCESS_KEY: "hush" };
    const url = "s3://bucket/desk/one/?endpoint=https://s3.example.com:9000";
    expect(readConfig({ FILES_URL: url, ...beside, FILES_IN: "folder" })).toMatchObject({
      filesIn: "folder",
      filesStore: {
        prefix: "desk/one/",
        region: "us-east-1",
        endpoint: "https://s3.example.com:9000",
        pathStyle: true,
        credentials: { accessKeyId: "KEY", secretAccessKey: "hush" },
      },
    });
    expect(readConfig({ FILES_URL: url }).filesStore?.credentials).toBeNull();
  });

  test("the demo is off with a database of one's own and in production", () => {
    expect(readConfig({ DATABASE_URL: "postgres://u@h/d" }).demo).toBe(false);
    expect(readConfig({ NODE_ENV: "production" }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL: "postgres://u@h/d", DEMO: "on" }).demo).toBe(true);
  });

  test("the public address follows the port, and an empty value counts as not set", () => {
    expect(readConfig({ PORT: "8080", PUBLIC_URL: "" }).publicUrl).toBe("http://localhost:8080");
  });

  test("mail is taken at several addresses, in two protocols", () => {
    const { mailListen } = readConfig({ MAIL_LISTEN: "smtp://127.0.0.1:2525, LMTP://[::1]:2424" });
    expect(mailListen).toEqual({
      addresses: [
        { protocol: "smtp", host: "127.0.0.1", port: 2525 },
        { protocol: "lmtp", host: "::1", port: 2424 },
      ],
      certificate: null,
    });
  });

  test("a certificate and a key that are none stop the start", () => {
    const folder = newFolder();
    const [cert, key] = ["cert.pem", "key.pem"].map((name) => join(folder, name));
    const env = { MAIL_LISTEN: "smtp://127.0.0.1:2525", MAIL_LISTEN_CERT: cert, MAIL_LISTEN_KEY: key };
    expect(refusal(() => readConfig(env))).toContain("MAIL_LISTEN_CERT");
    for (const path of [cert, key]) writeFileSync(path ?? "", "no certificate");
    expect(refusal(() => readConfig(env))).toContain("its own key");
  });

  test("origins are a list", () => {
    const origins = readConfig({
      ALLOWED_ORIGINS: "https://a.example, https://b.example:8443/",
    }).allowedOrigins;
    expect(origins).toEqual(["https://a.example", "https://b.example:8443"]);
  });

  test("the process's environment wins over the file", () => {
    const folder = folderWith("PORT=4000\nHOST=localhost");
    expect(readEnvironment(folder, { PORT: "5000" })).toEqual({ PORT: "5000", HOST: "localhost" });
  });
});

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

function folderWith(env: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, ".env"), env);
  return folder;
}

const readReportsUrl = (url: string) =>
  readConfig({ DATABASE_URL: "postgres://u@a,b/d", REPORTS_DATABASE_URL: url }).reportsDatabaseUrl;
