// What each day cost, over all threads and processes: a row a day and model, added to with each call of a model.
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import type { Database } from '../storage/sqlite.js';

export interface UsageDays {
  /** `day` as base/day.ts writes it. Throws PaiError('storage'). */
  add(day: string, model: string, usage: Usage): void;
  /** By model, the one with the most tokens first. */
  of(day: string): { model: string; usage: Usage }[];
}

/** Over a database that thread-store.ts has prepared. */
export function createUsageDays(database: Database): UsageDays {
  const find = database.prepare('SELECT usage FROM usage_days WHERE day = ? AND model = ?');
  const put = database.prepare('INSERT OR REPLACE INTO usage_days (day, model, usage) VALUES (?, ?, ?)');
  const list = database.prepare('SELECT model, usage FROM usage_days WHERE day = ?');
  return {
    add(day, model, usage) {
      database.transaction(() => {
        const before = find.get<{ usage: string }>(day, model);
        const sum = addUsage(before ? read(before.usage) : noUsage, usage);
        put.run(day, model, JSON.stringify(sum));
      });
    },
    of(day) {
      const rows = list.all<{ model: string; usage: string }>(day);
      return rows
        .map(({ model, usage }) => ({ model, usage: read(usage) }))
        .sort((a, b) => tokensOf(b.usage) - tokensOf(a.usage));
    },
  };
}

const read = (text: string): Usage => ({ ...noUsage, ...(JSON.parse(text) as Partial<Usage>) });
const tokensOf = ({ input, output }: Usage) => input + output;
