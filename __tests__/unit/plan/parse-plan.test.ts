import { describe, expect, test } from '@jest/globals';
import { type ParsedPlan, parsePlan, type ReplyFacts } from '../../../src/plan/parse-plan.js';
import { graphOf } from '../../support/plans.js';

const plan = '{"tasks":[{"id":"1","title":"a","deps":[]},{"id":"2","title":"b","deps":["1"]}]}';
const twoTasks = { task_1: '', task_2: 'task_1' };

const graph = (reply: string, facts?: ReplyFacts) => {
  const parsed = parsePlan(reply, facts);
  return parsed.kind === 'plan' ? graphOf(parsed.tasks) : parsed.problems;
};
const problems = (reply: string, facts?: ReplyFacts) => {
  const parsed: ParsedPlan = parsePlan(reply, facts);
  return parsed.kind === 'problems' ? parsed.problems : 'no problems';
};
const typesOf = (...types: unknown[]) => {
  const parsed = parsePlan(JSON.stringify({ tasks: types.map((type) => ({ description: 'd', type })) }));
  return parsed.kind === 'plan' ? parsed.tasks.map(({ type }) => type) : parsed.problems;
};

describe('the plan is found, whatever stands around it', () => {
  test.each([
    ['alone', plan],
    ['in a fence', `\`\`\`json\n${plan}\n\`\`\``],
    ['in a fence on one line', `\`\`\`json ${plan} \`\`\``],
    ['in a fence without a language', `\`\`\`\n${plan}\n\`\`\``],
    ['in prose', `Sure! ${plan}  Let me know.`],
    [
      'after a broken fenced block',
      `\`\`\`json\n{"tasks":[{"id":"1","title":"a \n\`\`\`\nAgain:\n\`\`\`json\n${plan}\n\`\`\``,
    ],
    ['after a thought with an empty plan', `<think>{"tasks":[]}</think> ${plan}`],
    ['after a thought with another plan', `<think>\n{"tasks":[{"id":"9","title":"z"}]}\n</think>\n${plan}`],
    ['before brackets of prose', `${plan} then see [docs] and {x}`],
    ['after brackets of prose', `See {x}, [1] and {placeholder: ${plan}`],
    ['after a byte order mark', `\uFEFF${plan}`],
    ['twice', `${plan}\n\n${plan}`],
    ['after a draft', `{"tasks":[{"id":"1","title":"draft"}]}\nBetter:\n${plan}`],
    ['before an empty one', `${plan}\n{"tasks":[]}`],
    ['as a list of tasks', plan.slice('{"tasks":'.length, -1)],
    ['within another object', `{"plan": ${plan}}`],
    ['with trailing commas and comments', plan.replaceAll('}', ', }').replace('[', '[ // the first\n /* one */ ')],
    ['with smart quotes', plan.replace(/"([^"]*)"/g, '“$1”')],
    ['with Windows line ends', `\`\`\`json\r\n${plan.replaceAll(',', ',\r\n')}\r\n\`\`\``],
  ])('%s', (_, reply) => {
    expect(graph(reply)).toEqual(twoTasks);
  });
});

test('brackets, quotes, fences and tags in texts are text', () => {
  const description = 'write "{[" to `a}` with ```js\n// x\n``` and <think> “so”, then ]';
  const parsed = parsePlan(`Here: ${JSON.stringify({ tasks: [{ description }] })}`);
  expect(parsed).toMatchObject({ kind: 'plan', tasks: [{ description }] });
});

describe('what is cut off is never made whole', () => {
  const cut = plan.slice(0, plan.indexOf(',{"id":"2"'));
  test.each(Array.from({ length: plan.length - 1 }, (_, at) => at + 1))('after %i characters', (at) => {
    expect(parsePlan(plan.slice(0, at)).kind).toBe('problems');
  });

  test('the JSON is cut', () => {
    expect(problems(cut)).toEqual(['the JSON is cut off: its last brackets are not closed']);
  });

  test('the server says that the reply was cut, even if a plan in it is whole', () => {
    expect(problems(plan, { finishReason: 'length' })[0]).toMatch(/^the reply was cut off/);
  });

  test('a good plan does not stand in for a cut one after it', () => {
    expect(problems(`${plan}\nBetter:\n${cut}`)).toEqual(['the JSON is cut off: its last brackets are not closed']);
  });

  test('a good plan does not stand in for a broken one after it', () => {
    expect(problems(`${plan}\nBetter:\n{"tasks": [{"id" "1"}]}`)[0]).toMatch(/^the JSON has a fault in its line 1/);
  });

  test('a thought without an end is no plan', () => {
    expect(problems(`<think> ${plan}`)).toEqual(['the reply holds no JSON object']);
  });
});

