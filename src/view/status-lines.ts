// The two status lines: what the engine is set to, and what it is doing and has spent. Owns what gives way when it is narrow.
import { cellWidth, clipToWidth } from '../base/width.js';
import { formatCost, formatElapsed, formatPath, formatTokens } from './format.js';
import { type Glyphs, glyphs } from './glyphs.js';
import type { Line, Span, StyleRole } from './span.js';
import { countsOfPlan } from './task-look.js';
import { retriesOf } from './team-view.js';
import type { View } from './view-model.js';
import { clipLine, lineWidth, spread } from './wrap.js';

export interface StatusOptions {
  /** Cells; no line is wider. */
  width: number;
  /** ms since 1970. */
  now: number;
  /** The home folder, shown as `~`. */
  home: string;
  ascii?: boolean;
  /** The next message is the goal of a plan. */
  planNext?: boolean;
}

/** A part of a status line. */
interface Segment {
  /** From the longest to the shortest. */
  forms: Line[];
  /** The lowest gives way first. */
  priority: number;
}

const barCells = 8;
const maxTitleCells = 32;
/** From here on there is room to name more than the one key that leads to all others. */
const wideColumns = 100;

/** Both lines, the settings first. */
export function statusLines(view: View, options: StatusOptions): [Line, Line] {
  const signs = glyphs(options.ascii === true);
  const palette = options.width >= wideColumns ? `Ctrl+P palette ${signs.separator} ` : '';
  const help: Line = [{ text: `${palette}F1 help `, role: 'dim' }];
  const room = options.width - lineWidth(help) - 1;
  const settings = fitSegments(settingSegments(view, options, signs), room < 20 ? options.width : room, signs);
  const work = fitSegments(workSegments(view, options, signs), options.width, signs);
  return [spread(settings, help, options.width, signs.ellipsis), work];
}

function settingSegments(view: View, { planNext }: StatusOptions, signs: Glyphs): Segment[] {
  const { engine, approvals, queue, thread } = view;
  const segments: Segment[] = [];
  if (engine !== undefined) {
    const risky = engine.approvals === 'all' ? 'error' : 'status';
    segments.push(segment(9, span(planNext ? 'PLAN next' : (view.turn?.mode ?? engine.mode).toUpperCase(), 'strong')));
    segments.push(segment(8, span(`approvals: ${engine.approvals}`, risky)));
  }
  const isAsked = approvals.some(({ request }) => request.subject !== 'question');
  const awaited = isAsked ? 'approval' : 'an answer';
  if (approvals.length > 0) segments.push(segment(7, span(`${approvals.length} waiting for ${awaited}`, 'warning')));
  segments.push(...(view.team ? teamSegments(view, signs) : planSegments(view)));
  segments.push(...problemSegments(view, signs));
  if (view.snapshot !== undefined) segments.push(segment(3, span(`snapshot #${view.snapshot}`, 'status')));
  if (queue.length > 0) segments.push(segment(6, span(`queue ${queue.length}`, 'status')));
  if (thread.title !== '')
    segments.push(segment(1, span(clipToWidth(thread.title, maxTitleCells, signs.ellipsis), 'dim')));
  return segments;
}

/** `✗2 !1`: what edits broke. */
function problemSegments({ problems: { errors, warnings } }: View, signs: Glyphs): Segment[] {
  if (errors + warnings === 0) return [];
  const parts = [
    ...(errors > 0 ? [span(`${signs.failed}${errors}`, 'error')] : []),
    ...(warnings > 0 ? [span(`!${warnings}`, 'warning')] : []),
  ];
  const [first, second] = parts;
  return [{ priority: 5, forms: [second ? [first!, span(' ', 'dim'), second] : [first!]] }];
}

/** The plan in review, or how far the one that runs has come. */
function planSegments({ plan }: View): Segment[] {
  if (plan === undefined) return [];
  if (plan.inReview) return [segment(7, span('plan in review', 'warning'))];
  if (plan.plan.status !== 'RUNNING') return [];
  const { done, failed, total } = countsOfPlan(plan);
  const counts = span(`plan ${done}/${total}`, 'status');
  if (failed === 0) return [segment(7, counts)];
  return [{ priority: 7, forms: [[counts, span(` ${failed} failed`, 'error')], [counts]] }];
}

/** `team 3 · 2/6 · 1 retry`: while the team is at work. */
function teamSegments(view: View, signs: Glyphs): Segment[] {
  const { team, plan, turn } = view;
  if (!team || !turn) return [];
  const workers = team.workers ?? [...view.agents.values()].filter(({ role }) => role === 'worker').length;
  const name = `team${workers > 0 ? ` ${workers}` : ''}${team.paused ? ' paused' : ''}`;
  const head = span(name, team.paused ? 'warning' : 'status');
  if (!plan || plan.inReview) return [segment(7, head), ...planSegments(view)];
  const { done, failed, total } = countsOfPlan(plan);
  const retries = retriesOf(plan);
  const between = span(` ${signs.separator} `, 'dim');
  const short: Line = [head, between, span(`${done}/${total}`, 'status')];
  const long: Line = [
    ...short,
    ...(retries > 0 ? [between, span(retries === 1 ? '1 retry' : `${retries} retries`, 'status')] : []),
    ...(failed > 0 ? [between, span(`${failed} failed`, 'error')] : []),
  ];
  return [{ priority: 7, forms: long.length > short.length ? [long, short] : [short] }];
}

