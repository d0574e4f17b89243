// What is known about a shell line once it has been looked through: plain data, the joint between guard and decision.

/** One simple command of a line, all of its words written out. */
export interface CommandPart {
  words: string[];
  /** The same in one spelling, for rules about an exact line. */
  line: string;
  /** A word begins with a pattern such as `*`, which file names could turn into options. */
  hasLeadingPattern: boolean;
  /** A known program that only reads, with all it reads free to read. */
  isHarmless: boolean;
}

export interface CommandFacts {
  /** Reasons that deny it at every level. */
  denied: string[];
  /** What else it does that a person wants to know, e.g. `network`, `deletes recursively`. */
  reasons: string[];
  /** Why it could not be fully understood; asked at every level. */
  unclear: string[];
  /** What is understood and yet asked at every level: protected files, what runs by itself later. */
  always?: string[];
  /** Present when every program of the line is known and only reads files of the folder that are not protected. */
  onlyReads?: true;
  /** The line itself when it is one simple command, without redirection, substitution or variables. */
  simple?: string;
  /** Its simple commands when it is nothing else, joined by `;`, `&&`, `||` or pipes; absent when it destroys or is unclear. */
  parts?: CommandPart[];
  /** The words of every program that was seen, also inside wrappers and scripts; undefined where a word is not known. */
  programs: (string | undefined)[][];
}
