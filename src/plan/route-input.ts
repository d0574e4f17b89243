// Says whether an input looks like work of several steps, for which a plan is worth while. Pure: features only, no model.
// Where it is not sure it says `react`.
import {
  chineseActions,
  englishActions,
  largeWords,
  planWords,
  politeStarts,
  questionEnds,
  questionStarts,
  sequenceWords,
  serbianActions,
} from './route-words.js';

export interface InputFeatures {
  isQuestion: boolean;
  /** Different things to do. */
  actions: number;
  /** Different words that order steps. */
  sequences: number;
  /** Entries of numbered or bulleted lists. */
  listItems: number;
  /** Different files named. */
  files: number;
  isLarge: boolean;
  asksForPlan: boolean;
  /** Characters that were written, pasted blocks left out; Chinese ones count twice. */
  length: number;
}

export interface Route {
  mode: 'react' | 'plan';
  /** 0.5 to 1. */
  confidence: number;
  /** A few words, e.g. `3 things to do, in an order`. */
  reason: string;
  /** Neither is clear; the mode is `react` then. */
  isUnsure: boolean;
  features: InputFeatures;
}

/** From here on a plan is said to be wanted; between the two nothing is sure. */
const surePlan = 0.68;
const sureReact = 0.35;
/** Features are words of the first part; a long paste says nothing more. */
const mostRead = 8000;

export function routeInput(input: string): Route {
  const features = featuresOf(input);
  const likelihood = likelihoodOfPlan(features);
  const mode = likelihood >= surePlan ? 'plan' : 'react';
  return {
    mode,
    confidence: Math.max(likelihood, 1 - likelihood),
    reason: reasonOf(features),
    isUnsure: likelihood < surePlan && likelihood > sureReact,
    features,
  };
}

export function featuresOf(input: string): InputFeatures {
  const written = withoutPastes(input.slice(0, mostRead));
  const folded = fold(written);
  const request = withoutPoliteness(folded);
  return {
    isQuestion: isQuestion(request),
    actions: countActions(request),
    sequences: sequenceWords.filter((word) => word.test(folded)).length,
    listItems: (written.match(/^[ \t]*(?:[-*•+]|\(?\d{1,2}[.)、:]|[a-h][.)])[ \t]*\S/gm) ?? []).length,
    files: new Set(written.match(/(?:[\w.@-]+\/)+[\w.@-]+|\b[\w-]+\.[a-z]{1,5}\b(?!\.\w)/gi) ?? []).size,
    isLarge: largeWords.test(folded),
    asksForPlan: planWords.test(folded),
    length: [...written].reduce((sum, char) => sum + (char >= '⺀' ? 2 : 1), 0),
  };
}

/** Code, logs and quotes are what the request is about, not the request. */
function withoutPastes(input: string): string {
  return input
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^(`{3,}|~{3,})[\s\S]*?(^\1|$(?![\s\S]))/gm, '')
    .replace(/^[ \t]*(>|at \S+ \(|File "|\d{4}-\d\d-\d\d[T ]).*$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => (/[\w-]+\.\w{1,5}/.test(code) ? code.replaceAll('`', ' ') : ' '))
    .trim();
}

const cyrillic = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const latin = 'a b v g d dj e z z i j k l lj m n nj o p r s t c u f h c c dz s'.split(' ');

/** Lower case, Serbian in plain Latin letters. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[а-џ]/g, (letter) => latin[cyrillic.indexOf(letter)] ?? letter)
    .replace(/đ/g, 'dj')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[’‘]/g, "'");
}

function withoutPoliteness(folded: string): string {
  let rest = folded;
  for (let cut = rest.replace(politeStarts, ''); cut !== rest; cut = rest.replace(politeStarts, '')) rest = cut.trim();
  return rest;
}

/** As a whole: one that begins like one, or ends like one and orders nothing. */
function isQuestion(request: string): boolean {
  if (questionStarts.test(request)) return true;
  return questionEnds.test(request) && !beginsWithAction.test(request);
}

const beginsWithAction = new RegExp(
  `^(?:(?:first|prvo|najpre)[, ]+)?(?:${[...englishActions, ...serbianActions].join('|')})\\b`,
);
/** Where a new thing to do can begin: the start, behind a mark or a joining word. */
const clauseStart =
  '(?:^|[.,;:!)\\]\\n•*+-]|\\b(?:and|then|to|also|please|finally|first|firstly|next|lastly|afterwards|or|i|pa|zatim|potom|onda|prvo|najpre|da|kraju|toga|te|a|kao)\\b)\\s*';
const latinPatterns = [...englishActions, ...serbianActions].map(
  (group) => new RegExp(`${clauseStart}(?:${group})\\b`, 'm'),
);
const chinesePatterns = chineseActions.map((group) => new RegExp(group));

function countActions(request: string): number {
  const count = (patterns: readonly RegExp[]) => patterns.filter((pattern) => pattern.test(request)).length;
  return count(latinPatterns) + (/[\u4e00-\u9fff]/.test(request) ? count(chinesePatterns) : 0);
}

/** Weights by hand, held by a table of inputs in the tests. */
function likelihoodOfPlan(features: InputFeatures): number {
  const { isQuestion, actions, sequences, listItems, files, isLarge, asksForPlan, length } = features;
  // Nothing is to be done: whatever else is in it, e.g. a pasted list.
  if (actions === 0 && !asksForPlan && listItems < 3) return 0.05;
  let score = -3;
  score += Math.min(3, Math.max(0, actions - 1)) * 0.9;
  score += Math.min(3, sequences) * 0.8;
  score += listItems >= 3 ? 2.6 : listItems === 2 ? 1 : 0;
  score += files >= 3 ? 1.2 : 0;
  score += isLarge ? 1.8 : 0;
  score += asksForPlan ? 4.2 : 0;
  score += length >= 600 ? 1 : length >= 200 ? 0.5 : length < 40 ? -0.8 : 0;
  if (isQuestion) score -= 5;
  return 1 / (1 + Math.exp(-score));
}

function reasonOf(features: InputFeatures): string {
  if (features.isQuestion) return 'a question';
  const parts = [
    ...(features.asksForPlan ? ['it asks for a plan'] : []),
    ...(features.listItems >= 2 ? [`a list of ${features.listItems}`] : []),
    ...(features.actions >= 2 ? [`${features.actions} things to do`] : []),
    ...(features.sequences > 0 ? ['in an order'] : []),
    ...(features.isLarge ? ['much of the project'] : []),
    ...(features.files >= 3 ? [`${features.files} files named`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'one thing to do';
}
