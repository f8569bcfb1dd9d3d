import type { CompanyKey } from "./stories/story.ts";

type DemoCompany = {
  key: CompanyKey;
  name: string;
  description: string;
  /** Mail domain of its people. */
  domain: string;
  email: string | null;
  phone: string | null;
  active?: false;
  /** Plain clients of this one also see their colleagues' tickets. */
  sharing?: "company";
  ageInDays: number;
  sites: readonly string[];
  /** How many tickets it raises, against the others. */
  weight: number;
};

export const COMPANIES: readonly DemoCompany[] = [
  {
    key: "kestrel",
    name: "Kestrel Logistics",
    description: "Regional haulier, depots in Leeds, Hull and Rotterdam",
    domain: "kestrel.example",
    email: "it@kestrel.example",
    phone: "+44 113 496 0199",
    ageInDays: 1840,
    sites: ["Leeds depot", "Hull depot", "Rotterdam depot"],
    weight: 9,
  },
  {
    key: "aster",
    name: "Aster Legal",
    description: "Commercial law firm, 3 offices",
    domain: "asterlegal.example",
    email: "it@asterlegal.example",
    phone: "+44 20 7946 0112",
    ageInDays: 760,
    sites: ["London", "Bristol"],
    weight: 6,
  },
  {
    key: "meridian",
    name: "Meridian Freight",
    description: "Freight forwarder; hosts its own ERP in Antwerp",
    domain: "meridianfreight.example",
    email: "ops@meridianfreight.example",
    phone: "+32 3 555 01 44",
    sharing: "company",
    ageInDays: 800,
    sites: ["Antwerp", "Zeebrugge", "Porto"],
    weight: 6,
  },
  {
    key: "tidewell",
    name: "Tidewell Clinics",
    description: "Network of nine outpatient clinics in the north-west",
    domain: "tidewell.example",
    email: "support@tidewell.example",
    phone: "+44 151 496 0166",
    ageInDays: 790,
    sites: ["Hoylake", "Southport"],
    weight: 6,
  },
  {
    key: "fjord",
    name: "Fjord & Finch Coffee",
    description: "Roastery and nine cafés; POS, Wi-Fi and card readers",
    domain: "fjordfinch.example",
    email: null,
    phone: "+47 55 55 01 20",
    ageInDays: 245,
    sites: ["Dock Street"],
    weight: 3,
  },
  {
    key: "brightwater",
    name: "Brightwater Dental Group",
    description: "Eleven dental practices on a shared terminal server",
    domain: "brightwater.example",
    email: "practice.it@brightwater.example",
    phone: "+44 117 496 0145",
    ageInDays: 1120,
    sites: ["Clifton", "Bedminster"],
    weight: 5,
  },
  {
    key: "castellan",
    name: "Castellan Insurance",
    description: "Managed workplace and identity, 24×7 contract",
    domain: "castellan.example",
    email: "servicedesk@castellan.example",
    phone: "+44 20 7946 0871",
    ageInDays: 1500,
    sites: ["Head office", "Claims", "Underwriting", "Warsaw"],
    weight: 8,
  },
  {
    key: "linden",
    name: "Linden Primary Trust",
    description: "Four schools; laptops, filtering and safeguarding reports",
    domain: "lindentrust.example",
    email: "office@lindentrust.example",
    phone: null,
    ageInDays: 400,
    sites: ["Mill Lane", "St Anne's"],
    weight: 4,
  },
  {
    key: "novak",
    name: "Novak Precision Tools",
    description: "CNC workshop with branches in Brno and Gdańsk",
    domain: "novak.example",
    email: null,
    phone: null,
    active: false,
    ageInDays: 2200,
    sites: ["Brno"],
    weight: 2,
  },
  {
    key: "oakline",
    name: "Oakline Architects",
    description: "Design studio with large project shares and nightly snapshots",
    domain: "oakline.example",
    email: "studio@oakline.example",
    phone: "+44 161 496 0133",
    ageInDays: 420,
    sites: ["Studio"],
    weight: 4,
  },
  {
    key: "portquay",
    name: "Port Quay Hotels",
    description: "Seven hotels; PMS, guest network and phones",
    domain: "portquay.example",
    email: "technology@portquay.example",
    phone: "+44 1273 496 018",
    ageInDays: 1130,
    sites: ["Brighton", "Whitby", "Cascais"],
    weight: 6,
  },
];
