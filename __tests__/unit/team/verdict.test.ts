import { expect, test } from '@jest/globals';
import { readVerdict } from '../../../src/team/verdict.js';

test.each<[string, string, unknown]>([
  ['alone', '{"approved": true, "reasons": []}', { approved: true, reasons: [] }],
  [
    'behind prose and a fenced template (PL-11)',
    'I looked at the files. {not json}\n```json\n{"approved":true|false,"comments":[]}\n```\nFinal:\n{"approved":false,"comments":["no test"]}',
    { approved: false, reasons: ['no test'] },
  ],
  ['in a fence', '```json\n{"approved": false, "reasons": ["x"]}\n```', { approved: false, reasons: ['x'] }],
  [
    'the last of several',
    '{"approved": false, "reasons": []} No, wait. {"approved": true, "reasons": []}',
    { approved: true, reasons: [] },
  ],
  ['a reason that is no list', '{"approved": false, "reasons": "x"}', { approved: false, reasons: ['x'] }],
  ['without reasons', '{"approved": true}', { approved: true, reasons: [] }],
  ['only a boolean counts', '{"approved": "true", "reasons": []}', undefined],
  ['a number does not count', '{"approved": 1}', undefined],
  ['prose', 'Looks fine to me, approved!', undefined],
  ['nothing', '', undefined],
  ['cut off', '{"approved": tr', undefined],
])('%s', (_what, reply, expected) => {
  expect(readVerdict(reply)).toEqual(expected);
});
