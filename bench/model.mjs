// A model server on 127.0.0.1 whose answer is chosen by the model's name: `echo`, `tools-N` (N rounds of reading a file), `stream-N-R` (N deltas, R a second).
import { createServer } from 'node:http';

const now = () => Number(process.hrtime.bigint()) / 1e6;
const words = 'the client reads a file and then writes the result where every line is painted once more'.split(' ');

function frame(delta, finish = null) {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'b', object: 'chat.completion.chunk', created: 1, model: 'b', choices })}\n\n`;
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const tail = (finish) => `${frame({}, finish)}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;

/** `file` is what tool rounds read. `log` has one entry a request: bytes, when it had arrived, when its answer had been written. */
export function startModel(file) {
  const log = [];
  const server = createServer((request, response) => {
    request.socket.setNoDelay(true);
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks);
      const { model, messages } = JSON.parse(body);
      const entry = { bytes: body.length, arrived: now() };
      log.push(entry);
      const [kind, count, rate] = model.split('-');
      const rounds = messages
        .slice(messages.findLastIndex(({ role }) => role === 'user'))
        .filter(({ role }) => role === 'assistant');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (kind === 'tools' && rounds.length < Number(count)) {
        const args = JSON.stringify({ path: file });
        response.write(
          frame({
            tool_calls: [
              { index: 0, id: `c${rounds.length}`, type: 'function', function: { name: 'read_file', arguments: args } },
            ],
          }),
        );
        response.end(tail('tool_calls'));
      } else if (kind === 'stream') await stream(response, Number(count), Number(rate));
      else response.end(frame({ content: 'Done: hello from the model.' }) + tail('stop'));
      entry.answered = now();
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ url: `http://127.0.0.1:${server.address().port}`, log, close });
    });
  });
}

async function stream(response, count, perSecond) {
  const start = now();
  for (let sent = 0; sent < count && !response.destroyed; ) {
    const due = Math.min(count, Math.floor(((now() - start) * perSecond) / 1000) + 1);
    for (; sent < due; sent++)
      response.write(frame({ content: `${sent % 60 === 59 ? '.\n\n' : ' '}${words[sent % words.length]}` }));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  response.write(frame({ content: '\n\nendmark' }));
  response.end(tail('stop'));
}
