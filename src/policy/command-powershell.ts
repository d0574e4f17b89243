// PowerShell and cmd from a line: their text is another language, so little of it is understood and all of it asked.
import { denied, type Finding, unclear } from './command-findings.js';
import type { Arg } from './command-words.js';

const names = new Set(['powershell', 'pwsh', 'cmd']);

export function windowsFindings(name: string, args: Arg[]): Finding[] {
  if (!names.has(name) || args.length === 0) return [];
  const text = args.map((arg) => arg.text).join(' ');
  const found = [unclear(`runs text of ${name === 'cmd' ? 'cmd' : 'PowerShell'}, which is not looked through`)];
  if (/(?:^|\s)-e(?:c|nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{8,}/i.test(text)) found.push(denied('runs encoded text'));
  if (
    /\b(?:iex|invoke-expression)\b/i.test(text) &&
    /\b(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|downloadstring)\b/i.test(text)
  )
    found.push(denied('runs what it downloads'));
  if (/-verb\s+runas/i.test(text)) found.push(denied('raises privileges with PowerShell'));
  if (/\b(?:stop-computer|restart-computer|shutdown)\b/i.test(text)) found.push(denied('shuts the machine down'));
  if (/\b(?:format-volume|clear-disk|diskpart|format\s+[a-z]:)/i.test(text))
    found.push(denied('formats or partitions disks'));
  const removes = /\b(?:remove-item|rm|ri|del|erase|rd|rmdir)\b/i.test(text) && /(?:-r(?:ec\w*)?\b|\/s\b)/i.test(text);
  if (
    removes &&
    /(?:^|[\s"'])(?:[a-z]:[\\/]?\*?|[\\/]\*?|~[\\/]?\*?|\$home|\$env:userprofile|%userprofile%)(?=["'\s]|$)/i.test(text)
  )
    found.push(denied('deletes a root, home or parent folder recursively'));
  return found;
}
