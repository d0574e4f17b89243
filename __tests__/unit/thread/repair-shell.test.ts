import { expect, test } from '@jest/globals';
import { checkTranscript } from '../../../src/protocol/check-transcript.js';
import type { DurableEvent, Envelope } from '../../../src/protocol/event.js';
import { projectHistory } from '../../../src/thread/history.js';
import { repairShells } from '../../../src/thread/repair-shell.js';
import { stamp } from '../../fixtures/transcript.js';

const created: DurableEvent = { type: 'thread.created', cwd: '/w', title: 't' };
const started: DurableEvent = { type: 'shell.started', shellId: 's1', command: 'make all' };

/** Events that belong to no turn. */
const log = (...events: DurableEvent[]): Envelope<DurableEvent>[] =>
  stamp(events).map(({ turnId: _turnId, ...envelope }) => envelope);

test('a command that ran when the program ended gets its end, and the model is told', () => {
  const mended = log(created, started, ...repairShells(log(created, started)));
  expect(checkTranscript(mended)).toEqual([]);
  expect(projectHistory(mended)).toEqual([
    { role: 'user', text: 'I ran `make all`: it was interrupted when the program ended' },
  ]);
});

test('a command that ended needs nothing', () => {
  const events = log(created, started, ...repairShells(log(created, started)));
  expect(repairShells(events)).toEqual([]);
});
