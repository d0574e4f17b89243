// A frame a second while something runs, for its elapsed time; nothing while nothing does.

export interface Ticker {
  run(on: boolean): void;
}

const tickMs = 1000;

export function createTicker(tick: () => void): Ticker {
  let timer: NodeJS.Timeout | undefined;
  return {
    run(on) {
      if (on) timer ??= setInterval(tick, tickMs);
      else {
        clearInterval(timer);
        timer = undefined;
      }
    },
  };
}
