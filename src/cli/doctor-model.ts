// The checks of `paicli doctor` about the model: settings, key, server, one answer, one call of a tool.
import { pathsUnder } from '../config/paths.js';
import type { EngineInit } from '../engine/engine-init.js';
import { createPrompts } from '../prompt/load-prompt.js';
import { findModel, findProvider } from '../provider/catalog.js';
import { catalogProviders } from '../provider/catalog-data.js';
import { checkModel, type ModelCheck } from '../provider/check-model.js';
import { findLocalServers, listServed } from '../provider/served-models.js';
import { type Check, faultOf, type Tell } from './doctor-check.js';
import { engineInit, type Places } from './engine-init.js';
import type { ParsedLine } from './options.js';

const listLimitMs = 10_000;
const answerLimitMs = 60_000;

const tool = {
  name: 'report_ready',
  description: 'Says that you are ready.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

export async function checkModelSetup(line: ParsedLine, places: Places, isOffline: boolean, tell: Tell): Promise<void> {
  const init = settings(line, places, tell);
  if (!init) return;
  const { provider, model, baseUrl = '' } = init;
  if (provider === 'demo') return tell(await nothingSetUp(isOffline));
  if (provider === 'scripted') return tell({ name: 'model', state: 'skip', text: 'a script plays it' });
  const { keyVariables, baseUrl: usual } = findProvider(provider, init.catalog);
  const [keyVariable] = keyVariables;
  const where = init.settings?.find(({ key }) => key === 'apiKey')?.origin;
  tell({ name: 'key', state: 'ok', text: init.apiKey ? `there, ${where ?? 'set'}` : 'none, and none is needed' });
  if (isOffline) {
    for (const name of ['server', 'model', 'tools'])
      tell({ name, state: 'skip', text: 'not asked, as --offline says' });
    return;
  }
  const server = { baseUrl, ...(init.apiKey ? { apiKey: init.apiKey } : {}) };
  // A key's variable is the place to look only where the key belongs.
  const named = keyVariable && baseUrl === usual && !init.isStoredKey ? { keyVariable } : {};
  const isListed = await checkServer({ ...server, ...named }, model, tell);
  const prompts = createPrompts(pathsUnder(init.home).promptFolder);
  const profile = findModel(provider, model, init.catalog);
  const common = { ...server, ...named, profile, timeoutMs: answerLimitMs };
  const answered = isListed && (await checkAnswer({ ...common, question: prompts.load('checks/answer') }, tell));
  if (answered) tell(await checkTools({ ...common, question: prompts.load('checks/tool'), tool }));
  else
    for (const name of isListed ? ['tools'] : ['model', 'tools'])
      tell({ name, state: 'skip', text: 'the line above comes first' });
}

function settings(line: ParsedLine, places: Places, tell: Tell): EngineInit | undefined {
  try {
    const init = engineInit(line, places, false);
    const window = init.provider === 'demo' || init.provider === 'scripted' ? '' : windowText(init);
    tell({
      name: 'settings',
      state: 'ok',
      text: `${init.provider}, ${init.model}${window}; ${pathsUnder(init.home).configFile}`,
    });
    for (const text of init.notices) tell({ name: 'settings', state: 'warn', text });
    return init;
  } catch (error) {
    tell(faultOf('settings', error));
    return undefined;
  }
}

function windowText({ provider, model, contextWindow, catalog = catalogProviders }: EngineInit): string {
  const profile = findModel(provider, model, catalog);
  if (contextWindow !== undefined) return `, window ${contextWindow}`;
  return profile.assumed ? `, window assumed ${profile.contextWindow}` : `, window ${profile.contextWindow}`;
}

async function nothingSetUp(isOffline: boolean): Promise<Check> {
  const found = isOffline ? [] : await findLocalServers(catalogProviders);
  const names = found.map(({ name, baseUrl }) => `${name} at ${baseUrl}`).join(', ');
  const text = `none is set up, so that the demo plays${names ? `; running here: ${names}` : ''}`;
  return {
    name: 'model',
    state: 'warn',
    text,
    fix: 'Start paicli and choose one, or set a key such as OPENAI_API_KEY.',
  };
}

/** True when it may be asked for an answer. */
async function checkServer(
  server: { baseUrl: string; apiKey?: string; keyVariable?: string },
  model: string,
  tell: Tell,
) {
  try {
    const models = await listServed(server, listLimitMs);
    const isThere = models.length === 0 || models.some((served) => served.model === model);
    const text = `${server.baseUrl} answers, ${models.length} models`;
    const fix = `Choose one of \`paicli models --provider …\`, or load ${model} there.`;
    tell({
      name: 'server',
      state: isThere ? 'ok' : 'warn',
      text: isThere ? text : `${text}, ${model} not among them`,
      fix,
    });
    return true;
  } catch (error) {
    const check = faultOf('server', error, (error as { code?: string }).code === 'model' ? 'warn' : 'fail');
    tell(check.state === 'warn' ? { ...check, text: `it does not list its models: ${check.text}` } : check);
    return check.state === 'warn';
  }
}

async function checkAnswer(check: ModelCheck, tell: Tell): Promise<boolean> {
  const result = await checkModel(check);
  if (result.ok)
    tell({ name: 'model', state: 'ok', text: `${check.profile.model} answered in ${result.durationMs} ms` });
  else
    tell({
      name: 'model',
      state: 'fail',
      text: result.error.message,
      ...(result.error.hint ? { fix: result.error.hint } : {}),
    });
  return result.ok;
}

async function checkTools(check: ModelCheck): Promise<Check> {
  const result = await checkModel(check);
  const fix = 'Choose a model (and chat template) that can call tools; without them it can only talk.';
  if (!result.ok) return { name: 'tools', state: 'fail', text: result.error.message, fix: result.error.hint ?? fix };
  if (result.calledTool) return { name: 'tools', state: 'ok', text: 'it calls tools' };
  return { name: 'tools', state: 'warn', text: 'it was asked to call a tool and wrote text instead', fix };
}
