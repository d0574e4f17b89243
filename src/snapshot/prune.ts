// Drops old rounds and frees what only they held: what is kept is copied into new packs, then the old packs go. Under the lock.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTree, emptyTree, gitMode } from './git-objects.js';
import type { Pacer } from './pacer.js';
import { readEntryHeader } from './pack-format.js';
import type { Pack, PackReader } from './pack-reader.js';
import { createPackWriter, type PackWriter, removePack } from './pack-writer.js';
import type { Repository, Snapshot } from './repository.js';

/** Smaller packs are put together. */
const smallPackBytes = 8_000_000;

export interface PruneInput {
  gitdir: string;
  repository: Repository;
  packs: PackReader;
  keepRounds: number;
  maxBytes: number;
  pacer: Pacer;
}

/** A crash at any point leaves a store that opens: refs go first, old packs last. */
export async function pruneStore(input: PruneInput): Promise<{ kept: number; dropped: number }> {
  const { gitdir, repository, packs } = input;
  packs.refresh();
  const { kept, dropped, live } = await choose(input);
  for (const snapshot of dropped) await repository.drop(snapshot);
  await repack(input, live);
  packs.refresh();
  repository.sweepLoose(live);
  removeStrays(gitdir, new Set(packs.packs().map(({ name }) => name)));
  return { kept: kept.length, dropped: dropped.length };
}

/** From the newest round back, as long as count and size allow; the newest always stays. */
async function choose(input: PruneInput) {
  const rounds = roundsOf(await input.repository.list()).reverse();
  const live = new Set<string>();
  const kept: Snapshot[] = [];
  let bytes = 0;
  let count = 0;
  for (const round of rounds) {
    const found = new Set<string>();
    for (const { wrapperTree, info } of round) {
      bytes += await mark(input, wrapperTree, true, live, found);
      found.add(info.id);
    }
    if (count > 0 && (count >= input.keepRounds || bytes > input.maxBytes)) break;
    for (const oid of found) live.add(oid);
    kept.push(...round);
    count++;
  }
  const dropped = rounds.flat().filter((snapshot) => !kept.includes(snapshot));
  return { kept, dropped, live };
}

/** Turns, restores and snapshots by hand; what comes after a beginning belongs to it. */
export function roundsOf(snapshots: readonly Snapshot[]): Snapshot[][] {
  const rounds: Snapshot[][] = [];
  for (const snapshot of snapshots) {
    const { kind } = snapshot.info;
    const current = rounds.at(-1);
    if (current && (kind === 'after-turn' || kind === 'after-restore')) current.push(snapshot);
    else rounds.push([snapshot]);
  }
  return rounds;
}

/** Adds what is reachable and not in `live` to `found`; gives its bytes. */
async function mark(
  input: PruneInput,
  oid: string,
  isTree: boolean,
  live: ReadonlySet<string>,
  found: Set<string>,
): Promise<number> {
  if (live.has(oid) || found.has(oid)) return 0;
  found.add(oid);
  let bytes = input.packs.rawSize(oid);
  if (!isTree || oid === emptyTree) return bytes;
  if (input.pacer.due()) await input.pacer.breathe();
  for (const entry of decodeTree((await input.repository.read(oid)).content)) {
    if (entry.mode === gitMode.folder) bytes += await mark(input, entry.oid, true, live, found);
    else if (!live.has(entry.oid) && !found.has(entry.oid)) {
      found.add(entry.oid);
      bytes += input.packs.rawSize(entry.oid);
    }
  }
  return bytes;
}

async function repack(input: PruneInput, live: ReadonlySet<string>): Promise<void> {
  const { gitdir, packs, pacer } = input;
  const all = packs.packs();
  const hasDead = (pack: Pack) => !everyOid(pack, (oid) => live.has(oid));
  const withDead = all.filter(hasDead);
  const small = all.filter((pack) => pack.sizeBytes < smallPackBytes);
  const old = new Set([...withDead, ...(small.length > 1 ? small : [])]);
  if (old.size === 0) return;
  const stays = all.filter((pack) => !old.has(pack));
  const done = new Set<string>();
  for (const pack of stays) everyOid(pack, (oid) => done.add(oid) !== undefined);
  const writer = createPackWriter({ gitdir, maxBytes: Number.POSITIVE_INFINITY });
  try {
    for (const pack of old) {
      for (let i = 0; i < pack.count; i++) {
        const oid = pack.oidAt(i);
        if (!live.has(oid) || done.has(oid)) continue;
        done.add(oid);
        await copy(input, writer, oid);
        if (pacer.due()) await pacer.breathe();
      }
    }
  } catch (error) {
    writer.abandon();
    throw error;
  }
  const fresh = new Set(writer.finish());
  for (const { name } of old) if (!fresh.has(name)) removePack(gitdir, name);
}

async function copy({ packs, repository }: PruneInput, writer: PackWriter, oid: string): Promise<void> {
  const raw = packs.readRaw(oid);
  if (raw && readEntryHeader(raw).type) return writer.addRaw(oid, raw);
  const { type, content } = await repository.read(oid); // a delta of native git
  writer.add(type, content);
}

/** Halves of packs that a kill left, packs nobody can read, and what native git noted of packs and commits that are gone. */
function removeStrays(gitdir: string, good: ReadonlySet<string>): void {
  const folder = join(gitdir, 'objects', 'pack');
  for (const file of readdirSync(folder)) {
    if (!good.has(file.replace(/\.[^.]*$/, ''))) rmSync(join(folder, file), { force: true });
  }
  for (const name of ['commit-graph', 'commit-graphs', 'packs'])
    rmSync(join(gitdir, 'objects', 'info', name), { force: true, recursive: true });
}

function everyOid(pack: Pack, test: (oid: string) => boolean): boolean {
  for (let i = 0; i < pack.count; i++) if (!test(pack.oidAt(i))) return false;
  return true;
}
