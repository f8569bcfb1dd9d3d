import { expect } from "@playwright/test";
import { STORIES } from "../../chaos/load/browser-stories.ts";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import { callAs } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

for (const story of STORIES) {
  test(`one ticket is raised, whatever goes wrong: ${story.name}`, async ({ page, context, request }) => {
    const subject = uniqueName("It broke off");
    await signIn(page, "idris");
    await story.raiseTicket(context, subject, createSeededRandom(7));
    const idris = await callAs(request, "idris");
    const { body } = await idris("GET", `/tickets?search=${encodeURIComponent(subject)}`);
    expect(body["meta"]).toMatchObject({ total: 1 });
  });
}
