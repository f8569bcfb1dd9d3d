import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, PASSWORD, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.drain();
  await world.pool.query("delete from mails");
});

type Mail = { to: string; subject: string; text: string; html: string };
const mails = async (): Promise<Mail[]> => {
  await world.drain();
  const { rows } = await world.pool.query(
    `select "to", subject, body_text as text, body_html as html from mails order by position`,
  );
  return rows;
};
const speak = (name: Name, locale: string | null) =>
  world.as(name).patch(`/users/${world.idOf(name)}`, { locale });
const setDeskLanguage = (language: string) => world.as("maren").patch("/settings", { language });

describe("the language of mail", () => {
  it("is refused where there is no such mail, for a person and for the desk", async () => {
    for (const wrong of ["fr", "de-DE", "", 7]) {
      expect((await world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { locale: wrong })).status).toBe(
        422,
      );
      expect((await world.as("maren").patch("/settings", { language: wrong })).status).toBe(422);
    }
    expect((await world.as("rafael").patch("/settings", { language: "de" })).status).toBe(403);
  });

  it("is each reader's own: two people on one ticket read two languages", async () => {
    await speak("tomas", "de");
    const { body } = await world.as("tomas").post("/tickets", {
      subject: "Der Drucker steht",
      issue: "Seit heute",
    });
    const path = `/tickets/${body.ticket.id}`;
    await world.as("maren").post(`${path}/participants`, { user_id: world.idOf("priya") });
    await world.drain();
    await world.pool.query("delete from mails");
    await world.as("idris").post(`${path}/comments`, { comment: "Läuft er wieder?" });
    const byReader = Object.fromEntries((await mails()).map((mail) => [mail.to, mail]));
    expect(byReader["tomas@kestrel.test"]?.text).toContain("Hallo Tomás");
    expect(byReader["tomas@kestrel.test"]?.text).toContain("hat auf");
    expect(byReader["tomas@kestrel.test"]?.html).toContain('<html lang="de">');
    expect(byReader["priya@kestrel.test"]?.text).toContain("answered on");
    expect(byReader["priya@kestrel.test"]?.html).toContain('<html lang="en">');
  });

  it("is the desk's for whoever has chosen none, such as somebody just invited", async () => {
    await setDeskLanguage("de");
    const invite = (email: string) =>
      world.as("maren").post("/users/invite", {
        email,
        fullname: "Neu Hier",
        user_type: "external",
        company_id: world.companies.kestrel,
      });
    await invite("neu@kestrel.test");
    await speak("priya", "en");
    await world.as("priya").post("/tickets", { subject: "The printer is silent", issue: "Since today" });
    await world.drain();
    await setDeskLanguage("en");
    await invite("new@kestrel.test");
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ["neu@kestrel.test", "Sie sind zum Helpdesk von Kestrel Logistics eingeladen"],
      ["priya@kestrel.test", expect.stringMatching(/The printer is silent$/)],
      ["new@kestrel.test", "You are invited to the help desk of Kestrel Logistics"],
    ]);
    expect((await mails())[1]?.text).toContain("Your ticket");
  });

  it("leaves no English in what the desk says to somebody who reads German", async () => {
    for (const name of ["lena", "maren"] as const) await speak(name, "de");
    const create = () => world.as("idris").post("/tickets", { subject: "Betreff", issue: "Frage" });
    const ids = [(await create()).body.ticket.id, (await create()).body.ticket.id];
    await world.as("idris").patch("/tickets/bulk", { ids, assignee_id: world.idOf("lena") });
    await world.as("idris").put(`/tickets/${ids[0]}`, { assignee_id: world.idOf("idris") });
    await world.as("idris").put(`/tickets/${ids[0]}`, { assignee_id: world.idOf("lena") });
    await world.as("idris").post(`/tickets/${ids[0]}/comments`, { comment: "Antwort" });
    await world.as().post("/auth/forgot-password", { email: "lena@waypost.test" });
    await world.as("maren").post(`/users/${world.idOf("lena")}/send-invite`);
    await world.as("maren").post("/mail/test");
    await world.as("lena").post(`/users/${world.idOf("lena")}/change-password`, {
      current_password: PASSWORD,
      new_password: "lantern mosaic tundra 7",
    });
    const sent = await mails();
    expect(sent.map(({ subject }) => subject.replace(/\[.*\] /, "")).toSorted()).toEqual([
      "2 Tickets sind Ihnen zugewiesen",
      "Betreff",
      "Betreff",
      "Betreff",
      "Eine Testnachricht von Ihrem Helpdesk",
      "Ihr Passwort wurde geändert",
      "Neues Passwort setzen",
      "Neues Passwort setzen",
      "Re: Betreff",
    ]);
    for (const { subject, text, html } of sent) {
      expect(html).toContain('<html lang="de">');
      expect(`${subject}\n${text}`).not.toMatch(/\b(Hello|You|Your|the|this|with|was|Open|Set|Go)\b/);
    }
  });
});
