import type { Caller, Reply } from '@tickmark/server/app.testing'
import { moneyKey } from '@tickmark/server/app.testing'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import { SAMPLES } from './samples.ts'

/** Makes one call of the table with its sample input, as the page would, with more fields and headers given. */
export function ask(
  by: Caller,
  name: RouteName,
  more: { fields?: Readonly<Record<string, unknown>>; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { method, path, money } = ROUTES[name]
  const fields = { is_virtual_account: 1, ...SAMPLES[name], ...more.fields }
  const headers = { ...(money ? moneyKey() : {}), ...more.headers }
  if (method === 'POST') return by.post(path, { json: fields, headers })
  const query = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
  return method === 'GET' ? by.get(path, { query, headers }) : by.delete(path, { query, headers })
}
