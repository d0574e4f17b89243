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
  | 'status';

export interface Span {
  text: string;
  role: StyleRole;
}

export type Line = Span[];
