import { describe, expect, it } from "vitest";
import { programsIn, readSource } from "../support/source-code/source-tree.ts";

/** Bytes; a whole JSON body is ten times as long, and every field of it is limited to less. */
const LENGTH = 100_000;
const PATIENCE_MS = 250;

/** Every regular expression that is written down where outsiders' text may meet it. */
function everyRegex(): { where: string; source: string; flags: string }[] {
  return ["contract", "server"].flatMap((folder) =>
    programsIn(folder)
      .filter((file) => !/^\w+\/(seed|db|import|start)\//.test(file))
      .flatMap((file) => {
        const text = readSource(file);
        return [
          ...text.matchAll(
            /(?<=[(=:,?&|!]\s*|return )\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g,
          ),
        ].map(([, source = "", flags = ""]) => ({ where: file, source, flags }));
      }),
  );
}

/** Texts that make careless expressions take exponential time. */
const WALKS = [
  "a",
  " ",
  "0",
  "-",
  ".",
  "@",
  "a.",
  "a@",
  "a ",
  "\t",
  "_",
  "a1",
  "<",
  "=",
  '"',
  "é",
  "a,",
  ":",
  "(",
  "x-",
];

describe("class 22, expressions that take for ever", () => {
  const all = everyRegex();

  it("finds them all", () => {
    expect(all.length).toBeGreaterThan(50);
  });

  it(`none takes ${PATIENCE_MS} ms for any text of ${LENGTH} characters`, () => {
    const slow: string[] = [];
    for (const { where, source, flags } of all) {
      const regex = new RegExp(source, flags);
      for (const walk of WALKS)
        for (const end of ["!", "@a.b\n"]) {
          const text = walk.repeat(LENGTH / walk.length) + end;
          const took = quickest(regex, text);
          if (took > PATIENCE_MS) {
            slow.push(`${where} /${source}/ "${walk}…${end}" ${Math.round(took)} ms`);
            break;
          }
        }
    }
    process.stdout.write(`expressions: ${all.length}, texts each ${WALKS.length * 2}, slow ${slow.length}\n`);
    expect(slow.join("\n")).toBe("");
  }, 120_000);
});

/** Milliseconds of this thread's own work, whoever else is busy; what the garbage of others adds gets two more tries. */
function quickest(regex: RegExp, text: string): number {
  const times: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const from = process.threadCpuUsage();
    if (regex.global) text.replaceAll(regex, "");
    else regex.exec(text);
    const { user, system } = process.threadCpuUsage(from);
    times.push((user + system) / 1000);
    if ((times.at(-1) ?? 0) <= PATIENCE_MS) break;
  }
  return Math.min(...times);
}
