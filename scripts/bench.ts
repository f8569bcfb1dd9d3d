/*
 * `npm run bench [-- --tickets 100000] [--rounds 40] [--data DIR]`: our API against a bare node:http + pg handler with the
 * same SQL on the same database, turn by turn in one run. Answers and stored rows are checked; figures go to
 * bench/results and the pages of docs/performance. With --data a desk is kept and used again; otherwise it goes when this ends.
 * With --browser: what a person waits for in Chromium, at the machine's speed and four times slower (--slowdowns 1,4).
 * With --mixed 1800: everything at once, so many seconds at --rate 500 requests a second, and what happens at too many.
 * With --floor: against the check of the session, and against hand-written SQL behind node:http and pg.
 * With --searches: words of every frequency, as an agent and as a client admin, after a flood of tickets of one kind.
 * With --noisy: one hostile client at full speed beside another company's list, and without it.
 * With --windows 300: how soon a change is heard beside so many open windows of clients.
 * With --live: from an answer until its words stand on another person's open page.
 * With --reads: every path that is read, and which of them take more than 25 ms.
 * With --replies: saved replies and drafts against one statement each, a macro on 200 tickets, merging 300 comments, answering 200 reporters.
 * With --sla: clocks, receipts, due and overdue lists and reports of service levels; writing tickets with them and without.
 * With --writes: tickets and answers through 16 connections, by how their changes are announced.
 * With --mail: mail stored and processed, a backlog of --backlog 2000 mails, questions of --mails 100000,1000000 kept ones.
 * With --sizes 10000,100000,1000000: desks of these sizes, in folders of --data, asked the same in turn.
 * With --rt http://127.0.0.1:8080 --rt-database postgres://...: beside a Request Tracker 5 that runs there.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureAgainstFloor } from "../bench/floor/against-floor.ts";
import { measureAnswering } from "../bench/features/answering.ts";
import { measureBrowser } from "../bench/browser/browser.ts";
import { startFilledDesk, signIn } from "../bench/measure/start-filled-desk.ts";
import { measureCounters } from "../bench/compare/counters-against-counting.ts";
import { listenOn } from "../bench/mail/mails-to-send.ts";
import { countTickets, readMaterial } from "../bench/measure/pick-search-terms.ts";
import { endAgents } from "../bench/measure/measure.ts";
import { measureMixed } from "../bench/load/mixed-load.ts";
import {
  browserTable,
  floorTable,
  mixedTable,
  rtTable,
  sizesTable,
  tableOf,
  writeBrowserReport,
  writeFloorReport,
  writeMixedReport,
  writeReport,
  writeRtReport,
  writeSizesReport,
} from "../bench/report/report.ts";
import { measureBeside } from "../bench/compare/compare-with-request-tracker.ts";
import { measureConcurrentWrites } from "../bench/load/concurrent-writes.ts";
import { measureIncomingMail } from "../bench/mail/incoming-mail.ts";
import { measureLiveUpdates } from "../bench/browser/live-updates.ts";
import { measureOpenWindows } from "../bench/load/open-windows.ts";
import { measureNoise } from "../bench/load/noisy-neighbor.ts";
import { measureEveryRead } from "../bench/features/every-read.ts";
import { measureServiceLevels } from "../bench/features/service-levels.ts";
import { measureSearches } from "../bench/features/search-sweep.ts";
import { sweepTable, writeSweepReport } from "../bench/features/search-report.ts";
import { measureBesideBare } from "../bench/compare/beside-bare-handler.ts";
import { measureSizes } from "../bench/load/desk-sizes.ts";
import { memoryOf } from "../test/support/processes/process-size.ts";
import { freePort } from "../test/support/processes/spawn-app.ts";

const { values } = parseArgs({
  options: {
    tickets: { type: "string", default: "100000" },
    rounds: { type: "string", default: "40" },
    data: { type: "string" },
    browser: { type: "boolean", default: false },
    slowdowns: { type: "string", default: "1,4" },
    rows: { type: "string", default: "10000" },
    mixed: { type: "string" },
    rate: { type: "string", default: "500" },
    floor: { type: "boolean", default: false },
    searches: { type: "boolean", default: false },
    noisy: { type: "boolean", default: false },
    windows: { type: "string" },
    live: { type: "boolean", default: false },
    reads: { type: "boolean", default: false },
    sla: { type: "boolean", default: false },
    replies: { type: "boolean", default: false },
    writes: { type: "boolean", default: false },
    mail: { type: "boolean", default: false },
    backlog: { type: "string", default: "2000" },
    mails: { type: "string", default: "" },
    sizes: { type: "string" },
    rt: { type: "string" },
    "rt-database": { type: "string", default: "" },
  },
});
const tickets = Number(values.tickets);
const rounds = Number(values.rounds);
if (!(tickets >= 1000) || !(rounds >= 1)) {
  process.stderr.write(
    "write npm run bench [-- --tickets 100000] [--rounds 40] [--data DIR] [--browser], with 1000 tickets or more.\n",
  );
  process.exit(1);
}

const say = (words: string) => void process.stdout.write(`${words}\n`);
const load = () => loadavg()[0] ?? 0;
/** Load before the run above which other work is measured with ours; the run itself keeps two processors busy. */
const QUIET = 1;

