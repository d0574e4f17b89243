// Which TypeScript checks a project: its own, when the folder is trusted, since loading it runs code of the folder; else ours.
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type TypeScript = typeof import('typescript');

/** TypeScript 7 has no such interface in JavaScript, and one before 4.7 knows neither `NodeNext` nor what is asked here. */
export async function loadTypeScript(folder: string, isTrusted: boolean): Promise<TypeScript> {
  const own = isTrusted ? loadOwn(folder) : undefined;
  return own ?? (await import('typescript')).default;
}

function loadOwn(folder: string): TypeScript | undefined {
  try {
    const found = createRequire(join(folder, 'any.js'))('typescript') as Partial<TypeScript>;
    const [major = 0, minor = 0] = (found.version ?? '').split('.').map(Number);
    const isUsable = major * 100 + minor >= 407 && found.createSemanticDiagnosticsBuilderProgram !== undefined;
    return isUsable ? (found as TypeScript) : undefined;
  } catch {
    return undefined; // none installed, or one that cannot be loaded
  }
}
