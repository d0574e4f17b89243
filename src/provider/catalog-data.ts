// The catalogue's facts: servers and some of their models. Data only; prices are left out where they are tiered or not certain.
import type { Prices, ServerRules } from './model-profile.js';

export interface CatalogModel {
  model: string;
  contextWindow: number;
  maxOutputTokens?: number;
  prices?: Prices;
  images?: boolean;
  /** Where it differs from its provider's other models. */
  rules?: Partial<ServerRules>;
}

export interface CatalogProvider {
  provider: string;
  name: string;
  /** Empty for `custom`: the user gives it. */
  baseUrl: string;
  /** Environment variables that may hold the key, best first; empty for servers without one. */
  keyVariables: string[];
  /** Runs on the user's own machine: it needs no key, may not be running, and tells its models itself. */
  isLocal?: true;
  /** What holds for each of its models, known or not. */
  rules: ServerRules;
  /** The first is the default; empty where the user's own server decides. */
  models: CatalogModel[];
}

/** What most servers take. */
export const plainRules: ServerRules = {
  maxTokensField: 'max_tokens',
  streamUsage: true,
  callIds: 'free',
  replayReasoning: false,
  systemRole: 'system',
  turns: 'free',
  parallelCalls: true,
  textCalls: false,
};

/** OpenAI's reasoning models. */
const developer = { rules: { systemRole: 'developer' as const } };
const thinking = { rules: { replayReasoning: true } };

/** Dollars per million tokens: input, cached input, output. */
function usd(asOf: string, input: number, cachedInput: number, output: number): Prices {
  return { currency: 'USD', input, cachedInput, output, asOf };
}

/** The same in yuan. */
function cny(asOf: string, input: number, cachedInput: number, output: number): Prices {
  return { ...usd(asOf, input, cachedInput, output), currency: 'CNY' };
}

const thousand = 1000;

