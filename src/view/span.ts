// Styled text as every front end draws it: a line is a list of spans, a style is a role that a theme gives a look.

export type StyleRole =
  | 'text'
  | 'dim'
  | 'strong'
  | 'emphasis'
  | 'heading'
  | 'code'
  | 'link'
  | 'quote'
  | 'user'
  | 'accent'
  | 'success'
  | 'warning'
  | 'error'
  | 'added'
  | 'removed'
  | 'border'
  | 'borderFocus'
  | 'title'
  | 'selection'
  | 'status'
  /** Words that changed inside an added or removed line. */
  | 'addedWord'
  | 'removedWord'
  /** Parts of code. */
  | 'keyword'
  | 'string'
  | 'comment'
  | 'number'
  | 'function'
  | 'type';

export interface Span {
  text: string;
  role: StyleRole;
  /** Where a link leads: an absolute http, https or file address in ASCII without controls, safe inside an escape code. */
  href?: string;
}

export type Line = Span[];
