// Real HTTP servers on this machine for tests of the web tools.
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

export interface WebServer {
  /** `http://127.0.0.1:1234` */
  url: string;
  /** `127.0.0.1:1234` */
  host: string;
  port: number;
  /** Paths that were asked for, with their queries. */
  asked: string[];
}

/** Call once at the top of a test file; servers and their connections are closed after each test. */
export function webServers(): (answer: RequestListener, tls?: { key: string; cert: string }) => Promise<WebServer> {
  const open: Server[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return async (answer, tls) => {
    const asked: string[] = [];
    const listener: RequestListener = (request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    };
    const server = tls ? createSecureServer(tls, listener) : createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(server);
    const { port } = server.address() as AddressInfo;
    return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, asked };
  };
}
