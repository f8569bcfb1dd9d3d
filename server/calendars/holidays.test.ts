import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const propose = (query: Record<string, string>) => world.as("maren").get("/calendars/holidays", query);

describe("public holidays", () => {
  it("are proposed of a country or a region, with substitute days, and nothing is saved", async () => {
    const england = await propose({ country: "GB", region: "ENG", year: "2026" });
    expect(england.body.days.map(({ day, name }: { day: string; name: string }) => `${day} ${name}`)).toEqual(
      [
        "2026-01-01 New Year's Day",
        "2026-04-03 Good Friday",
        "2026-04-06 Easter Monday",
        "2026-05-04 Early May bank holiday",
        "2026-05-25 Spring bank holiday",
        "2026-08-31 Summer bank holiday",
        "2026-12-25 Christmas Day",
        "2026-12-26 Boxing Day",
        "2026-12-28 Boxing Day (substitute day)",
      ],
    );
    const scotland = (await propose({ country: "GB", region: "SCT", year: "2027" })).body.days;
    const scottish: string[] = scotland.map(({ day }: { day: string }) => day);
    expect(scottish).toEqual(expect.arrayContaining(["2027-01-04", "2027-11-30"]));
    expect(scottish).not.toContain("2027-03-29");
  });

  it("have German names where those are known", async () => {
    const { days } = (await propose({ country: "DE", region: "BY", year: "2027", language: "de" })).body;
    expect(days[0]).toEqual({ day: "2027-01-01", name: "Neujahr" });
    expect(days.map(({ name }: { name: string }) => name)).toContain("Allerheiligen");
  });

  it("are refused for what is not known", async () => {
    const cases: [Record<string, string>, string][] = [
      [{ country: "XX", year: "2027" }, "The public holidays of this country are not known"],
      [{ country: "..", year: "2027" }, "The public holidays of this country are not known"],
      [{ country: "GB", region: "BY", year: "2027" }, "This country has no such region"],
      [{ country: "GB", region: "toString", year: "2027" }, "This country has no such region"],
      [{ country: "GB", year: "2038" }, "Public holidays after 2037 are not known to this version"],
      [{ country: "GB", year: "2023" }, "Public holidays before 2024 are not known to this version"],
      [{ country: "GB", year: "next" }, "year must be a whole number"],
      [{ country: "GB" }, ""],
    ];
    for (const [query, detail] of cases) {
      const answer = await propose(query);
      expect([query, answer.status]).toEqual([query, 422]);
      expect(JSON.stringify(answer.body)).toContain(detail);
    }
  });

  it("are known of 45 countries with their regions, to 2037", async () => {
    const { countries, first_year, last_year } = (
      await world.as("maren").get("/calendars/holidays/countries")
    ).body;
    expect([countries.length, first_year, last_year]).toEqual([45, 2024, 2037]);
    const british = countries.find(({ code }: { code: string }) => code === "GB");
    expect(british.regions).toContainEqual({ code: "SCT", name: "Scotland" });
    for (const { code } of countries)
      expect([code, (await propose({ country: code, year: "2037" })).body.days.length > 3]).toEqual([
        code,
        true,
      ]);
  });
});
