// JSON text that is harmless on a terminal too. Owns which characters are written as escapes beyond those JSON asks for.

/** The JSON text of a plain value; controls and marks that change the direction of text are escapes. `indent`: blanks a level, none for one line. */
export function harmlessJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    /[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