describe('what is wrong is said', () => {
  test.each([
    ['', 'the reply holds no JSON object'],
    ['I cannot plan that.', 'the reply holds no JSON object'],
    ['{"answer": 42}', 'the JSON has no "tasks"'],
    ['{"tasks": []}', 'the plan has no task'],
    ['{"tasks": {"a": 1}}', '"tasks" is not a list'],
    ['{"tasks": ["read"]}', 'entry 1 of "tasks" is not an object'],
    ['{"tasks": [{"id": "1"}]}', 'task task_1 has no description'],
    ['{"tasks": [{"id": "1", "title": "a", "deps": ["1"]}]}', 'task task_1 depends on itself'],
    [
      '{"tasks":[{"id":1,"title":"a","deps":[3]},{"id":2,"title":"b","deps":[1]},{"id":3,"title":"c","deps":[2]},{"id":4,"title":"d"}]}',
      'the dependencies go round in a circle: task_1 -> task_2 -> task_3 -> task_1',
    ],
  ])('%s', (reply, problem) => {
    expect(problems(reply)).toEqual([problem]);
  });

  test('a fault of the JSON with its line', () => {
    expect(problems('{"tasks": [\n{"id": "1" "title": "a"}]}')[0]).toMatch(
      /^the JSON has a fault in its line 2, near /,
    );
  });

  test('more than a hundred tasks', () => {
    const tasks = Array.from({ length: 101 }, (_, i) => ({ id: `${i}`, title: 't' }));
    expect(problems(JSON.stringify({ tasks }))).toEqual(['the plan has 101 tasks; at most 100 are allowed']);
  });

  test('no more than twenty faults', () => {
    const tasks = Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, title: 't', type: 'dance' }));
    expect(problems(JSON.stringify({ tasks }))).toHaveLength(21);
  });

  test('JSON that is nested without end', () => {
    expect(problems(`{"tasks": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`)).toEqual([
      'the JSON is nested too deeply',
    ]);
  });
});

describe('dependencies', () => {
  /** Of the last of the tasks 1 `Set up repo`, 2 and 12. */
  const last = (deps: unknown, name = 'deps') => {
    const tasks = [
      { id: '1', title: 'Set up repo' },
      { id: '2', title: 'twin' },
      { id: '12', title: 'twin' },
      { id: '20', title: 'last', [name]: deps },
    ];
    const parsed = parsePlan(JSON.stringify({ tasks }));
    return parsed.kind === 'plan' ? parsed.tasks.at(-1)!.dependencies : parsed.problems;
  };

  test.each([
    ['1', ['task_1']],
    ['1, 2', ['task_1', 'task_2']],
    ['1、2', ['task_1', 'task_2']],
    ['12', ['task_12']],
    [null, []],
    [undefined, []],
    ['', []],
    [[], []],
    [1, ['task_1']],
    [[1], ['task_1']],
    [
      [1, '2', '1'],
      ['task_1', 'task_2'],
    ],
    [['Set up repo'], ['task_1']],
    ['set up repo', ['task_1']],
    [['task_1'], ['task_1']],
    [['task 12'], ['task_12']],
  ])('%j', (deps, ids) => {
    expect(last(deps)).toEqual(ids);
  });

  test.each([
    [{ id: '1' }, 'has a dependency that is no id: {"id":"1"}'],
    [[{ id: '1' }], 'has a dependency that is no id: {"id":"1"}'],
    [[''], 'has a dependency that is no id: ""'],
    [true, 'has a dependency that is no id: true'],
    [[[1]], 'has a dependency that is no id: [1]'],
    [',', 'depends on ",", which is no task of the plan'],
    ['13', 'depends on "13", which is no task of the plan'],
    ['121', 'depends on "121", which is no task of the plan'],
    ['1, 13', 'depends on "13", which is no task of the plan'],
    [['twin'], 'depends on "twin", which more than one task is called'],
  ])('%j is a fault that names the task', (deps, problem) => {
    expect(last(deps)).toEqual([`task task_20 ${problem}`]);
  });

  test.each(['dependencies', 'depends_on', 'dependsOn', 'deps'])('under the name %s', (name) => {
    expect(last(['1'], name)).toEqual(['task_1']);
  });

  test('on tasks outside of the reply, where they are known', () => {
    const reply = '{"tasks":[{"id":"task_4","title":"a","dependencies":["task_3"]}]}';
    expect(graph(reply, { known: ['task_3'] })).toEqual({ task_4: 'task_3' });
    expect(problems(reply)).toEqual(['task task_4 depends on "task_3", which is no task of the plan']);
  });
});

