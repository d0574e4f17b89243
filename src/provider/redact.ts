// Keeps secrets and walls of text out of messages for people.

const maxLength = 400;

/** A function that blanks the given secrets and anything shaped like a key, joins lines and bounds the length. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // Very short "secrets" such as the `x` people give local servers would blank ordinary letters.
  const known = secrets.filter((secret) => secret.length >= 6);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, '***');
    clean = clean
      .replace(/\b(sk|pk|rk|gsk|xai)-[\w*.-]{6,}/g, '***')
      .replace(/\b(Bearer|Basic)\s+[\w.~+/*=-]{6,}/gi, '$1 ***')
      .replace(/\/\/[^/@\s]+@/g, '//***@')
      .replace(/\s+/g, ' ')
      .trim();
    return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean;
  };
}
