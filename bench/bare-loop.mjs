// The least an agent must do: ask, read the stream, run the tool it names, ask again.   node bare-loop.mjs URL MODEL
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const [url, model] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const tools = [{ type: 'function', function: { name: 'read_file', description: 'Read a file', parameters } }];
const messages = [
  { role: 'system', content: 'You are a coding agent.' },
  { role: 'user', content: 'Read and report.' },
];

function ask() {
  const body = JSON.stringify({ model, stream: true, messages, tools });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(`${url}/v1/chat/completions`, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body);
  });
}

for (;;) {
  const response = await ask();
  let buffer = '';
  let text = '';
  const calls = [];
  response.setEncoding('utf8');
  for await (const chunk of response) {
    buffer += chunk;
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (line === 'data: [DONE]') continue;
      const delta = JSON.parse(line.slice(6)).choices[0]?.delta;
      if (delta?.content) text += delta.content;
      for (const call of delta?.tool_calls ?? []) calls.push(call);
    }
  }
  if (calls.length === 0) {
    console.log(text);
    break;
  }
  messages.push({ role: 'assistant', content: null, tool_calls: calls });
  for (const { id, function: called } of calls)
    messages.push({ role: 'tool', tool_call_id: id, content: readFileSync(JSON.parse(called.arguments).path, 'utf8') });
}
agent.destroy();
