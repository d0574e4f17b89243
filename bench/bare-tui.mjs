// The least a full screen must do: the alternate screen, a line that echoes keys, the answer streamed above it.   node bare-tui.mjs URL MODEL
import { request } from 'node:http';

const [url, model] = process.argv.slice(2);
const { stdin, stdout } = process;
let input = '';
let pending = '';
let isDue = false;

const prompt = () => `\x1b[${stdout.rows};1H\x1b[2K> ${input}`;
function paint() {
  isDue = false;
  const text = pending ? `\x1b8${pending.replaceAll('\n', '\r\n')}\x1b7` : '';
  pending = '';
  stdout.write(`\x1b[?2026h${text}${prompt()}\x1b[?2026l`);
}
function ask(content) {
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content }] });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  request(`${url}/v1/chat/completions`, { method: 'POST', headers }, (response) => {
    let buffer = '';
    response.setEncoding('utf8');
    response.on('data', (chunk) => {
      buffer += chunk;
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (line !== 'data: [DONE]') pending += JSON.parse(line.slice(6)).choices[0]?.delta?.content ?? '';
      }
      if (!isDue) setTimeout(paint, 16);
      isDue = true;
    });
  }).end(body);
}

stdout.write(`\x1b[?1049h\x1b[2J\x1b[1;${stdout.rows - 2}r\x1b[1;1H\x1b7${prompt()}`);
stdin.setRawMode(true);
stdin.on('data', (data) => {
  for (const key of data.toString()) {
    if (key === '\x04') {
      stdout.write('\x1b[r\x1b[?1049l');
      process.exit(0);
    } else if (key === '\r') {
      ask(input);
      input = '';
    } else if (key === '\x7f') input = input.slice(0, -1);
    else input += key;
  }
  paint();
});
