import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { formatReadyMessage } from "./ready-message.ts";

test("the demo's sign-ins are shown, and only the demo's", () => {
  const demo = formatReadyMessage(readConfig({ DATA_DIR: "/srv/data" }), {
    took: "1.0 s",
    place: "/srv/data",
  });
  expect(demo).toContain("Address   http://localhost:3000");
  expect(demo).toContain("Data      /srv/data\n");
  expect(demo).toContain("admin@waypost.example");
  const emptied = formatReadyMessage(readConfig({}), { took: "1.0 s", place: null, hasSamples: false });
  expect(emptied).not.toContain("admin@waypost.example");
  const own = formatReadyMessage(readConfig({ DEMO: "off" }), { took: "1.0 s", place: null });
  expect(own).not.toContain("waypost-demo");
});

test("a database that lies elsewhere is named", () => {
  const config = readConfig({ DATA_DIR: "/root/data" });
  expect(formatReadyMessage(config, { took: "1.0 s", place: "/var/lib/waypost/data-1" })).toContain(
    "/var/lib/waypost/data-1",
  );
});

test("the address of a database of one's own is not printed: it may hold a password", () => {
  const words = formatReadyMessage(readConfig({ DATABASE_URL: "postgres://u:hush@h/d" }), {
    took: "1.0 s",
    place: null,
  });
  expect(words).not.toContain("hush");
  expect(words).toContain("DATABASE_URL");
});
