/** Output of progress; a terminal gets a moving sign, a file one line per finished step. */
export type ProgressOutput = { isTTY?: boolean; write(text: string): unknown };

/** Reports each step and its duration. */
export type Progress = {
  /** Begins a step, and so ends the one before. */
  say(this: void, words: string): void;
  /** Ends the last step. */
  done(this: void): void;
  /** Ends the last step without saying that it succeeded. */
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
    if (succeeded) output.write(`  ${words} · ${formatSeconds(clock() - began)}\n`);
    words = null;
  };
  const say = (next: string) => {
    end(true);
    words = next;
    began = clock();
    if (output.isTTY) spinner = startSpinner(output, next);
  };
  return { say, done: () => end(true), stop: () => end(false) };
}

/** Formats milliseconds for people. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function startSpinner(output: ProgressOutput, words: string): NodeJS.Timeout {
  let turn = 0;
  const draw = () => {
    output.write(`\r${signs[turn % signs.length]} ${words}`);
    turn += 1;
  };
  draw();
  return setInterval(draw, 80).unref();
}
