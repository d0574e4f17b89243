// Brings the error bodies of the world's servers into the one shape that the openai package keeps: `{"error": …}`.

/** A body as `{"error": …}` JSON; text that is not JSON as it is, a web page as nothing. */
export function toErrorBody(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) return '';
  try {
    const parsed: unknown = JSON.parse(trimmed);
    // Gemini wraps its error in a list; vLLM, FastAPI and Mistral have no `error` around theirs.
    const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    const wrapped = body !== null && typeof body === 'object' && 'error' in body && body.error;
    return JSON.stringify(wrapped ? body : { error: body });
  } catch {
    // Plain text is a lawful error body.
    return text;
  }
}
