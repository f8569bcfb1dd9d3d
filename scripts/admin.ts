/* `npm run admin -- create EMAIL`: makes (or rescues) an administrator from the shell. */
import { Email } from "#contract/shared.ts";
import { makeAdministrator } from "../server/users/administrator.ts";
import { runTool, usage } from "./tool.ts";

await runTool(() => {
  const email = readEmail(process.argv.slice(2));
  return async ({ db }) => {
    const { password, made } = await makeAdministrator(db, { email, now: new Date() });
    const lines = [
      made ? `${email} is now an administrator.` : `${email} is an administrator, signed out everywhere.`,
      `Password  ${password}`,
      "It is shown only here, and must be changed at the first sign-in.",
    ];
    process.stdout.write(`\n${lines.map((line) => `  ${line}`).join("\n")}\n\n`);
  };
});

function readEmail([verb, email, ...rest]: string[]): string {
  const parsed = Email.safeParse(email);
  if (verb === "create" && parsed.success && rest.length === 0) return parsed.data;
  throw usage("write npm run admin -- create EMAIL, with the e-mail address of the administrator.");
}
