// One analyser and its ledger: edits one after another, what it tells put down in order. A fault of it ends neither.
import { createDeferred } from '../base/deferred.js';
import type { Analyser, EditedFile, Sink } from './analyser.js';
import { createLedger, type Ledger } from './ledger.js';
import { type LineMap, mapLines } from './line-map.js';

export interface LaneOptions {
  analyser: Analyser;
  /** The name of a file in findings. */
  named: (file: string) => string;
  onNotice: (text: string) => void;
  onChange: () => void;
}

/** Neither rejects. */
export interface Checking {
  /** All that is close to the edit was said. */
  near: Promise<void>;
  /** All was said. */
  done: Promise<void>;
}

export interface Lane {
  ledger: Ledger;
  /** What the analyser has to say of these, edited by `owner`, or else by others; at once when they are not for it. */
  run(edited: readonly EditedFile[], owner: string | undefined): Checking;
  /** Prepares the analyser for edits of this file. */
  warm(file: string): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createLane({ analyser, named, onNotice, onChange }: LaneOptions): Lane {
  const ledger = createLedger();
  let last: Promise<void> = Promise.resolve();
  let abort = new AbortController();
  let lastOwner: string | undefined;
  /** Nothing more is to be said of a fault: it was, or nobody listens. */
  let isQuiet = false;

  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isQuiet) onNotice(`${analyser.name} failed: ${error instanceof Error ? error.message : String(error)}`);
      isQuiet = true;
    }
  };
  const sinkOf = (owner: string | undefined, applied: () => void, near: () => void): Sink => ({
    near,
    before: (file, findings) => ledger.learn(named(file), findings),
    applied,
    after(file, findings) {
      // What others break is none of ours to tell.
      if (owner === undefined) ledger.learn(named(file), findings);
      else ledger.compare(named(file), findings, owner);
      onChange();
    },
  });
  const checkOne = async (
    edited: readonly EditedFile[],
    owner: string | undefined,
    signal: AbortSignal,
    near: () => void,
  ) => {
    const maps = await Promise.all(edited.map(async (it) => [named(it.file), await mapOf(it)] as const));
    let isApplied = false;
    const apply = () => {
      isApplied = true;
      for (const [path, map] of maps) ledger.edited(path, map);
    };
    await guarded(() => analyser.check(edited, sinkOf(owner, apply, near), signal));
    if (!isApplied) apply();
    onChange();
  };

  return {
    ledger,
    run(edited, owner) {
      const own = edited.filter(({ file, before, after }) => analyser.takes(file, after ?? before ?? ''));
      if (own.length === 0) return { near: Promise.resolve(), done: Promise.resolve() };
      // What is cut short is told with the next edit, so only with one of the same owner's.
      if (owner === lastOwner) abort.abort();
      lastOwner = owner;
      abort = new AbortController();
      const { signal } = abort;
      const near = createDeferred<void>();
      const done = last.then(() => checkOne(own, owner, signal, near.resolve)).then(near.resolve);
      last = done;
      return { near: near.promise, done };
    },
    warm(file) {
      if (!analyser.takes(file, '')) return;
      const { warm } = analyser;
      if (warm) last = last.then(() => guarded(() => warm(file, sinkOf(undefined, nothing, nothing))));
    },
    idle: () => last,
    async close() {
      isQuiet = true;
      abort.abort();
      await analyser.close();
      await last;
    },
  };
}

function mapOf({ before, after }: EditedFile): Promise<LineMap | undefined> {
  if (before === undefined || after === undefined) return Promise.resolve(undefined);
  return mapLines(before, after);
}

const nothing = () => {};
