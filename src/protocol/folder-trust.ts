// What a folder's own settings would do, as it is put to the user, and the answers there are.

/** One thing a file does, e.g. `model = x`. Text as it stands in the file: whoever shows it cleans it. */
export interface FolderSaying {
  text: string;
  /** It bears on safety: what asks, where the conversation goes. */
  isGrave?: boolean;
  /** Against what was answered before. */
  change?: 'new' | 'gone';
}

export interface FolderItem {
  /** Relative to the folder, e.g. `.paicli/config.json`. */
  path: string;
  says: FolderSaying[];
  change?: 'new' | 'changed' | 'gone';
}

export interface TrustQuestion {
  folder: string;
  items: FolderItem[];
  /** What was answered to other content of this folder. */
  earlier?: KeptTrust;
}

/** What is kept of an answer. */
export type KeptTrust = 'trusted' | 'refused';

/** `not-now` is kept nowhere: it is asked again at the next start. */
export type TrustAnswer = 'trust' | 'not-now' | 'never';
