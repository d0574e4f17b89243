// Recognises the many ways in which servers say that the conversation no longer fits.

const codes = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'model_context_window_exceeded',
  '1261',
]);

const phrases = [
  /context[\s_-]?(length|window|size|limit)/i,
  /maximum (context|prompt|input|model) ?(length|tokens|len)/i,
  /(prompt|input|message|request|conversation)s? (is|are) too (long|large)/i,
  /too many (input |prompt )?tokens/i,
  /exceed(s|ed)? (the )?(model'?s? )?(maximum |max )?(context|token limit|model token limit|input token|number of tokens)/i,
  /exceeded model token limit/i,
  /range of input length should be/i,
  /reduce the length of/i,
  /tokens? \+ .{0,40}must be <=/i,
  /prompt ?超长|输入.{0,6}超过/i,
];

/** Whether an error of this status, code and text is about length. 429 never is: "too many tokens" means tokens a minute there. */
export function isContextOverflow(status: number | undefined, code: string, text: string): boolean {
  if (status === 401 || status === 403 || status === 404 || status === 429) return false;
  return status === 413 || codes.has(code) || phrases.some((phrase) => phrase.test(text));
}
