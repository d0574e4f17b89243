// Who of the workers is free. A worker holds one task at a time; the pool can grow and shrink while they work.

export interface WorkerPool {
  /** How many may work at once; 0 while the team is paused. */
  places(): number;
  size(): number;
  resize(workers: number): void;
  pause(isPaused: boolean): void;
  isPaused(): boolean;
  /** The first free worker; beyond the size when more tasks run than there are places, after the pool was made smaller. */
  take(): string;
  release(agentId: string): void;
}

export const mostWorkers = 8;

export function createWorkerPool(workers: number): WorkerPool {
  let size = within(workers);
  let paused = false;
  const busy = new Set<string>();
  return {
    places: () => (paused ? 0 : size),
    size: () => size,
    resize(next) {
      size = within(next);
    },
    pause(isPaused) {
      paused = isPaused;
    },
    isPaused: () => paused,
    take() {
      let number = 1;
      while (busy.has(`worker-${number}`)) number++;
      busy.add(`worker-${number}`);
      return `worker-${number}`;
    },
    release: (agentId) => void busy.delete(agentId),
  };
}

const within = (workers: number) => Math.max(1, Math.min(mostWorkers, Math.floor(workers)));
