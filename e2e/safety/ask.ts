import type { Caller, Reply } from '@tickmark/server/app/app.testing'
import { moneyKey, tinyPicture } from '@tickmark/server/app/app.testing'
import type { AnyRoute } from '@tickmark/wire/call'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import { OPERATOR_ROUTES, type OperatorRouteName } from '@tickmark/wire/routes/operators/all'
import { SAMPLES } from './samples.ts'

/** Every call, including the operators'. */
export const EVERY_ROUTE: Readonly<Record<RouteName | OperatorRouteName, AnyRoute>> = {
  ...ROUTES,
  ...OPERATOR_ROUTES,
}

/** Makes a call with its sample input, as a page would; `more` adds fields and headers. */
export function ask(
  by: Caller,
  name: RouteName | OperatorRouteName,
  more: { fields?: Readonly<Record<string, unknown>>; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { method, path, money, picture } = EVERY_ROUTE[name]
  const fields = { book: 1, ...SAMPLES[name], ...more.fields }
  const headers = { ...(money ? moneyKey() : {}), ...more.headers }
  if (method === 'POST' && !picture) return by.post(path, { json: fields, headers })
  const query = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
  if (picture) return by.post(path, { query, picture: tinyPicture, headers })
  return method === 'GET' ? by.get(path, { query, headers }) : by.delete(path, { query, headers })
}
