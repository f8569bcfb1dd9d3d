import type { LiveMessages } from "#contract/live.ts";
import { readEvents, type StreamEvent } from "./event-stream.ts";

/** The server sends at least a comment every 15 s; a stream that is silent for longer is dead. Milliseconds. */
const SILENCE_MS = 40_000;
const POLL_MS = 30_000;
/** A tab that nobody looks at lets its stream go after this time. */
const HIDDEN_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A first stream that took longer to come may have been asked for too late: the server counts from when it is asked. */
const LATE_MS = 3000;
/** Tries without a stream, after which the page polls until there is one. */
const TRIES_BEFORE_POLLING = 2;

/**
 * The event after which the stream goes on, or, before the first stream, the milliseconds since its reader began to load:
 * what changed between the loading and the stream would else never be told. Null where neither is known.
 */
export type StreamStart = { lastId: string } | { pastMs: number } | null;

/** The environment of the connection; tests bring their own. */
export type World = {
  /** Asks for the stream. */
  open: (from: StreamStart, signal: AbortSignal) => Promise<Response>;
  onEvent: (name: string, data: unknown) => void;
  /** Called when changes may have been missed: everything has to be fetched anew. */
  onGap: () => void;
  /** Reads the session anew, renewing its token, after the server ended the stream or refused it. */
  refreshSession: () => Promise<void>;
};

/**
 * Keeps one stream of events open: comes back after a break with the place it had, waits longer after each failure,
 * and polls where no stream can be had. The first stream tells what changed since `begunAt`, else since its start.
 */
export function createConnection(world: World, begunAt: number | null = null) {
  let running: AbortController | null = null;
  let place: Place = { ...NOWHERE, begunAt };
  let hurry: (() => void) | null = null;

  async function run(stop: AbortSignal) {
    const polling = createPolling(world.onGap);
    stop.addEventListener("abort", () => polling.end());
    for (let failures = 0; !stop.aborted; failures += 1) {
      const wasReady = await listen(world, place, stop, () => polling.end());
      if (wasReady) failures = 0;
      if (failures >= TRIES_BEFORE_POLLING && !stop.aborted) polling.begin();
      await pause(pauseAfter(failures), stop);
    }
  }
  function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      hurry = end;
      stop.addEventListener("abort", end, { once: true });
    });
  }

  return {
    start: () => {
      if (running) return;
      place.begunAt ??= Date.now();
      running = new AbortController();
      void run(running.signal);
    },
    /** Ends the stream; `forget` also gives up the place in it. */
    stop: ({ forget }: { forget: boolean }) => {
      running?.abort();
      running = null;
      if (forget) place = { ...NOWHERE };
    },
    /** Tries again at once, such as when the network is back. */
    hurry: () => hurry?.(),
  };
}

/** Lets the connection rest while the tab is hidden for long, and wakes it when somebody looks. */
export function followVisibility(connection: {
  start: () => void;
  stop: () => void;
  hurry: () => void;
}): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(connection.stop, HIDDEN_MS);
    else {
      connection.start();
      connection.hurry();
    }
  });
  window.addEventListener("online", connection.hurry);
}

/** The position in the stream: the last event's id, whether there was a stream before, and the time of the first start. */
type Place = { lastId: string | null; hasListened: boolean; begunAt: number | null };
const NOWHERE: Place = { lastId: null, hasListened: false, begunAt: null };

function startOf({ lastId, hasListened, begunAt }: Place): StreamStart {
  if (lastId !== null) return { lastId };
  return hasListened || begunAt === null ? null : { pastMs: Math.max(0, Date.now() - begunAt) };
}

/** One stream from its opening to its end; true when it was open. */
async function listen(world: World, place: Place, stop: AbortSignal, onReady: () => void): Promise<boolean> {
  const broken = new AbortController();
  const silence = createAlarm(SILENCE_MS, () => broken.abort());
  // Without a place to go on from, nobody knows what happened since the last stream.
  const hasPlace = place.lastId !== null;
  const openedAt = Date.now();
  let isReady = false;
  let isOver = false;
  function take(event: StreamEvent | null) {
    silence.reset();
    if (!event) return;
    if (event.id) place.lastId = event.id;
    if (isNamed(event, "bye")) isOver = true;
    if (isNamed(event, "ready")) {
      if (!hasPlace && (place.hasListened || Date.now() - openedAt > LATE_MS)) world.onGap();
      place.hasListened = true;
      isReady = true;
      onReady();
    }
    if (isNamed(event, "missed")) world.onGap();
    else world.onEvent(event.name, parsed(event.data));
  }
  try {
    const response = await world.open(startOf(place), AbortSignal.any([stop, broken.signal]));
    isOver = response.status === 401;
    if (response.ok && response.body) await readEvents(response.body, take);
  } catch {
    // A broken stream is the ordinary end of one; the caller opens the next.
  }
  silence.end();
  if (isOver && !stop.aborted) await world.refreshSession().catch(() => undefined);
  return isReady;
}

function isNamed(event: StreamEvent, name: keyof LiveMessages): boolean {
  return event.name === name;
}

/** 0.5 s, 1 s, 2 s, ... 30 s, a part of it by chance so that many tabs do not come back at once. */
function pauseAfter(failures: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return longest * (0.5 + Math.random() / 2);
}

function createPolling(poll: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    begin: () => {
      timer ??= setInterval(poll, POLL_MS);
    },
    end: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Rings once when it was not reset for so long. */
function createAlarm(milliseconds: number, ring: () => void) {
  let timer = setTimeout(ring, milliseconds);
  return {
    reset: () => {
      clearTimeout(timer);
      timer = setTimeout(ring, milliseconds);
    },
    end: () => clearTimeout(timer),
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
