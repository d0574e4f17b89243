// What is known about a shell line once it has been looked through: plain data, the joint between guard and decision.

export interface CommandFacts {
  /** Reasons that deny it at every level. */
  denied: string[];
  /** What else it does that a person wants to know, e.g. `network`, `deletes recursively`. */
  reasons: string[];
  /** Why it could not be fully understood; asked at every level. */
  unclear: string[];
  /** The line itself when it is one simple command, without redirection, substitution or variables. */
  simple?: string;
}
