// Which files are whose, by their names. Loads no parser.

export const scriptSuffix = /\.(?:[cm]?[jt]s|[jt]sx)$/;
export const yamlSuffix = /\.ya?ml$/;
export const cssSuffix = /\.css$/;
export const htmlSuffix = /\.html?$/;
export const syntaxSuffix = /\.(?:[cm]?[jt]s|[jt]sx|jsonc?|code-workspace|ya?ml|css|html?)$/;
