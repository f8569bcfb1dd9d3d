/** Where progress is written; a terminal gets a moving sign, a file gets one line per finished step. */
export type ProgressOutput = { isTTY?: boolean; write(text: string): unknown };

/** Tells step by step what is being done and how long it took. */
export type Progress = {
  /** Begins a step, and so ends the one before. */
  say(this: void, words: string): void;
  /** Ends the last step. */
  done(this: void): void;
  /** Ends the last step without a word about its success. */
  stop(this: void): void;
};

const signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** Progress onto one output; `clock` tells milliseconds. */
export function makeProgress(output: ProgressOutput, clock = () => performance.now()): Progress {
  let words: string | null = null;
  let began = 0;
  let spinner: NodeJS.Timeout | undefined;

  const clearLine = () => {
    clearInterval(spinner);
    if (output.isTTY) output.write("\r\u001b[2K");
  };
  const end = (succeeded: boolean) => {
    if (words === null) return;
    clearLine();
    if (succeeded) output.write(`  ${words} · ${seconds(clock() - began)}\n`);
    words = null;
  };
  const say = (next: string) => {
    end(true);
    words = next;
    began = clock();
    if (output.isTTY) spinner = spin(output, next);
  };
  return { say, done: () => end(true), stop: () => end(false) };
}

/** Milliseconds as people read them. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function spin(output: ProgressOutput, words: string): NodeJS.Timeout {
  let turn = 0;
  const draw = () => {
    output.write(`\r${signs[turn % signs.length]} ${words}`);
    turn += 1;
  };
  draw();
  return setInterval(draw, 80).unref();
}
