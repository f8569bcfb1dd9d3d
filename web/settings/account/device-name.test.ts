import { describe, expect, it } from "vitest";
import { deviceName } from "./device-name.ts";

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
