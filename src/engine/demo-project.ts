// The throw-away sample project that the demo model works on.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { demoProject } from '../provider/demo-project.js';

export interface DemoProject {
  folder: string;
  /** For its snapshots, which go away with it. */
  snapshotHome: string;
  remove(): Promise<void>;
}

export async function openDemoProject(): Promise<DemoProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'paicli-demo-')));
  for (const [path, content] of Object.entries(demoProject)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const snapshotHome = `${folder}-snapshots`;
  return {
    folder,
    snapshotHome,
    async remove() {
      for (const place of [folder, snapshotHome]) await rm(place, { recursive: true, force: true });
    },
  };
}
