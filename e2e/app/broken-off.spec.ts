import { expect, test } from "@playwright/test";
import { STORIES } from "../../chaos/load/browser-stories.ts";
import { seededRandom } from "#server/lib/seeded-random.ts";
import { callAs, signIn, unique } from "../support/desk.ts";

for (const story of STORIES) {
  test(`one ticket is raised, whatever goes wrong: ${story.name}`, async ({ page, context, request }) => {
    const subject = unique("It broke off");
    await signIn(page, "idris");
    await story.tell(context, subject, seededRandom(7));
    const idris = await callAs(request, "idris");
    const { body } = await idris("GET", `/tickets?search=${encodeURIComponent(subject)}`);
    expect(body["meta"]).toMatchObject({ total: 1 });
  });
}
