/**
 * Makes a queue for one connection, whose works run one after the other; one that fails keeps nobody from it. The driver
 * holds back what it is asked in between, and its next version refuses to.
 */
export function makeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