describe('ids', () => {
  const withIds = (...ids: unknown[]) => JSON.stringify({ tasks: ids.map((id, i) => ({ id, title: `t${i}` })) });
  const idsOf = (reply: string, facts?: ReplyFacts) => Object.keys(graph(reply, facts));

  test('good ones stay, the others get one of ours that no task has', () => {
    expect(idsOf(withIds('read_config', 'task_2', 'a b', undefined, '', 7, { x: 1 }))).toEqual([
      'read_config',
      'task_2',
      'task_3',
      'task_4',
      'task_5',
      'task_7',
      'task_8',
    ]);
  });

  test('a duplicate that nobody depends on is only renamed', () => {
    expect(idsOf(withIds('a', 'a', 'b'))).toEqual(['task_1', 'task_2', 'b']);
  });

  test('a dependency on a duplicate is a fault, not a guess', () => {
    const reply = '{"tasks":[{"id":"a","title":"x"},{"id":"a","title":"y"},{"id":"b","title":"z","deps":["a"]}]}';
    expect(problems(reply)).toEqual(['task b depends on "a", which more than one task is called']);
  });

  test('of tasks that are done already are not used again', () => {
    expect(idsOf(withIds('1', 'task_2'), { known: ['task_1', 'task_2'] })).toEqual(['task_3', 'task_4']);
  });

  test('a dependency is followed to the new id, also when it is named before', () => {
    expect(graph('{"tasks":[{"id":"x y","title":"x","deps":["z!"]},{"id":"z!","title":"z"}]}')).toEqual({
      task_1: 'task_2',
      task_2: '',
    });
  });
});

test('types are read where their meaning is plain', () => {
  expect(typesOf(undefined, null, '', 'file_read', 'File Write', 'shell', 'testing', 'Research', 'PLANNING')).toEqual([
    'ANALYSIS',
    'ANALYSIS',
    'ANALYSIS',
    'FILE_READ',
    'FILE_WRITE',
    'COMMAND',
    'VERIFICATION',
    'ANALYSIS',
    'PLANNING',
  ]);
  expect(typesOf('dance', 7)).toEqual([
    'task task_1 has the type "dance"; allowed are PLANNING, FILE_READ, FILE_WRITE, COMMAND, ANALYSIS, VERIFICATION',
    'task task_2 has the type 7; allowed are PLANNING, FILE_READ, FILE_WRITE, COMMAND, ANALYSIS, VERIFICATION',
  ]);
});

test('a title and a description are both told', () => {
  const parsed = parsePlan('{"summary":" s ","tasks":[{"title":"T","description":"D"},{"name":"N"}]}');
  expect(parsed).toMatchObject({ summary: 's', tasks: [{ description: 'T: D' }, { description: 'N' }] });
});

test('a very long text is read in no time to speak of and without a fault of ours', () => {
  const description = 'x'.repeat(3_000_000);
  expect(problems(JSON.stringify({ tasks: [{ description }] }))[0]).toMatch(/description/);
  for (const piece of ['{"', '“', '{“a”:', '```\n{', '/*', '[{"', '<think>', '\\"', '{"a":1} '])
    expect(parsePlan(piece.repeat(50_000)).kind).toBe('problems');
});
