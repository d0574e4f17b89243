import { expect, test } from '@jest/globals';
import { createToolCallAssembler } from '../../../src/provider/tool-call-assembler.js';

/** Each argument is one chunk's `tool_calls`. */
function assemble(...chunks: unknown[]) {
  const assembler = createToolCallAssembler();
  for (const chunk of chunks) assembler.add(chunk);
  return assembler.calls().map((call) => [call.callId, call.name, call.arguments]);
}

const one = { id: 'a1', type: 'function', function: { name: 'read_file', arguments: '{"path":"one.txt"}' } };
const two = { id: 'b2', type: 'function', function: { name: 'read_file', arguments: '{"path":"two.txt"}' } };
const both = [
  ['a1', 'read_file', '{"path":"one.txt"}'],
  ['b2', 'read_file', '{"path":"two.txt"}'],
];

test('PS-01: calls without an index are told apart by their ids', () => {
  expect(assemble([one], [two])).toEqual(both);
});

test('PS-01: two calls without an index may share one chunk', () => {
  expect(assemble([one, two])).toEqual(both);
});

test('PS-03: empty and "null" ids, names and functions continue the call at the index', () => {
  expect(
    assemble(
      [{ index: 0, id: 'k9', function: { name: 'search', arguments: '' } }],
      [{ index: 0, id: '', function: { name: '', arguments: '{"q":"x' } }],
      [{ index: 0, id: 'null', function: { name: null, arguments: 'y"}' } }],
      [{ index: 0, function: null }],
    ),
  ).toEqual([['k9', 'search', '{"q":"xy"}']]);
});

test.each([
  ['empty', { name: 'list_skills', arguments: '' }],
  ['absent', { name: 'list_skills' }],
  ['null', { name: 'list_skills', arguments: null }],
  ['blank', { name: 'list_skills', arguments: '  ' }],
])('PS-05: %s arguments become an empty object', (_title, called) => {
  expect(assemble([{ index: 0, id: 'n1', function: called }])).toEqual([['n1', 'list_skills', '{}']]);
});

test('PS-05: broken arguments stay as they were written', () => {
  expect(assemble([{ index: 0, id: 'n1', function: { name: 'search', arguments: '{"q"' } }])).toEqual([
    ['n1', 'search', '{"q"'],
  ]);
});

test('fragments of two calls may alternate', () => {
  expect(
    assemble(
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }],
      [{ index: 1, id: 'b', function: { name: 'g', arguments: '{"y"' } }],
      [{ index: 0, function: { arguments: ':1}' } }],
      [{ index: 1, function: { arguments: ':2}' } }],
    ),
  ).toEqual([
    ['a', 'f', '{"x":1}'],
    ['b', 'g', '{"y":2}'],
  ]);
});

test('two calls that both claim index 0 are two calls', () => {
  expect(
    assemble(
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
      [{ index: 0, id: 'b', function: { name: 'f', arguments: '{"x":2}' } }],
    ),
  ).toEqual([
    ['a', 'f', '{"x":1}'],
    ['b', 'f', '{"x":2}'],
  ]);
});

test('whole calls of one tool without ids at one index are two calls', () => {
  expect(
    assemble(
      [{ index: 0, function: { name: 'f', arguments: '{"x":1}' } }],
      [{ index: 0, function: { name: 'f', arguments: '{"x":2}' } }],
    ),
  ).toEqual([
    ['', 'f', '{"x":1}'],
    ['', 'f', '{"x":2}'],
  ]);
});

test('a nameless fragment with an index nobody has continues the last call', () => {
  expect(
    assemble(
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }],
      [{ index: 1, function: { arguments: ':1' } }],
      [{ index: 2, function: { arguments: '}' } }],
    ),
  ).toEqual([['a', 'f', '{"x":1}']]);
});

test('a fresh id on every nameless fragment does not begin a call', () => {
  expect(
    assemble(
      [{ index: 0, id: 'r1', function: { name: 'f', arguments: '{"x"' } }],
      [{ index: 0, id: 'r2', function: { arguments: ':1}' } }],
    ),
  ).toEqual([['r1', 'f', '{"x":1}']]);
});

test('id and name repeated on every fragment are one call', () => {
  const part = (text: string) => [{ index: 0, id: 'a', function: { name: 'f', arguments: text } }];
  expect(assemble(part(''), part('{"x"'), part(':1}'), part(''))).toEqual([['a', 'f', '{"x":1}']]);
});

test('an empty object sent ahead of the real arguments is replaced by them', () => {
  expect(
    assemble(
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }],
      [{ index: 0, function: { arguments: '{"x"' } }],
      [{ index: 0, function: { arguments: ':1}' } }],
    ),
  ).toEqual([['a', 'f', '{"x":1}']]);
});

test('arguments sent as an object are written as JSON', () => {
  expect(assemble([{ id: 'a', function: { name: 'f', arguments: { x: 1 } } }])).toEqual([['a', 'f', '{"x":1}']]);
});

test('lists, nulls and words that are no calls are ignored', () => {
  expect(assemble(null, [], [null], ['x'], [{}])).toEqual([]);
});

test('calls are complete when all arguments are whole objects', () => {
  const assembler = createToolCallAssembler();
  assembler.add([{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }]);
  expect(assembler.complete()).toBe(false);
  assembler.add([{ index: 0, function: { arguments: ':1}' } }]);
  expect(assembler.complete()).toBe(true);
});
