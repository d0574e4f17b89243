// Puts facts into a prompt's text. Pure.

/** `{name}` becomes the fact of that name; names without one stay, and so do braces in the facts. */
export function fillText(template: string, facts: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(facts, name) ? facts[name]! : all));
}
