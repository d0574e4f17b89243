import { describe, expect, test } from '@jest/globals';
import { featuresOf, fold, routeInput } from '../../../src/plan/route-input.js';

const questions = [
  'What does this project do?',
  'how do I run the tests?',
  'Why does the build fail on CI?',
  'Where is the config loaded, and what happens then?',
  'What is the plan for next week?',
  'How would I first install the package and then run and test it?',
  'Can you explain how routing works?',
  'Could you tell me what src/app.ts, src/db.ts and src/cache.ts do?',
  'Is it safe to delete node_modules, reinstall and then rebuild?',
  'Which of these should I use: 1. zod 2. yup 3. ajv',
  'What is the difference between refactor, rewrite and migrate?',
  'explain the whole project to me',
  'does update also rebuild, test and deploy?',
  'hi',
  'thanks!',
  'who wrote the parser and when was it changed, tested and released?',
  'Is there a step-by-step guide?',
  '这个项目是做什么的？',
  '怎么运行测试',
  '为什么构建失败了？',
  '配置文件在哪里，然后怎么加载？',
  '首先安装依赖然后运行测试可以吗？',
  '请问如何部署这个应用',
  '解释一下这个函数',
  '什么是依赖注入？',
  '你好',
  '这个修改会影响测试和部署吗',
  'Šta radi ovaj projekat?',
  'Kako da pokrenem testove?',
  'Zašto ne prolazi build, a zatim puca i test?',
  'Gde se učitava konfiguracija?',
  'Objasni mi kako radi ruter',
  'Da li se prvo pokreće migracija, a zatim testovi?',
  'Шта ради овај пројекат?',
  'Како да покренем тестове?',
  'Зашто пада тест?',
  'Где је конфигурација?',
  'Ko je pisao parser i kada je izmenjen?',
];

const simple = [
  'fix the typo in README.md',
  'rename foo to bar in src/app.ts',
  'run the tests',
  'add a test for parseDate',
  'please update the version to 1.2.3',
  'Can you fix the failing test?',
  'delete the unused import in src/index.ts and run the linter',
  'read package.json and tell me the version',
  'make the button blue',
  'continue',
  'try again, that did not work',
  'commit message: "add, fix and test everything, then release"',
  'use tabs instead of spaces in src/a.ts',
  '修复 README.md 里的拼写错误',
  '运行测试',
  '把 foo 重命名为 bar',
  '给 parseDate 加一个测试',
  '帮我看看这个文件',
  '继续',
  'popravi grešku u README.md',
  'pokreni testove',
  'Preimenuj foo u bar',
  'dodaj test za parseDate',
  'Поправи грешку у README.md',
  'Покрени тестове',
  'nastavi',
  '```\nfirst, add a\nthen, build b\nfinally, test and deploy c\n```\nfix this',
  'fix this:\n    at run (src/a.ts:1)\n    at build (src/b.ts:2)\n    at test (src/c.ts:3)',
];

const severalSteps = [
  'Add a login page, write tests for it, then update the docs and finally deploy to staging',
  'First read the config loader, then refactor it to use zod, add tests and run the whole suite',
  'Implement user registration:\n1. create the database table\n2. add the endpoint\n3. write tests\n4. update the README',
  '- add dark mode\n- migrate the theme files\n- write tests\n- document the setting',
  'Make a plan for migrating the project from JavaScript to TypeScript and carry it out',
  'Build a todo app from scratch: create the backend, write the frontend, add tests, and deploy it',
  'Could you refactor src/a.ts, src/b.ts and src/c.ts, then add tests and update the changelog?',
  'Please analyze all the modules, then extract the shared code, remove duplicates, and verify that the tests pass',
  'Migrate the entire codebase to ESM, update every package, fix the tests and then publish a release',
  'Go step by step: convert the API to async, add retries, test it',
  '首先分析现有代码，然后重构登录模块，添加测试，最后更新文档',
  '从零开始创建一个博客系统，实现用户注册，编写测试，然后部署上线',
  '请制定一个计划，把整个项目迁移到 TypeScript',
  '实现以下功能：\n1. 创建数据库表\n2. 添加接口\n3. 编写测试',
  '先阅读配置代码，再修改加载逻辑，添加测试，最后运行全部测试',
  '帮我把所有模块升级到新版本，修复错误，然后验证测试通过，最后发布',
  'Prvo analiziraj kod, zatim refaktoriši modul za prijavu, dodaj testove i na kraju ažuriraj dokumentaciju',
  'Napravi plan i prebaci ceo projekat na TypeScript',
  'prvo procitaj konfiguraciju, zatim izmeni ucitavanje, dodaj testove i na kraju pokreni sve testove',
  'Napravi aplikaciju od nule: kreiraj bazu, napiši API, dodaj testove, pa objavi',
  'Уради следеће:\n1. направи табелу\n2. додај руту\n3. напиши тестове',
  'Прво анализирај код, затим рефакториши модул, додај тестове и на крају ажурирај документацију',
  'Da li možeš da prvo popraviš testove, zatim dodaj keš, izmeni konfiguraciju i na kraju objavi verziju?',
  'Направи план и пребаци цео пројекат на нови оквир',
];

describe('a question never becomes a plan', () => {
  test.each(questions)('%s', (input) => {
    const { mode, isUnsure } = routeInput(input);
    expect({ mode, isUnsure }).toEqual({ mode: 'react', isUnsure: false });
  });
});

describe('one thing to do needs no plan', () => {
  test.each(simple)('%s', (input) => {
    expect(routeInput(input).mode).toBe('react');
  });
});

describe('several steps are seen as such', () => {
  test.each(severalSteps)('%s', (input) => {
    expect(routeInput(input)).toMatchObject({ mode: 'plan', isUnsure: false });
  });
});

test('between the two it says react, and that it is not sure', () => {
  const route = routeInput('refactor the parser, write tests for it and then update the docs');
  expect(route).toMatchObject({ mode: 'react', isUnsure: true });
  expect(route.confidence).toBeLessThan(0.7);
});

test('the reason tells what was seen', () => {
  expect(routeInput(severalSteps[0]!).reason).toBe('4 things to do, in an order');
  expect(routeInput('why?').reason).toBe('a question');
});

test('Serbian reads the same in both scripts and without diacritics', () => {
  const latin = 'Prvo proveri ćošak, zatim izmeni džep i đačku ljusku, pa dodaj njušku';
  const cyrillic = 'Прво провери ћошак, затим измени џеп и ђачку љуску, па додај њушку';
  expect(fold(cyrillic)).toBe(fold(latin));
  expect(featuresOf(cyrillic).actions).toBe(3);
});

test('what was pasted says nothing about the request', () => {
  const paste = `\`\`\`\n${'1. add this, then build that, finally test everything in the whole project\n'.repeat(50)}`;
  expect(routeInput(`fix this\n${paste}`)).toMatchObject({ mode: 'react', isUnsure: false });
});

test('a megabyte of anything is answered', () => {
  for (const piece of ['a ', '`', '- x\n', '“', '再', 'a.b/', '\n\n '])
    expect(routeInput(piece.repeat(300_000)).mode).toMatch(/react|plan/);
});
