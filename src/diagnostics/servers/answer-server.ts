// What a language server may ask of us, answered so that it goes on; nothing it asks for is done.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MessageConnection } from 'vscode-jsonrpc';

export function answerServer(connection: MessageConnection, cwd: string, onPull: () => void): void {
  connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) => items.map(() => null));
  connection.onRequest('client/registerCapability', ({ registrations }: { registrations: { method: string }[] }) => {
    if (registrations.some(({ method }) => method === 'textDocument/diagnostic')) onPull();
    return null;
  });
  connection.onRequest('workspace/workspaceFolders', () => [{ uri: pathToFileURL(cwd).href, name: basename(cwd) }]);
  connection.onRequest('workspace/applyEdit', () => ({ applied: false }));
  for (const method of [
    'client/unregisterCapability',
    'window/workDoneProgress/create',
    'window/showMessageRequest',
    'workspace/diagnostic/refresh',
    'workspace/semanticTokens/refresh',
    'workspace/inlayHint/refresh',
    'workspace/codeLens/refresh',
  ])
    connection.onRequest(method, () => null);
}
