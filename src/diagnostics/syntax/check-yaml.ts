// Syntax of YAML, all documents of a file.
import type { FindingInFile } from '../finding.js';
import { positionAt } from './position.js';

/** Templates that become YAML only when they are filled in; `${{ }}` of workflows is text within YAML. */
const template = /(?:^|[^$])\{\{|\{%/m;

export async function checkYaml(text: string): Promise<FindingInFile[]> {
  if (template.test(text)) return [];
  const { parseAllDocuments } = await import('yaml');
  const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent', strict: true });
  const errors = Array.isArray(documents) ? documents.flatMap((document) => document.errors) : [];
  return errors.map(({ message, pos }) => ({
    severity: 'error',
    ...positionAt(text, pos[0]),
    message,
    source: 'yaml',
  }));
}