export const catalogProviders: readonly CatalogProvider[] = [
  {
    provider: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariables: ['OPENAI_API_KEY'],
    rules: { ...plainRules, maxTokensField: 'max_completion_tokens' },
    models: [
      {
        model: 'gpt-5.1',
        contextWindow: 400 * thousand,
        maxOutputTokens: 128 * thousand,
        prices: usd('2025-11-15', 1.25, 0.125, 10),
        images: true,
        ...developer,
      },
      {
        model: 'gpt-5',
        contextWindow: 400 * thousand,
        maxOutputTokens: 128 * thousand,
        prices: usd('2025-11-15', 1.25, 0.125, 10),
        images: true,
        ...developer,
      },
      {
        model: 'gpt-5-mini',
        contextWindow: 400 * thousand,
        maxOutputTokens: 128 * thousand,
        prices: usd('2025-11-15', 0.25, 0.025, 2),
        images: true,
        ...developer,
      },
      {
        model: 'gpt-5-nano',
        contextWindow: 400 * thousand,
        maxOutputTokens: 128 * thousand,
        prices: usd('2025-11-15', 0.05, 0.005, 0.4),
        images: true,
        ...developer,
      },
      {
        model: 'gpt-4.1',
        contextWindow: 1_047_576,
        maxOutputTokens: 32_768,
        prices: usd('2025-11-15', 2, 0.5, 8),
        images: true,
      },
      {
        model: 'gpt-4.1-mini',
        contextWindow: 1_047_576,
        maxOutputTokens: 32_768,
        prices: usd('2025-11-15', 0.4, 0.1, 1.6),
        images: true,
      },
      {
        model: 'gpt-4o',
        contextWindow: 128 * thousand,
        maxOutputTokens: 16_384,
        prices: usd('2025-11-15', 2.5, 1.25, 10),
        images: true,
      },
      {
        model: 'gpt-4o-mini',
        contextWindow: 128 * thousand,
        maxOutputTokens: 16_384,
        prices: usd('2025-11-15', 0.15, 0.075, 0.6),
        images: true,
      },
      {
        model: 'o4-mini',
        contextWindow: 200 * thousand,
        maxOutputTokens: 100 * thousand,
        prices: usd('2025-11-15', 1.1, 0.275, 4.4),
        images: true,
        ...developer,
      },
    ],
  },
  {
    provider: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariables: ['DEEPSEEK_API_KEY'],
    // Newer models think and call tools in one reply, and the server refuses the history without that reasoning.
    rules: { ...plainRules, replayReasoning: true },
    models: [
      {
        model: 'deepseek-chat',
        contextWindow: 128 * thousand,
        maxOutputTokens: 8 * thousand,
        prices: usd('2025-10-15', 0.28, 0.028, 0.42),
      },
      {
        model: 'deepseek-reasoner',
        contextWindow: 128 * thousand,
        maxOutputTokens: 64 * thousand,
        prices: usd('2025-10-15', 0.28, 0.028, 0.42),
      },
    ],
  },
  {
    provider: 'glm',
    name: 'GLM (Z.ai, Zhipu)',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    keyVariables: ['GLM_API_KEY', 'ZAI_API_KEY', 'ZHIPUAI_API_KEY'],
    rules: plainRules,
    models: [
      {
        model: 'glm-4.6',
        contextWindow: 200 * thousand,
        maxOutputTokens: 128 * thousand,
        prices: usd('2025-10-15', 0.6, 0.11, 2.2),
      },
      {
        model: 'glm-4.5',
        contextWindow: 128 * thousand,
        maxOutputTokens: 96 * thousand,
        prices: usd('2025-10-15', 0.6, 0.11, 2.2),
      },
      {
        model: 'glm-4.5-air',
        contextWindow: 128 * thousand,
        maxOutputTokens: 96 * thousand,
        prices: usd('2025-10-15', 0.2, 0.03, 1.1),
      },
    ],
  },
  {
    provider: 'glm-cn',
    name: 'GLM (bigmodel.cn)',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyVariables: ['GLM_CN_API_KEY'],
    rules: plainRules,
    // Prices there depend on the length of the prompt.
    models: [
      { model: 'glm-4.6', contextWindow: 200 * thousand, maxOutputTokens: 128 * thousand },
      { model: 'glm-4.5-air', contextWindow: 128 * thousand, maxOutputTokens: 96 * thousand },
    ],
  },
  {
    provider: 'kimi',
    name: 'Kimi (Moonshot)',
    baseUrl: 'https://api.moonshot.ai/v1',
    keyVariables: ['KIMI_API_KEY', 'MOONSHOT_API_KEY'],
    rules: plainRules,
    models: [
      { model: 'kimi-k2-0905-preview', contextWindow: 262_144, prices: usd('2025-11-15', 0.6, 0.15, 2.5) },
      {
        model: 'kimi-k2-thinking',
        contextWindow: 262_144,
        prices: usd('2025-11-15', 0.6, 0.15, 2.5),
        ...thinking,
      },
      { model: 'kimi-k2.5', contextWindow: 262_144, images: true, ...thinking },
    ],
  },
  {
    provider: 'kimi-cn',
    name: 'Kimi (moonshot.cn)',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyVariables: ['KIMI_CN_API_KEY'],
    rules: plainRules,
    models: [
      { model: 'kimi-k2-0905-preview', contextWindow: 262_144, prices: cny('2025-11-15', 4, 1, 16) },
      { model: 'kimi-k2-thinking', contextWindow: 262_144, prices: cny('2025-11-15', 4, 1, 16), ...thinking },
      { model: 'kimi-k2.5', contextWindow: 262_144, images: true, ...thinking },
    ],
  },
  {
    provider: 'qwen',
    name: 'Qwen (Alibaba Cloud)',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    keyVariables: ['QWEN_API_KEY', 'DASHSCOPE_API_KEY'],
    rules: plainRules,
    models: [
      { model: 'qwen3-coder-plus', contextWindow: 1_000_000, maxOutputTokens: 65_536 },
      { model: 'qwen3-max', contextWindow: 262_144, maxOutputTokens: 65_536 },
      { model: 'qwen-plus', contextWindow: 1_000_000, maxOutputTokens: 32_768 },
    ],
  },
  {
    provider: 'qwen-cn',
    name: 'Qwen (aliyun.com)',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyVariables: ['QWEN_CN_API_KEY'],
    rules: plainRules,
    models: [
      { model: 'qwen3-coder-plus', contextWindow: 1_000_000, maxOutputTokens: 65_536 },
      { model: 'qwen3-max', contextWindow: 262_144, maxOutputTokens: 65_536 },
      { model: 'qwen-plus', contextWindow: 1_000_000, maxOutputTokens: 32_768 },
    ],
  },
  {
    provider: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariables: ['OPENROUTER_API_KEY'],
    rules: plainRules,
    models: [
      {
        model: 'anthropic/claude-sonnet-4.5',
        contextWindow: 200 * thousand,
        maxOutputTokens: 64 * thousand,
        images: true,
      },
      { model: 'openai/gpt-5', contextWindow: 400 * thousand, maxOutputTokens: 128 * thousand, images: true },
      { model: 'google/gemini-2.5-pro', contextWindow: 1_048_576, maxOutputTokens: 65_536, images: true },
      { model: 'qwen/qwen3-coder', contextWindow: 262_144 },
    ],
  },
  {
    provider: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariables: ['MISTRAL_API_KEY'],
    // Its servers refuse a user message right behind a tool result.
    rules: { ...plainRules, streamUsage: false, callIds: 'nine', turns: 'strict' },
    models: [
      { model: 'devstral-medium-latest', contextWindow: 128 * thousand },
      { model: 'mistral-large-latest', contextWindow: 128 * thousand },
      { model: 'codestral-latest', contextWindow: 256 * thousand },
    ],
  },
  local('ollama', 'Ollama', 'http://127.0.0.1:11434/v1'),
  local('lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1'),
  local('llamacpp', 'llama.cpp', 'http://127.0.0.1:8080/v1'),
  local('vllm', 'vLLM', 'http://127.0.0.1:8000/v1'),
  {
    provider: 'custom',
    name: 'Another server',
    baseUrl: '',
    keyVariables: ['PAICLI_API_KEY'],
    rules: plainRules,
    models: [],
  },
];

function local(provider: string, name: string, baseUrl: string): CatalogProvider {
  // Templates that demand alternating roles are common there, and merging neighbours takes nothing away.
  const rules: ServerRules = { ...plainRules, turns: 'merged' };
  return { provider, name, baseUrl, isLocal: true, keyVariables: [], rules, models: [] };
}
