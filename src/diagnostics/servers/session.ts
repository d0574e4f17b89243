// One run of a language server: the protocol's start and end, its documents, what it says of them. Restarting and comparing
// is not done here.

import { basename } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type {
  Diagnostic,
  DocumentDiagnosticReport,
  InitializeResult,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol';
import { PaiError } from '../../base/error.js';
import { runServer } from '../../process/run-server.js';
import { answerServer } from './answer-server.js';

export interface SessionOptions {
  command: readonly string[];
  cwd: string;
  initializeWithinMs: number;
  onPublish: (params: PublishDiagnosticsParams) => void;
}

export interface Session {
  /** It answers when it is asked; else it says what it finds when it likes. */
  canPull(): boolean;
  /** Undefined when nothing has changed since it was asked last. Rejects when it cannot say. */
  pull(uri: string): Promise<Diagnostic[] | undefined>;
  notify(method: string, params: unknown): void;
  /** Does it still answer at all? */
  answers(withinMs: number): Promise<boolean>;
  /** Rejects when it ends or speaks no protocol; never resolves. */
  broken: Promise<never>;
  close(): Promise<void>;
}

/** Bytes without a message among them that are put up with. */
const mostSilentBytes = 32 * 1024 * 1024;
const shutdownWithinMs = 500;
const serverCancelled = -32802;

export async function startSession({ command, cwd, initializeWithinMs, onPublish }: SessionOptions): Promise<Session> {
  const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = await import('vscode-jsonrpc/node.js');
  const server = await runServer(command, cwd);
  const connection = createMessageConnection(
    new StreamMessageReader(server.output),
    new StreamMessageWriter(forgiving(server.input)),
  );
  let hasPull = false;
  let silentBytes = 0;
  const broken = new Promise<never>((_, reject) => {
    const fail = (why: string) => reject(new PaiError('tool', `${basename(command[0] ?? '')}: ${why}`));
    void server.ended.then((how) => fail(`it ended (${how})`));
    connection.onError(([error]) => fail(`it does not speak the protocol (${error.message})`));
    server.output.on('data', (chunk: Buffer) => {
      silentBytes += chunk.length;
      if (silentBytes > mostSilentBytes) fail('it sends no end of bytes without a message');
    });
  });
  broken.catch(() => {}); // also when nobody waits just now
  connection.onUnhandledNotification(() => {
    silentBytes = 0;
  });
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    silentBytes = 0;
    onPublish(params);
  });
  answerServer(connection, cwd, () => {
    hasPull = true;
  });
  connection.listen();

  const close = async () => {
    // Within the chain, since a connection that is closed throws at once.
    const polite = Promise.resolve()
      .then(() => connection.sendRequest('shutdown'))
      .then(() => connection.sendNotification('exit'));
    await Promise.race([polite, pause(shutdownWithinMs), broken]).catch(() => {});
    polite.catch(() => {});
    await server.close(200);
    connection.dispose();
  };
  try {
    const asked = connection.sendRequest<InitializeResult>('initialize', initializeParams(cwd));
    asked.catch(() => {});
    const answer = await Promise.race([asked, broken, pause(initializeWithinMs)]);
    if (answer === undefined) throw new PaiError('tool', `${basename(command[0] ?? '')} did not start in time`);
    hasPull ||= answer.capabilities?.diagnosticProvider !== undefined;
    await connection.sendNotification('initialized', {});
  } catch (error) {
    await server.close(0);
    connection.dispose();
    throw error;
  }
  return {
    canPull: () => hasPull,
    broken,
    close,
    async answers(withinMs) {
      // Nobody knows this request, and every server must say so.
      const asked = connection.sendRequest('$/paicli/alive').then(
        () => true,
        () => true,
      );
      return (await Promise.race([asked, broken, pause(withinMs)])) ?? false;
    },
    notify: (method, params) => void connection.sendNotification(method, params).catch(() => {}),
    async pull(uri) {
      for (let attempt = 0; ; attempt++) {
        try {
          const params = { textDocument: { uri } };
          const report = await connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', params);
          silentBytes = 0;
          return report?.kind === 'full' ? report.items : undefined;
        } catch (error) {
          // It was about to change its mind: ask again, but not for ever.
          if ((error as { code?: number }).code !== serverCancelled || attempt === 3) throw error;
        }
      }
    },
  };
}

/** To a server that is gone nothing is written: the package would let a failed write of a request end the process. */
function forgiving(input: Writable): Writable {
  return new Writable({
    write(chunk, encoding, done) {
      if (input.destroyed) done();
      else input.write(chunk, encoding, () => done());
    },
  });
}

export const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref());

function initializeParams(cwd: string): unknown {
  const uri = pathToFileURL(cwd).href;
  return {
    processId: process.pid,
    clientInfo: { name: 'paicli' },
    rootUri: uri,
    rootPath: cwd,
    workspaceFolders: [{ uri, name: basename(cwd) }],
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeWatchedFiles: { dynamicRegistration: true },
        diagnostics: { refreshSupport: true },
      },
      textDocument: {
        synchronization: { didSave: true, dynamicRegistration: true },
        publishDiagnostics: { versionSupport: true },
        diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
      },
    },
  };
}
