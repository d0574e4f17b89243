import { expect, test } from '@jest/globals';
import { parseLine } from '../../../src/cli/options.js';
import { runMode } from '../../../src/cli/run-mode.js';

const read = (...args: string[]) => runMode(parseLine('run', args));

test.each<[string[], unknown]>([
  [['go'], { init: { reviewPlans: false } }],
  [['go', '--mode', 'react'], { mode: 'react', init: { mode: 'react' } }],
  [['go', '--mode', 'plan'], { mode: 'plan', init: { mode: 'plan' } }],
  [['go', '--mode', 'auto'], { init: { mode: 'auto' } }],
  [['go', '--plan-only'], { mode: 'plan', init: { planOnly: true } }],
  [['--resume', 'x', '--plan-resume'], { mode: 'plan', input: '/plan resume' }],
])('%j', (args, expected) => {
  expect(read(...args)).toMatchObject(expected as object);
});

test('what the prompt suits is left to the engine', () => {
  expect(read('go', '--mode', 'auto').mode).toBeUndefined();
});

test.each<[string[], RegExp]>([
  [['go', '--mode', 'dance'], /^--mode: "dance" is not one of react, plan, team, auto$/],
  [['go', '--mode', 'react', '--plan-only'], /^--plan-only is for --mode plan and team, not for react$/],
  [['go', '--plan-file', 'x'], /^--plan-file takes no prompt$/],
  [['--plan-resume'], /^--plan-resume needs the thread/],
  [['--plan-file', '/nowhere'], /does not exist$/],
])('%j is refused', (args, message) => {
  expect(() => read(...args)).toThrow(message);
});
