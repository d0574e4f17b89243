import { expect, test } from '@jest/globals';
import { type DurableEvent, type Event, isDurable } from '../../../src/protocol/event.js';
import { linesOfBlock } from '../../../src/view/block-lines.js';
import { defaultLineOptions } from '../../../src/view/line-options.js';
import { linesToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { pastTurns } from '../../../src/view/turns.js';
import { createView } from '../../../src/view/view-model.js';
import { stamp, usageOf } from '../../fixtures/transcript.js';

const turn = (input: string): DurableEvent[] => [
  { type: 'turn.started', input, mode: 'react', model: 'm' },
  {
    type: 'message.completed',
    messageId: `m-${input}`,
    text: `answer to ${input}`,
    reasoning: '',
    calls: [],
    finishReason: 'stop',
    partial: false,
  },
  { type: 'turn.completed', outcome: 'answered', text: '', steps: 1, usage: usageOf(1, 1), durationMs: 1 },
];
const compacted = (change: Partial<Extract<DurableEvent, { type: 'context.compacted' }>> = {}): DurableEvent => ({
  type: 'context.compacted',
  cause: 'limit',
  clearedThroughSeq: 0,
  summarizedThroughSeq: 3,
  summary: '## Goal\na teapot',
  standIn: { user: 'u', assistant: 'a' },
  method: 'model',
  beforeTokens: 95_000,
  afterTokens: 42_000,
  ...change,
});
const rewound = (fromSeq: number, turns = 1): DurableEvent => ({ type: 'thread.rewound', fromSeq, turns });

function viewOf(...events: DurableEvent[]) {
  const view = createView();
  for (const envelope of stamp(events)) applyEvent(view, envelope);
  return view;
}
const said = (...events: DurableEvent[]) =>
  viewOf(...events).blocks.flatMap((block) =>
    block.kind === 'user' || block.kind === 'assistant' ? [block.text] : [],
  );

test('a rewind takes the blocks of its turns away', () => {
  expect(said(...turn('a'), ...turn('b'), rewound(4))).toEqual(['a', 'answer to a']);
});

test('a restore puts them back as they were', () => {
  const before = viewOf(...turn('a'), ...turn('b')).blocks;
  expect(viewOf(...turn('a'), ...turn('b'), rewound(4), { type: 'thread.restored' }).blocks).toEqual(before);
});

test('two rewinds are undone one by one', () => {
  const log = [...turn('a'), ...turn('b'), rewound(4), rewound(1)];
  expect(said(...log)).toEqual([]);
  expect(said(...log, { type: 'thread.restored' })).toEqual(['a', 'answer to a']);
  expect(said(...log, { type: 'thread.restored' }, { type: 'thread.restored' })).toHaveLength(4);
});

test('a turn after a rewind follows what was left', () => {
  expect(said(...turn('a'), ...turn('b'), rewound(4), ...turn('c'))).toEqual(['a', 'answer to a', 'c', 'answer to c']);
});

test('a rewind says that files stay and how to bring the turns back', () => {
  expect(viewOf(...turn('a'), rewound(1)).blocks.at(-1)).toMatchObject({
    text: '1 turn taken back. Files stay as they are.',
    hint: expect.stringContaining('/redo'),
  });
});

test('a summary is a fold under the word of it', () => {
  const block = viewOf(...turn('a'), compacted()).blocks.at(-1)!;
  const text = (expanded: boolean) => linesToText(linesOfBlock(block, { ...defaultLineOptions, expanded }));
  expect(text(false)).toContain('95k to 42k tokens');
  expect(text(false)).not.toContain('teapot');
  expect(text(true)).toContain('a teapot');
});

test('a summary that the model could not write is told as such', () => {
  expect(viewOf(...turn('a'), compacted({ method: 'extract' })).blocks.at(-1)).toMatchObject({
    text: expect.stringContaining('could not be asked'),
  });
});

test('cleared results are told without a summary', () => {
  const { standIn: _gone, ...event } = compacted({ summary: '' }) as Extract<
    DurableEvent,
    { type: 'context.compacted' }
  >;
  const block = viewOf(...turn('a'), event).blocks.at(-1);
  expect(block).toMatchObject({ text: expect.stringContaining('results of earlier calls') });
  expect(block).not.toHaveProperty('detail');
});

test('escape codes in a summary are taken out', () => {
  const block = viewOf(...turn('a'), compacted({ summary: 'red \u001b[31mtext' })).blocks.at(-1);
  expect(block).toMatchObject({ detail: 'red text' });
});

const shell = (shellId: string): DurableEvent[] => [
  { type: 'shell.started', shellId, command: `echo ${shellId}` },
  { type: 'shell.completed', shellId, outcome: 'ok', text: '', display: [], durationMs: 1 },
];
const kinds = (...events: DurableEvent[]) =>
  viewOf(...events).blocks.map((block) => (block.kind === 'tool' ? block.title : 'text' in block ? block.text : ''));

test('a command of the user between a rewind and its undoing stays, before what is brought back', () => {
  const log = [...turn('a'), ...turn('b'), rewound(4), ...shell('s'), { type: 'thread.restored' } as const];
  expect(kinds(...log)).toEqual(['a', 'answer to a', expect.stringContaining('echo s'), 'b', 'answer to b']);
});

test('turns that were brought back behind such a command can be taken back again', () => {
  const log: DurableEvent[] = [
    ...turn('a'),
    ...turn('b'),
    rewound(4),
    ...shell('s'),
    { type: 'thread.restored' },
    rewound(4),
  ];
  expect(kinds(...log)).toEqual([
    'a',
    'answer to a',
    expect.stringContaining('echo s'),
    expect.stringContaining('1 turn taken back'),
  ]);
});

test('the turns that can be gone back to are those that count, the newest first', () => {
  const view = viewOf(...turn('a'), ...turn('b'), ...turn('c'), rewound(7), ...turn('d'));
  expect(pastTurns(view).map(({ number, turnsBack, text }) => [number, turnsBack, text])).toEqual([
    [3, 1, 'd'],
    [2, 2, 'b'],
    [1, 3, 'a'],
  ]);
});

const compacting = (...after: Event[]) => {
  const view = createView();
  const events: Event[] = [...turn('a'), { type: 'context.compacting' }, ...after];
  events.forEach((event, at) => {
    applyEvent(view, { ...(isDurable(event) ? { seq: at + 1 } : {}), at, threadId: 't', event });
  });
  return view.compacting;
};

test('it is known since when the conversation is being made smaller', () => {
  expect(compacting()).toEqual({ startedAt: 3 });
});

test.each<[string, Event]>([
  ['the compaction', compacted()],
  ['another turn', turn('b')[0]!],
  ['the engine at rest, when nothing came of it', { type: 'engine.idle' }],
  ['the death of the engine', { type: 'engine.crashed', error: { code: 'model', message: 'm' } }],
  ['another thread', { type: 'thread.opened', title: '', cwd: '/' }],
])('%s ends that', (_what, event) => {
  expect(compacting(event)).toBeUndefined();
});

test('in a turn the next step ends it', () => {
  const [begun] = turn('b');
  expect(compacting(begun!, { type: 'context.compacting' })).toBeDefined();
  expect(compacting(begun!, { type: 'context.compacting' }, { type: 'step.started', step: 1 })).toBeUndefined();
});
