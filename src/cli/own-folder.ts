// The working folder's own settings at a start: what is there, whether the user trusts it, and the keeping of an answer.
import { toErrorData } from '../base/error.js';
import { type OwnFolder, readOwnFolder } from '../config/own-folder.js';
import { pathsUnder } from '../config/paths.js';
import { judgeFolder, questionAbout, type TrustState } from '../policy/folder-trust.js';
import { type KeptAnswer, openTrustStore } from '../policy/trust-store.js';
import type { KeptTrust, TrustQuestion } from '../protocol/folder-trust.js';
import type { Places } from './engine-init.js';

export interface JudgedFolder {
  state: TrustState;
  /** As it was read: what is asked, hashed, kept and used is this and nothing newer. */
  own: OwnFolder;
  question: TrustQuestion;
  /** Sentences the user should see once. */
  notices: string[];
  /** Throws PaiError('storage'). */
  keep(answer: KeptTrust): Promise<void>;
}

/** Never throws: whatever is wrong there trusts nothing and keeps nobody from working. */
export async function judgeOwnFolder({ home, cwd }: Places): Promise<JudgedFolder> {
  const own = readOwnFolder(cwd, home);
  const store = openTrustStore(pathsUnder(home).trustFile);
  const notices: string[] = [];
  let kept: KeptAnswer | undefined;
  if (own.files.length > 0) {
    try {
      const { folders, notice } = await store.read();
      kept = folders.get(cwd);
      if (notice !== undefined) notices.push(notice);
    } catch (error) {
      const { message, hint } = toErrorData(error);
      notices.push([message, hint].filter(Boolean).join(' '));
    }
  }
  const state = judgeFolder(own, kept);
  // Who wants nothing of it need not know what is wrong with it.
  if (state !== 'refused') notices.push(...own.faults);
  return {
    state,
    own,
    question: questionAbout(own, kept),
    notices,
    keep: (answer) => store.keep(own, answer, Date.now()),
  };
}

/** For front ends that do not ask: what is not trusted is not used, and one sentence says so. */
export async function folderUnasked(places: Places): Promise<{ trusted?: OwnFolder; notices: string[] }> {
  const folder = await judgeOwnFolder(places);
  const notices = [...folder.notices, ...untrustedNotice(folder)];
  return folder.state === 'trusted' ? { trusted: folder.own, notices } : { notices };
}

function untrustedNotice({ state, question }: JudgedFolder): string[] {
  if (state !== 'unknown') return [];
  const paths = question.items.filter(({ change }) => change !== 'gone').map(({ path }) => path);
  const first = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ` and ${paths.length - 3} more` : '');
  const changed = question.earlier === undefined ? '' : ' as it is now';
  return [`${first}: not used, as this folder is not trusted${changed}; \`paicli trust\` shows what it would do.`];
}
