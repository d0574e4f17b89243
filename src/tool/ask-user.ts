// ask_user: a question to the person, with answers to pick from where there are some. Changes nothing and needs no approval.
import * as z from 'zod';
import type { Display } from '../protocol/display.js';
import type { Tool } from './tool.js';

const schema = z.object({
  question: z.string().trim().min(1).max(4000),
  choices: z.array(z.string().trim().min(1).max(300)).min(2).max(8).optional(),
});

export const askUserTool: Tool<typeof schema> = {
  name: 'ask_user',
  schema,
  readOnly: true,
  async prepare({ question, choices = [] }) {
    const title = titleOf(question);
    const asked: Display[] = title === question ? [] : [{ kind: 'text', text: question, tone: 'dim' }];
    return {
      title,
      access: { reads: [], writes: [] },
      preview: [{ kind: 'text', text: question }],
      question: { text: question, choices: [...new Set(choices)] },
      async run({ answer }) {
        const text = answer === undefined ? 'The user did not answer.' : `The user answered: ${answer}`;
        return { ok: true, text, display: [...asked, { kind: 'text', text: answer ?? 'no answer' }] };
      },
    };
  },
};

/** The first line in a few words; all of it stands in the preview. */
function titleOf(question: string): string {
  const [first = ''] = question.split('\n');
  const cut = first.slice(0, 100);
  return cut === question ? cut : `${cut} …`;
}
