import { makePerson, type World } from "./app-with-people.ts";

/** People whom a test makes; a file names the calls before its world is made. */
export function newClients(desk: () => World) {
  let made = 0;
  const newEmail = () => `person${(made += 1)}@kestrel.test`;
  /** A client of Kestrel who is nobody else's business. */
  const makeClient = (fullname = "Nadia Ferreira") => {
    const { db, companies } = desk();
    return makePerson(db, { email: newEmail(), fullname, role: "Client", company: "kestrel" }, companies);
  };
  return { newEmail, makeClient };
}
