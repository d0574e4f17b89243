// What a project skeleton is, and how it becomes the files of one project. Owns no skeleton and writes nothing.

export interface ProjectTemplate {
  /** Texts by path; `{{name}}` stands for the project's name. */
  files: Readonly<Record<string, string>>;
  /** How its tests are run, and itself; the first may need the network once. */
  commands: readonly string[];
}

/** The files of a project of this name, sorted by path. */
export function filesOf({ files }: ProjectTemplate, name: string): [path: string, text: string][] {
  return Object.entries(files)
    .map(([path, text]): [string, string] => [path, text.replaceAll('{{name}}', name)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A folder's name as a name that npm, Maven and Python accept; '' when nothing of it is left. */
export function projectName(folderName: string): string {
  return folderName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
}
