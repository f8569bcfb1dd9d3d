import { describe, expect, it } from "vitest";
import { filtersOf, readAuditSearch } from "./audit-search-params.ts";
import { changedFields, kindText } from "./event-text.ts";
import { deviceName } from "#web/settings/account/device-name.ts";

describe("the address of the audit log", () => {
  it("ignores what it does not know", () => {
    expect(readAuditSearch({ entity: "secrets", from: "yesterday", to: "2026-13-40", search: " " })).toEqual(
      {},
    );
    expect(readAuditSearch({ entity: "toString" })).toEqual({});
  });

  it("covers whole days of the reader, the last one too", () => {
    const { from, to } = filtersOf(readAuditSearch({ from: "2026-11-20", to: "2026-11-20" }));
    expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(24 * 60 * 60 * 1000);
  });
});

describe("an entry of the audit log", () => {
  it("names its kind in plain words", () => {
    expect(kindText("user.roles_changed")).toBe("user roles changed");
  });

  it("shows every field that was or is, and a dash for what is not", () => {
    const entry = { before: { city: "Bergen", state: null }, after: { city: null, roles: ["manager"] } };
    expect(changedFields(entry)).toEqual([
      { name: "city", before: "Bergen", after: "-" },
      { name: "state", before: "-", after: "-" },
      { name: "roles", before: "-", after: '["manager"]' },
    ]);
  });
});

describe("the name of a device", () => {
  it("is the browser and the system where they are known", () => {
    const edge =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0";
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1";
    expect(deviceName(edge)).toBe("Edge on Windows");
    expect(deviceName(phone)).toBe("Safari on iOS");
  });

  it("is what other programs call themselves, or unknown", () => {
    expect(deviceName("curl/8.5.0")).toBe("curl");
    expect(deviceName(null)).toBe("Unknown device");
  });
});
