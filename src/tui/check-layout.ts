// Is this data a layout? Says what is wrong in words for whoever wrote it by hand. Reads no files.

import { PaiError } from '../base/error.js';
import { isObject } from '../base/json-text.js';
import { type Layout, type LayoutPart, slotsOf, zoomedSlot } from './layout.js';

/** The least screen there is; below it nothing is laid out. */
const leastColumns = 20;
const leastRows = 5;
const mostCells = 10_000;
/** Without these nothing could be read or said. */
const needed = [['conversation', zoomedSlot], ['message']];
const partKeys = ['panel', 'stack', 'split', 'parts', 'size', 'percent', 'percentWith', 'min', 'max', 'frame'];

type Fields = Record<string, unknown>;

/** The layout in `value`; `fileName` names it when it has no name of its own. Throws PaiError('config') with the place that is wrong. */
export function checkLayout(value: unknown, fileName: string): Layout {
  const fields = fieldsOf(value, 'the file');
  const name = fields.name ?? fileName;
  if (typeof name !== 'string' || !/^[\w-]{1,40}$/.test(name))
    throw wrong('name', 'takes letters, digits, - and _, at most 40');
  checkNumber(fields, 'minColumns', '', leastColumns);
  checkNumber(fields, 'minRows', '', leastRows);
  checkPart(fields.root, 'root', 0);
  const layout: Layout = {
    name,
    minColumns: (fields.minColumns as number | undefined) ?? leastColumns,
    minRows: (fields.minRows as number | undefined) ?? leastRows,
    root: fields.root as LayoutPart,
  };
  checkSlots(slotsOf(layout.root));
  return layout;
}

function checkSlots(slots: string[]): void {
  const missing = needed.find((names) => !names.some((name) => slots.includes(name)));
  if (missing) throw wrong('root', `has no place for the panel ${missing[0]}`);
  const twice = slots.find((slot, i) => slots.indexOf(slot) !== i);
  if (twice) throw wrong('root', `names the panel ${twice} twice`);
}

function checkPart(value: unknown, place: string, depth: number): void {
  if (depth > 8) throw wrong(place, 'is nested too deep');
  const part = fieldsOf(value, place);
  const unknown = Object.keys(part).find((key) => !partKeys.includes(key));
  if (unknown) throw wrong(`${place}.${unknown}`, `is not known; there are ${partKeys.join(', ')}`);
  const kinds = ['panel', 'stack', 'split'].filter((key) => part[key] !== undefined);
  if (kinds.length !== 1) throw wrong(place, 'takes one of panel, stack and split');
  checkSize(part, place);
  if (part.frame !== undefined && typeof part.frame !== 'boolean') throw wrong(`${place}.frame`, 'takes true or false');
  if (part.panel !== undefined) checkName(part.panel, `${place}.panel`);
  if (part.stack !== undefined)
    for (const [i, slot] of listOf(part.stack, `${place}.stack`).entries()) checkName(slot, `${place}.stack[${i}]`);
  if (part.split === undefined) return;
  if (part.split !== 'rows' && part.split !== 'columns') throw wrong(`${place}.split`, 'takes rows or columns');
  for (const [i, child] of listOf(part.parts, `${place}.parts`).entries())
    checkPart(child, `${place}.parts[${i}]`, depth + 1);
}

function checkSize(part: Fields, place: string): void {
  if (part.size !== 'content') checkNumber(part, 'size', place, 1);
  checkNumber(part, 'percent', place, 1, 100);
  const percentWith = part.percentWith === undefined ? {} : fieldsOf(part.percentWith, `${place}.percentWith`);
  for (const name of Object.keys(percentWith)) checkNumber(percentWith, name, `${place}.percentWith`, 1, 100);
  checkNumber(part, 'min', place, 1);
  checkNumber(part, 'max', place, 1);
}

function checkNumber(fields: Fields, key: string, place: string, least: number, most = mostCells): void {
  const value = fields[key];
  if (value === undefined) return;
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
    throw wrong(place === '' ? key : `${place}.${key}`, `takes a whole number from ${least} to ${most}`);
}

function checkName(value: unknown, place: string): void {
  if (typeof value !== 'string' || value === '') throw wrong(place, 'takes the name of a panel');
}

function listOf(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw wrong(place, 'takes a list that is not empty');
  return value;
}

function fieldsOf(value: unknown, place: string): Fields {
  if (!isObject(value)) throw wrong(place, 'takes an object');
  return value;
}

function wrong(place: string, what: string): PaiError {
  return new PaiError('config', `${place} ${what}`, 'docs/screen.md shows a layout.');
}
