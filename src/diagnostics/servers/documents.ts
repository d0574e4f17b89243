// The documents of one run of a server: what it was told of each, what it has said of each, and the wait for that.
import { extname } from 'node:path';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { languageIdOf } from './choose-servers.js';
import { pause, type Session } from './session.js';

interface Document {
  version: number;
  text: string;
  /** Publications since it was given this text. */
  said: number;
  onSaid: () => void;
}

export interface Documents {
  textOf(uri: string): string | undefined;
  /** Gives the server this text, as one that is saved when `isSaved`. */
  show(uri: string, text: string, isSaved: boolean): void;
  drop(uri: string): void;
  /** False when it speaks of a text that is no longer shown. */
  take(params: PublishDiagnosticsParams): boolean;
  /** Waits for what the server says of the text shown. A pulled answer is returned; what is published comes the other way. */
  look(uri: string, withinMs: number): Promise<{ isSaid: boolean; pulled?: Diagnostic[] | undefined }>;
}

/** After the first word there are often more: syntax first, then the rest. */
const settleMs = 120;

export function createDocuments(session: Session): Documents {
  const documents = new Map<string, Document>();
  return {
    textOf: (uri) => documents.get(uri)?.text,
    show(uri, text, isSaved) {
      const known = documents.get(uri);
      const version = (known?.version ?? 0) + 1;
      documents.set(uri, { version, text, said: 0, onSaid: () => {} });
      const textDocument = { uri, version };
      if (known === undefined) {
        const languageId = languageIdOf(extname(new URL(uri).pathname));
        session.notify('textDocument/didOpen', { textDocument: { ...textDocument, languageId, text } });
      } else session.notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
      if (isSaved) session.notify('textDocument/didSave', { textDocument: { uri }, text });
    },
    drop(uri) {
      if (documents.delete(uri)) session.notify('textDocument/didClose', { textDocument: { uri } });
    },
    take({ uri, version }) {
      const document = documents.get(uri);
      if (document === undefined) return true;
      if (version !== undefined && version !== null && version < document.version) return false;
      document.said++;
      document.onSaid();
      return true;
    },
    async look(uri, withinMs) {
      const document = documents.get(uri);
      if (document === undefined) return { isSaid: false };
      if (session.canPull()) {
        const answer = session.pull(uri).then((pulled) => ({ isSaid: true, pulled }));
        answer.catch(() => {});
        return (await Promise.race([answer, session.broken, pause(withinMs)])) ?? { isSaid: false };
      }
      return { isSaid: await Promise.race([settled(document, withinMs), session.broken]) };
    },
  };
}

/** True when something was said and then nothing for a while. */
async function settled(document: Document, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  const next = (ms: number) =>
    Promise.race([
      new Promise<true>((resolve) => {
        document.onSaid = () => resolve(true);
      }),
      pause(ms),
    ]);
  if (document.said === 0 && !(await next(withinMs))) return false;
  while (performance.now() < deadline && (await next(settleMs)));
  return true;
}
