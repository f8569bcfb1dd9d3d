import type { SeededRandom } from "#server/lib/seeded-random.ts";

/** A rank from 0 up to, not including, `count`: the first is drawn about twice as often as the second, and so on (Zipf). */
export function drawZipf(dice: SeededRandom, count: number): number {
  return Math.min(count - 1, Math.floor(count ** dice.next()) - 1);
}

/** Number of invented names of products, hosts, projects and places. A few are frequent, most are rare. */
const NAMES = 30_000;

/** An invented name of a thing, Zipf-distributed. */
export function inventName(dice: SeededRandom): string {
  return makeName(drawZipf(dice, NAMES));
}

/** The same number, the same name; different numbers below some 200,000, different names. */
export function makeName(index: number): string {
  // Multiplying by a number without common factors scatters neighbours.
  let rest = (index * 48_271 + 11) % 216_000;
  let name = "";
  for (let part = 0; part < 3; part += 1) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? "";
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return name;
}

const SYLLABLES = [
  ..."ba bel bri ca cor da del dor el fa fen fi gal gor ha hel in jor ka kel".split(" "),
  ..."kor la len lo mar mi mon na nel nor o pa pel qui ra ren ro sa sen sol".split(" "),
  ..."ta tel ti tor u va vel vi von wa wen win xa xel ya yor za zel zi zor".split(" "),
];

export const GIVEN = [
  ..."Ada Agnieszka Aiko Alba Amara Amir Ana Anders Aoife Bela Bram Callum Carla Chidi Clara Dara Dario Dina".split(
    " ",
  ),
  ..."Edda Elif Emre Eva Farid Femi Finn Gita Greta Hana Henrik Ida Ines Ivan Jana João Jonas Kaia Karim Kofi".split(
    " ",
  ),
  ..."Lars Leila Leonor Lucía Łukasz Magda Mateo Mei Mila Nadia Nils Noor Olga Omar Paweł Pia Priya Rafael Rosa".split(
    " ",
  ),
  ..."Ruth Samir Sanna Sean Sofia Sören Tariq Tess Tomás Uma Vera Viktor Wanda Xenia Yara Yusuf Zofia Zoë".split(
    " ",
  ),
];

export const FAMILY = [
  ..."Abara Achterberg Almeida Andersen Aydın Bakker Barros Bell Berg Bianchi Brandt Byrne Carvalho Castro Claes".split(
    " ",
  ),
  ..."Costa Dąbrowski Dahl Demir Diallo Dubois Eriksen Fischer Fonseca Gallo García Grant Haddad Hale Hansen Horák".split(
    " ",
  ),
  ..."Ito Jansen Johansson Kaya Keller Khan Kowalski Kovács Kruse Laine Larsen Lefèvre Lind Lopes Maas Marsh Mehta".split(
    " ",
  ),
  ..."Mensah Moreau Müller Nagy Nair Ndiaye Novák Nowak O'Brien Okafor Olsen Osei Pereira Petrov Pike Popescu Quinn".split(
    " ",
  ),
  ..."Ramos Rao Reid Ricci Rossi Sato Schmidt Silva Singh Šimek Sørensen Suzuki Tanaka Torres Vale Vogt Weber".split(
    " ",
  ),
  ..."Whitcombe Wiśniewski Wood Yıldız Young Zhang Zieliński".split(" "),
];

export const TRADES = [
  ..."Foundry Logistics Legal Clinics Dental Insurance Schools Tools Architects Hotels Freight Coffee Energy Print".split(
    " ",
  ),
  ..."Textiles Marine Farms Bakery Optics Pharma Timber Motors Studios Media Partners Holdings Retail Steel Paper".split(
    " ",
  ),
  ..."Ceramics Aviation Robotics Nursery Brewery Museum".split(" "),
];

export const NOUNS = [
  ..."printer laptop monitor server password mailbox folder invoice report backup licence certificate phone scanner".split(
    " ",
  ),
  ..."router switch firewall account calendar meeting database export import update driver screen keyboard headset".split(
    " ",
  ),
  ..."camera tablet dock cable network connection signature attachment template form order stock label terminal session".split(
    " ",
  ),
  ..."token group policy share archive snapshot replica queue service portal application browser plugin profile desktop".split(
    " ",
  ),
];
