import { makePerson, tokenFor, type World } from "../../support/app/app-with-people.ts";
import { publishKey } from "../../support/incoming/incoming-mail.ts";

/** Somebody as the oracle knows them; nothing of the server's own rules is asked. */
export type Member = {
  id: string;
  email: string;
  kind: "staff" | "client_admin" | "client" | "roleless";
  company: string | null;
  /** Mail of theirs is signed by the domain where they wish; the third company has no signatures at all. */
  signs: boolean;
};

/** Clients of three companies: one whose domain refuses forgeries, one that signs, one that does neither. */
export async function makeCast(world: World) {
  publishKey(world, "kestrel.test", "reject");
  publishKey(world, "waypost.test", "reject");
  publishKey(world, "aster.test");
  const borealis = await world.db
    .insertInto("companies")
    .values({ name: "Borealis Freight" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { kestrel, aster } = world.companies;
  const add = async (first: string, domain: string, company: string, kind: "client" | "client_admin") => {
    const email = `${first}@${domain}`;
    const role = kind === "client" ? ("Client" as const) : ("client_admin" as const);
    const person = { email, fullname: `${first} Nilsson`, role, company: "kestrel" as const };
    const id = await makePerson(world.db, person, { ...world.companies, kestrel: company });
    return { id, email, kind, company, signs: domain !== "borealis.test" };
  };
  const own = (name: "priya" | "tomas" | "helena" | "jonas"): Member => ({
    id: world.idOf(name),
    email: world.people[name].email,
    kind: world.people[name].role === "Client" ? "client" : "client_admin",
    company: world.companies[world.people[name].company],
    signs: true,
  });
  const clients: Member[] = [
    own("priya"),
    own("tomas"),
    await add("olu", "kestrel.test", kestrel, "client"),
    own("helena"),
    own("jonas"),
    await add("mila", "aster.test", aster, "client"),
    await add("ada", "borealis.test", borealis.id, "client_admin"),
    await add("bram", "borealis.test", borealis.id, "client"),
    await add("cleo", "borealis.test", borealis.id, "client"),
  ];
  const colleague = (name: "idris" | "lena" | "maren" | "rafael"): Member => ({
    id: world.idOf(name),
    email: world.people[name].email,
    kind: "staff",
    company: null,
    signs: true,
  });
  const staff = [colleague("idris"), colleague("lena")];
  const roleless: Member = {
    id: world.idOf("nobody"),
    email: world.people.nobody.email,
    kind: "roleless",
    company: null,
    signs: true,
  };
  /** Everybody whom the desk may mail; the others of the staff write no mail here. */
  const readers = [...clients, ...staff, colleague("maren"), colleague("rafael")];
  return { clients, staff, roleless, readers, companies: [kestrel, aster, borealis.id] };
}
export type Cast = Awaited<ReturnType<typeof makeCast>>;

/** Calls the API as one of the cast, at the clock's time of now. */
export async function callAs(world: World, { id }: Member) {
  return world.withToken(await tokenFor(world.db, id, world.clock.now()));
}
