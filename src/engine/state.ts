// What the engine holds between commands. Changed only by command handlers and the engine itself.
import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { AuditEntry } from '../policy/audit.js';
import type { ApprovalLevel } from '../protocol/approval.js';
import type { Envelope, LiveEvent, Mode } from '../protocol/event.js';
import type { SettingSummary } from '../protocol/query.js';
import type { ModelProfile } from '../provider/model-profile.js';
import type { EditChecks } from './diagnostics.js';
import type { Emitter } from './emit.js';
import type { FileFinder } from './find-files.js';
import type { ActiveModel } from './model.js';
import type { SavedRules } from './saved-rules.js';
import type { Session } from './session.js';
import type { Snapshots } from './snapshots.js';
import type { Spending } from './spending.js';
import type { Threads } from './threads.js';
import type { ContextControl } from './turn-runner.js';

export interface EngineState {
  readonly clock: Clock;
  readonly newId: IdSource;
  readonly emitter: Emitter;
  readonly threads: Threads;
  /** Absolute, links resolved. */
  readonly cwd: string;
  /** Further folders that count as inside; absolute, links resolved. */
  readonly extraFolders: readonly string[];
  /** What the person always allows or denies. */
  readonly rules: SavedRules;
  readonly auditFile: string;
  approvals: ApprovalLevel;
  mode: Mode;
  model: ActiveModel;
  /** Throws PaiError('config') for a model nobody can serve. */
  modelNamed(name: string): ActiveModel;
  switchModel(name: string): void;
  session: Session;
  /** A session over `threadId`; `earlier` are its events so far. */
  newSession(threadId: string, earlier: Envelope[]): Session;
  /** Live events about the engine as a whole. */
  tell(event: LiveEvent): void;
  /** For what is decided outside of turns. */
  audit(entry: AuditEntry): Promise<void>;
  readonly context: ContextControl;
  readonly spending: Spending;
  /** Absent: they are off. */
  readonly snapshots?: Snapshots;
  /** Absent: edits are not checked. */
  readonly diagnostics?: EditChecks;
  /** A text of prompts/. */
  textForModel(name: string): string;
  findFiles: FileFinder['find'];
  /** Models that can be switched to. Never rejects. */
  offeredModels(): Promise<ModelProfile[]>;
  /** As they were at the start, and what was saved since. */
  readonly settings: SettingSummary[];
  readonly configFile: string;
  stop(): Promise<void>;
}
