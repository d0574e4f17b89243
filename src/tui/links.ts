// Links of cells: a number above the 32 bits of the attribute stands for the address, so that cells compare as before.
// Owns the numbers and the escape codes; which text is a link, the view says.

const unit = 2 ** 32;
/** Numbers up to here leave the attribute exact. */
const lastId = 2 ** 20;
/** Addresses that are kept; more than any screen shows. */
const keptLimit = 4096;
const longestAddress = 2000;
/** Checked once more at the border to the terminal: nothing in it can end the escape code. */
const harmless = /^(?:https?|file):\/\/[\x21-\x7e]+$/i;

const ids = new Map<string, number>();
const addresses = new Map<number, string>();
let newestId = 0;

/** The attribute of cells that lead to this address; `attr` itself when the address is not one a terminal may be given. */
export function linkedAttr(attr: number, href: string | undefined): number {
  if (href === undefined) return attr;
  let id = ids.get(href);
  if (id === undefined) {
    if (href.length > longestAddress || !harmless.test(href)) return attr;
    id = keep(href);
  }
  return attr + id * unit;
}

/** The number of the link that an attribute carries; 0 for none. */
export function linkOf(attr: number): number {
  return attr < unit ? 0 : Math.floor(attr / unit);
}

/** OSC 8: what is written from now on leads there; 0 ends a link. Runs of one number are one link, wherever they stand. */
export function linkCode(id: number): string {
  const address = addresses.get(id);
  return address === undefined ? '\x1b]8;;\x1b\\' : `\x1b]8;id=${id};${address}\x1b\\`;
}

/** Whether links may be sent: some terminals print what they do not know. */
export function linksWanted(env: NodeJS.ProcessEnv): boolean {
  if (env.FORCE_HYPERLINK !== undefined && env.FORCE_HYPERLINK !== '') return env.FORCE_HYPERLINK !== '0';
  return env.TERM !== 'linux' && env.TERM !== 'dumb';
}

function keep(href: string): number {
  if (ids.size >= keptLimit) {
    // Numbers are not used again soon: cells on the screen still carry the old ones.
    ids.clear();
    addresses.clear();
  }
  newestId = newestId >= lastId ? 1 : newestId + 1;
  ids.set(href, newestId);
  addresses.set(newestId, href);
  return newestId;
}
