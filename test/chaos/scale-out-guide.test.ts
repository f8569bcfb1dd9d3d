import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { readGuide, readSettings } from "../../chaos/faults/guide.ts";
import { PAGE, STEPS } from "../../chaos/scenarios/deployments/scale-out.ts";

const guide = readGuide(PAGE, []);

it("the guide past one machine has blocks for each step that is walked, and none that is not", () => {
  const walked = STEPS.map(([heading]) => heading);
  const withBlocks = [...guide].filter(([, blocks]) => blocks.length > 0).map(([heading]) => heading);
  expect(withBlocks.toSorted()).toEqual(walked.toSorted());
});

it("its settings are a desk's, and its commands those that the walk gives a meaning", () => {
  const known =
    /^(systemctl (start|stop|restart) waypost|ssh desk2 systemctl (start|stop) waypost|mv \S+ \S+)$/;
  const npm = /^(FILES_URL='\S+' )?npm run (backup|restore|files) -- \S+( --delete| --without-attachments)?$/;
  for (const blocks of guide.values())
    for (const { kind, text } of blocks) {
      if (kind === "ini")
        expect(() => readConfig({ SECRET_KEY: "5e".repeat(32), ...readSettings(text) })).not.toThrow();
      for (const line of kind === "sh" ? text.trim().split("\n") : [])
        expect(known.test(line) || npm.test(line), line).toBe(true);
    }
});