function workSegments(view: View, options: StatusOptions, signs: Glyphs): Segment[] {
  const { engine, usage, thread } = view;
  const segments: Segment[] = [];
  if (engine?.demo) segments.push(segment(10, span('DEMO model, no real AI', 'warning'), span('DEMO', 'warning')));
  else if (engine !== undefined) segments.push(segment(10, span(engine.model, 'strong')));
  segments.push(segment(9, activity(view, options.now)));
  segments.push(...contextSegments(view, signs));
  const about = usage.estimated ? '~' : '';
  if (usage.input > 0 || usage.output > 0) {
    const tokens = `in ${about}${formatTokens(usage.input)} out ${about}${formatTokens(usage.output)}`;
    const cached = usage.cached > 0 ? ` cached ${about}${formatTokens(usage.cached)}` : '';
    segments.push(segment(3, span(tokens + cached, 'status'), span(tokens, 'status')));
  }
  const cost = formatCost(usage);
  if (cost !== undefined) segments.push(segment(4, span(about + cost, 'status')));
  if (thread.cwd !== '') {
    const path = formatPath(thread.cwd, options.home);
    const name = path.split(/[/\\]/).at(-1) || path;
    segments.push(segment(2, span(path, 'dim'), span(name, 'dim')));
  }
  return segments;
}

function activity(view: View, now: number): Span {
  if (view.crashed !== undefined) return span('engine stopped', 'error');
  if (view.engine === undefined) return span('starting', 'dim');
  if (view.compacting !== undefined)
    return span(`compacting ${formatElapsed(now - view.compacting.startedAt)}`, 'accent');
  if (view.turn === undefined && view.shell)
    return span(`your command ${formatElapsed(now - view.shell.startedAt)}`, 'accent');
  if (view.turn === undefined) return span('ready', 'status');
  const elapsed = formatElapsed(now - view.turn.startedAt);
  if (view.approvals.length > 0) return span(`waiting for you ${elapsed}`, 'warning');
  return span(`working ${elapsed}`, 'accent');
}

function contextSegments(view: View, signs: Glyphs): Segment[] {
  const meter = view.context;
  if (meter === undefined || meter.windowTokens <= 0) return [];
  const share = Math.max(0, Math.min(1, meter.usedTokens / meter.windowTokens));
  const full = Math.min(barCells, Math.round(share * barCells));
  const bar = signs.barFull.repeat(full) + signs.barEmpty.repeat(barCells - full);
  const about = meter.estimated ? '~' : '';
  const percent = `${about}${Math.round((meter.usedTokens / meter.windowTokens) * 100)}%`;
  const guess = view.engine?.contextWindowAssumed ? '~' : '';
  const numbers = `${about}${formatTokens(meter.usedTokens)}/${guess}${formatTokens(meter.windowTokens)}`;
  const role: StyleRole = share >= 0.9 ? 'error' : share >= 0.75 ? 'warning' : 'status';
  return [segment(8, span(`ctx ${bar} ${percent} ${numbers}`, role), span(`ctx ${percent}`, role))];
}

/** Joins the segments; while they are too wide, the least important one gets shorter, then goes. */
function fitSegments(segments: Segment[], width: number, signs: Glyphs): Line {
  let chosen = segments;
  let line = joined(chosen, signs);
  while (lineWidth(line) > width && chosen.length > 1) {
    const least = chosen.reduce((a, b) => (b.priority < a.priority ? b : a));
    const shorter = { ...least, forms: least.forms.slice(1) };
    chosen = chosen.flatMap((one) => (one !== least ? [one] : shorter.forms.length > 0 ? [shorter] : []));
    line = joined(chosen, signs);
  }
  while (lineWidth(line) > width && chosen.some((one) => one.forms.length > 1)) {
    chosen = chosen.map((one) => (one.forms.length > 1 ? { ...one, forms: one.forms.slice(1) } : one));
    line = joined(chosen, signs);
  }
  return clipLine(line, width, signs.ellipsis);
}

function joined(segments: Segment[], signs: Glyphs): Line {
  const line: Line = [{ text: ' ', role: 'status' }];
  segments.forEach((one, at) => {
    if (at > 0) line.push({ text: ` ${signs.separator} `, role: 'dim' });
    line.push(...(one.forms[0] ?? []));
  });
  return line;
}

function segment(priority: number, ...forms: Span[]): Segment {
  return { priority, forms: forms.map((form) => [form]).filter(([form]) => cellWidth(form!.text) > 0) };
}

function span(text: string, role: StyleRole): Span {
  return { text, role };
}
