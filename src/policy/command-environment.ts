// Variables that a line gives its programs and that make them run something else. Knows names; judges no program.
import { does, type Finding } from './command-findings.js';
import type { Arg } from './command-words.js';

/** Programs load or run at their start what these name. */
const loaders =
  /^(?:LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\w+|BASH_ENV|ENV|PROMPT_COMMAND|PYTHONSTARTUP|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GCONV_PATH|BASH_FUNC_.*)$/;
/** The value is a program or a shell line. */
const programs =
  /^(?:GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS|SUDO_ASKPASS|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|RSYNC_RSH|LESSOPEN|LESSCLOSE|TEXEDIT|FCEDIT|SYSTEMD_PAGER|GIT_CONFIG_VALUE_\d+)$/;
const gitSettings = /^GIT_(?:CONFIG.*|EXEC_PATH|TEMPLATE_DIR|DIR|WORK_TREE|CONFIG_PARAMETERS)$/;

export interface VariableLook {
  findings: Finding[];
  scripts: Arg[];
}

/** What giving a program this variable does. */
export function lookAtVariable(name: string, value: Arg): VariableLook {
  const nothing: VariableLook = { findings: [], scripts: [] };
  if (loaders.test(name)) return { findings: [does(`makes programs load other code (${name})`)], scripts: [] };
  if (name === 'NODE_OPTIONS' && /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)/.test(value.text))
    return { findings: [does('makes programs load other code (NODE_OPTIONS)')], scripts: [] };
  if (name === 'PATH') return { findings: [does('changes where programs are looked for (PATH)')], scripts: [] };
  if (programs.test(name))
    return {
      findings: [does(`names a program to run (${name})`)],
      scripts: [{ ...value, text: value.text.replace(/^[!|]/, '') }],
    };
  return gitSettings.test(name) ? { findings: [does(`changes what git runs (${name})`)], scripts: [] } : nothing;
}
