// Text of others between tags, for the model: it cannot close them and go on as a text of ours. Pure.

/** The text on lines of its own between `<name attributes>` and `</name>`. `attributes`: harmless already. */
export function fenced(name: string, text: string, attributes = ''): string {
  const opening = attributes === '' ? name : `${name} ${attributes}`;
  return `<${opening}>\n${text.replaceAll(`</${name}`, `<\\/${name}`)}\n</${name}>`;
}
