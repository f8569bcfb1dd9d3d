/*
 * `npm run admin -- create EMAIL`: makes (or rescues) an administrator from the shell.
 * `npm run admin -- go-live EMAIL`: makes an administrator and removes the sample data, before others may come.
 * `npm run admin -- reset-second-factor EMAIL`: lets in somebody who lost phone and recovery codes.
 */
import { Email, KnownEmail } from "#contract/field-schemas.ts";
import type { Db } from "#server/lib/request-context.ts";
import { adoptSampleAccount, removeSamplesFromShell } from "#server/demo/sample-accounts.ts";
import { makeAdministrator, resetFactorFromShell } from "#server/users/create/administrator-from-shell.ts";
import { runTool, usage } from "./command-line/run-command.ts";

await runTool(() => {
  const { work, email } = readArguments(process.argv.slice(2));
  return async ({ db }) => {
    const lines = await work(db, email);
    process.stdout.write(`\n${lines.map((line) => `  ${line}`).join("\n")}\n\n`);
  };
});

async function create(db: Db, email: string): Promise<string[]> {
  const { id, password, made } = await makeAdministrator(db, { email, now: new Date() });
  await adoptSampleAccount(db, id);
  return [
    made ? `${email} is now an administrator.` : `${email} is an administrator, signed out everywhere.`,
    `Password  ${password}`,
    "It is shown only here, and must be changed at the first sign-in.",
  ];
}

async function goLive(db: Db, email: string): Promise<string[]> {
  const { id, password } = await makeAdministrator(db, { email, now: new Date() });
  await adoptSampleAccount(db, id);
  const { removed, kept } = await removeSamplesFromShell(db, id, new Date());
  return [
    `${email} is an administrator, and the sample data are gone: ${removed.people} people, ${removed.tickets} tickets.`,
    ...(kept.tickets + kept.people > 0
      ? [`What people had already worked on stays: ${kept.tickets} tickets, ${kept.people} closed accounts.`]
      : []),
    `Password  ${password}`,
    "It is shown only here, and must be changed at the first sign-in.",
    "Start with DEMO=off, and with HOST, PUBLIC_URL and NODE_ENV as docs/operations/install.md says.",
  ];
}

async function resetSecondFactor(db: Db, email: string): Promise<string[]> {
  const wasOn = await resetFactorFromShell(db, { email, now: new Date() });
  if (!wasOn) return [`${email} has no two-factor sign-in: the password alone is asked for.`];
  return [`${email} signs in with the password alone, and is signed out everywhere.`];
}

function readArguments([verb, email, ...rest]: string[]) {
  const parsed = (verb === "reset-second-factor" ? KnownEmail : Email).safeParse(email);
  const work = { create, "go-live": goLive, "reset-second-factor": resetSecondFactor }[verb ?? ""];
  if (work && parsed.success && rest.length === 0) return { work, email: parsed.data };
  throw usage(
    "write npm run admin -- create EMAIL, go-live EMAIL or reset-second-factor EMAIL, with the e-mail address of the person.",
  );
}
