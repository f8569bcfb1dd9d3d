/** 0 is too short, 1 weak, 2 fair, 3 good, 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** Bits a guess has to go through for the next mark. */
const MARKS: readonly { bits: number; strength: Strength }[] = [
  { bits: 80, strength: 4 },
  { bits: 60, strength: 3 },
  { bits: 42, strength: 2 },
];

/**
 * A rough rating of how hard a password is to guess: characters times the kinds of them, where repeats and runs such as "aaa"
 * and "1234" hardly count. A help for the person; the server decides what it takes.
 */
export function passwordStrength(password: string, minimum: number): Strength {
  const letters = Array.from(password);
  if (letters.length < minimum) return 0;
  const bits = surprisesIn(letters) * Math.log2(alphabetOf(password));
  return MARKS.find((mark) => bits >= mark.bits)?.strength ?? 1;
}

function surprisesIn(letters: readonly string[]): number {
  let sum = 0;
  for (const [index, letter] of letters.entries()) {
    const step = codeOf(letter) - codeOf(letters[index - 1]);
    const isRun = Math.abs(step) <= 1;
    const isRepeat = letters.indexOf(letter) < index;
    sum += isRun ? 0.1 : isRepeat ? 0.6 : 1;
  }
  return sum;
}

function codeOf(letter: string | undefined): number {
  return letter?.codePointAt(0) ?? Number.NaN;
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^\da-zA-Z]/, 33],
  ];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1);
}
