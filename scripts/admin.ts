/*
 * `npm run admin -- create EMAIL`: makes (or rescues) an administrator from the shell.
 * `npm run admin -- reset-second-factor EMAIL`: lets in somebody who lost phone and recovery codes.
 */
import { Email } from "#contract/field-schemas.ts";
import type { Db } from "#server/lib/context.ts";
import { makeAdministrator, resetFactorFromShell } from "#server/users/administrator-from-shell.ts";
import { runTool, usage } from "./command-line/run-command.ts";

await runTool(() => {
  const { work, email } = readArguments(process.argv.slice(2));
  return async ({ db }) => {
    const lines = await work(db, email);
    process.stdout.write(`\n${lines.map((line) => `  ${line}`).join("\n")}\n\n`);
  };
});

async function create(db: Db, email: string): Promise<string[]> {
  const { password, made } = await makeAdministrator(db, { email, now: new Date() });
  return [
    made ? `${email} is now an administrator.` : `${email} is an administrator, signed out everywhere.`,
    `Password  ${password}`,
    "It is shown only here, and must be changed at the first sign-in.",
  ];
}

async function resetSecondFactor(db: Db, email: string): Promise<string[]> {
  const wasOn = await resetFactorFromShell(db, { email, now: new Date() });
  if (!wasOn) return [`${email} has no two-factor sign-in: the password alone is asked for.`];
  return [`${email} signs in with the password alone, and is signed out everywhere.`];
}

function readArguments([verb, email, ...rest]: string[]) {
  const parsed = Email.safeParse(email);
  const work = { create, "reset-second-factor": resetSecondFactor }[verb ?? ""];
  if (work && parsed.success && rest.length === 0) return { work, email: parsed.data };
  throw usage(
    "write npm run admin -- create EMAIL, or npm run admin -- reset-second-factor EMAIL, with the e-mail address of the person.",
  );
}
