// Help texts, made from the table of commands.
import { type CommandName, type CommandSpec, commands } from './options.js';

export function overviewHelp(): string {
  const rows = Object.entries(commands).map(([name, spec]) => `  ${name.padEnd(9)} ${spec.summary}`);
  return [
    'paicli: a coding agent in your terminal, for any OpenAI-compatible model',
    '',
    'Usage: paicli [command] [options]',
    '',
    ...rows,
    '',
    '  --version, --help, and --help after a command',
    '',
    'Connect a model:',
    '  export OPENAI_API_KEY=…                              a hosted one, or',
    '  export PAICLI_BASE_URL=http://127.0.0.1:11434/v1     any OpenAI-compatible server',
    '  export PAICLI_MODEL=…                                its model',
    '',
  ].join('\n');
}

export function commandHelp(name: CommandName): string {
  const spec: CommandSpec = commands[name];
  const rows = Object.entries(spec.options).map(([option, { value, optionalValue, short, help }]) => {
    const shown = value ? ` ${optionalValue ? `[${value}]` : value}` : '';
    return [`${short ? `-${short}, ` : ''}--${option}${shown}`, help] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `Usage: ${spec.usage}`,
    '',
    spec.summary,
    '',
    ...rows.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`),
    '',
    ...(spec.notes ? [spec.notes, ''] : []),
    `Example: ${spec.example}`,
    '',
  ].join('\n');
}