const before = load();
const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), "waypost-bench-"));
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o711);
if (values.sizes) {
  await measureEachSize(values.sizes.split(",").map(Number));
  process.exit();
}
const mailPort = await freePort();
const desk = await startFilledDesk(folder, tickets, say, undefined, values.mail ? listenOn(mailPort) : {});
try {
  if (values.noisy) await measureNoise(desk, say);
  else if (values.windows) await measureOpenWindows(desk, Number(values.windows), say);
  else if (values.live) await measureLiveUpdates(desk, say);
  else if (values.replies) await measureAnswering(desk, rounds, say);
  else if (values.reads) await measureEveryRead(desk, rounds, say);
  else if (values.sla) await measureServiceLevels(desk, rounds, say);
  else if (values.writes) await measureConcurrentWrites(desk, say);
  else if (values.mail) await measureIncomingMail(desk, { ...values, folder, port: mailPort, rounds }, say);
  else if (values.floor) await measureFloor();
  else if (values.searches) await measureSweep();
  else if (values.browser) await measureInBrowser();
  else if (values.mixed) await measureAtOnce(Number(values.mixed));
  else await (values.rt ? measureBesideRt(values.rt) : measureAll());
} finally {
  endAgents();
  await desk.end();
  if (!values.data) rmSync(folder, { recursive: true, force: true });
}

async function measureAll() {
  const material = await readMaterial(desk.pool);
  const rows = await measureBesideBare(desk, material, rounds);
  const server = await desk.pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const report = {
    taken: new Date().toISOString(),
    tickets: material.tickets,
    rounds,
    load: { before, highest: Math.max(before, load()) },
    isQuiet: before <= QUIET,
    versions: { node: process.versions.node, postgresql: server.rows[0]?.version ?? "" },
    memory: memoryOf(desk.pid),
    rows,
    counters: await measureCounters(desk.pool, material.company, rounds),
  };
  say(tableOf(report));
  say(`figures: ${writeReport(report)}`);
  if (!report.isQuiet)
    say(`load was ${before.toFixed(1)} before: these figures are marked, times mean nothing, ratios little.`);
}

async function measureEachSize(sizes: number[]) {
  try {
    const measured = await measureSizes(folder, sizes, rounds, say);
    const report = {
      taken: new Date().toISOString(),
      rounds,
      load: { before, highest: Math.max(before, load()) },
      isQuiet: before <= QUIET,
      ...measured,
    };
    say(sizesTable(report));
    say(`figures: ${writeSizesReport(report)}`);
  } finally {
    endAgents();
    if (!values.data) rmSync(folder, { recursive: true, force: true });
  }
}

async function measureFloor() {
  const material = await readMaterial(desk.pool);
  const report = {
    taken: new Date().toISOString(),
    tickets: material.tickets,
    rounds,
    rows: await measureAgainstFloor(desk, material, rounds),
    load: { before, highest: Math.max(before, load()) },
    isQuiet: before <= QUIET,
  };
  say(floorTable(report));
  say(`figures: ${writeFloorReport(report)}`);
}

async function measureSweep() {
  const { tickets: held, company } = await readMaterial(desk.pool);
  const report = {
    taken: new Date().toISOString(),
    rounds,
    rows: await measureSearches(desk, { company, rounds }, say),
    tickets: held,
    load: { before, highest: Math.max(before, load()) },
    isQuiet: before <= QUIET,
  };
  say(sweepTable(report));
  say(`figures: ${writeSweepReport(report)}`);
}

async function measureInBrowser() {
  if (!existsSync(new URL("../dist/web/index.html", import.meta.url)))
    throw new Error("the web app is not built: npm run build");
  const slowdowns = values.slowdowns.split(",").map(Number);
  const { version, figures } = await measureBrowser(
    desk.address,
    { rounds: Math.min(rounds, 10), slowdowns, rows: Number(values.rows) },
    say,
  );
  const highest = Math.max(before, load());
  const report = {
    taken: new Date().toISOString(),
    tickets: await countTickets(desk.pool),
    load: { before, highest },
    isQuiet: before <= QUIET,
    versions: { chromium: version, node: process.versions.node },
    figures,
  };
  say(browserTable(report));
  say(`figures: ${writeBrowserReport(report)}`);
}

async function measureAtOnce(seconds: number) {
  const material = await readMaterial(desk.pool);
  const phases = await measureMixed(desk, { material, seconds, rate: Number(values.rate) }, say);
  const report = {
    taken: new Date().toISOString(),
    tickets: material.tickets,
    load: { before, highest: Math.max(before, load()) },
    isQuiet: before <= QUIET,
    phases,
  };
  say(mixedTable(report));
  say(`figures: ${writeMixedReport(report)}`);
}

async function measureBesideRt(address: string) {
  const material = await readMaterial(desk.pool);
  const { token } = await signIn(desk.address);
  const measured = await measureBeside(
    { address: desk.address, token, pool: desk.pool },
    { address, database: values["rt-database"] },
    { material, rounds },
    say,
  );
  const report = {
    taken: new Date().toISOString(),
    ...measured,
    load: { before, highest: Math.max(before, load()) },
    isQuiet: before <= QUIET,
  };
  say(rtTable(report));
  say(`figures: ${writeRtReport(report)}`);
}
