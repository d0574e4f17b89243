// What the built-in demo model says. Data: real tool calls on the sample project, then how to connect a real model.
import type { Reply, Script } from './script.js';

export { demoProject } from './demo-project.js';

const pauseMs = 20;

/** How a refused call begins or ends in what the model reads. */
const refused = '\\bdenied\\b|not allowed|refused';

const connect = `To work with a real model: \`/connect\` here, or set a key before the start:

\`\`\`sh
export OPENAI_API_KEY=…
\`\`\`

or point PaiCLI at any OpenAI-compatible server:

\`\`\`sh
export PAICLI_BASE_URL=http://127.0.0.1:11434/v1
export PAICLI_MODEL=qwen3
\`\`\`
`;

const afterDenial: Reply = {
  pauseMs,
  text: `All right, I leave it at that. I am only the **demo model**: my part is written down beforehand.\n\n${connect}`,
};

const replies: Reply[] = [
  {
    pauseMs,
    reasoning: 'The demo shows a bug being found and mended. First look at the code and at its test, both at once.',
    text: "This is the demo: I play a short session on a sample project. I'll start with the code and its test.",
    calls: [
      { name: 'read_file', arguments: { path: 'src/date.js' }, fragments: 3 },
      { name: 'read_file', arguments: { path: 'test/date.test.js' }, fragments: 3 },
    ],
  },
  {
    pauseMs,
    reasoning: 'getYear() counts from 1900, so 2026 becomes 126. Is it used anywhere else?',
    text: '`monthLabel` uses `getYear()`, which counts from 1900. Let me see whether it is used elsewhere.',
    calls: [{ name: 'grep_code', arguments: { pattern: 'getYear' }, fragments: 2 }],
  },
  {
    pauseMs,
    text: 'Only there. I replace it with `getFullYear()`.',
    calls: [
      {
        name: 'edit_file',
        arguments: { path: 'src/date.js', edits: [{ old: 'date.getYear()', new: 'date.getFullyear()' }] },
        fragments: 5,
      },
    ],
  },
  {
    pauseMs,
    reasoning: 'The name has a capital Y. What an edit breaks is said right after it.',
    text: 'A slip of mine, which the check of types finds before any test does: it is `getFullYear`, with a capital Y.',
    calls: [
      {
        name: 'edit_file',
        arguments: { path: 'src/date.js', edits: [{ old: 'date.getFullyear()', new: 'date.getFullYear()' }] },
        fragments: 5,
      },
    ],
    instead: { ifResultMatches: refused, reply: afterDenial },
  },
  {
    pauseMs,
    text: 'Now the tests.',
    calls: [{ name: 'execute_command', arguments: { command: 'npm test' }, fragments: 2 }],
    instead: { ifResultMatches: refused, reply: afterDenial },
  },
  {
    pauseMs,
    text: `The bug in \`src/date.js\` is mended.

- **Cause:** \`getYear()\` counts from 1900, so March 2026 became \`126-03\`.
- **Change:** one call in \`monthLabel\`. My first edit had a slip, which was reported with its result and mended.
- **Check:** the output of \`npm test\` is above.
- **Taking it back:** \`/restore 1\` puts the file back to how it was.

\`\`\`js
return \`\${date.getFullYear()}-\${month}\`;
\`\`\`

That was the **demo model**; its part is written down beforehand. ${connect}`,
    instead: { ifResultMatches: refused, reply: afterDenial },
  },
];

export const demoScript: Script = {
  replies,
  afterwards: {
    pauseMs,
    text: `I am only the **demo model** and cannot answer that: my part is written down beforehand.\n\n${connect}`,
  },
};
