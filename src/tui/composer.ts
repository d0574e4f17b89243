// What stands between the keyboard and the editor: the list of completions and the search through earlier messages. The draft itself is the editor's.
import type { Ask } from './commander.js';
import { createCompletion } from './completion/completion.js';
import { createListPane, type ListPane } from './completion/list-pane.js';
import type { Editor } from './editor.js';
import { createHistorySearch, type HistorySearch } from './history-search.js';
import type { InputEvent } from './input/keys.js';
import type { SlashCommand } from './slash-commands.js';

export interface Composer {
  /** True: a list or a search that is open took it, and the editor must not see it. */
  onInput(event: InputEvent): boolean;
  /** Any other input has done its work; `isTyping`: it wrote in the draft or rubbed out. */
  afterInput(isTyping: boolean): void;
  /** False: nothing stands before the caret that can be completed. */
  complete(): boolean;
  readonly search: HistorySearch;
  readonly list: ListPane;
}

export interface ComposerOptions {
  editor: Editor;
  ask: Ask;
  /** All slash commands. */
  commands(): readonly SlashCommand[];
  redraw(): void;
  ascii: boolean;
}

export function createComposer({ editor, ask, commands, redraw, ascii }: ComposerOptions): Composer {
  const completion = createCompletion({ editor, ask, commands, redraw });
  const search = createHistorySearch(editor, ascii);
  return {
    onInput: (event) => search.onInput(event) || (event.type === 'key' && completion.onKey(event.key)),
    afterInput(isTyping) {
      // Moving about, recalling and pasting change the place, but ask for nothing.
      if (isTyping && !search.isOpen()) completion.look();
      else completion.close();
    },
    complete: completion.complete,
    search,
    list: createListPane(completion.list, ascii),
  };
}
