// The parts of css-tree that are loaded without the rest of it, whose types name only the whole.
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenNames } from 'css-tree';
}
