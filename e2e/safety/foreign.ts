import type { Caller } from '@tickmark/server/app/app.testing'
import type { RouteName } from '@tickmark/wire/routes/all'
import type { OperatorRouteName } from '@tickmark/wire/routes/operators/all'
import { ask, EVERY_ROUTE } from './ask.ts'
import type { See, Wanted } from './cells.ts'

type Case = [what: string, headers: Record<string, string>]

/** Request headers that our page never sends. */
export function foreignHeaders(site: string): Case[] {
  return [
    ['no X-App', { 'x-app': '' }],
    ['X-App 0', { 'x-app': '0' }],
    ['X-App 2', { 'x-app': '2' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a subdomain', { origin: 'http://x.localhost:1' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['a sandboxed origin', { origin: 'null' }],
    ['an origin that starts alike', { origin: `${site}.evil.example` }],
    ['no origin with a cookie', { origin: '' }],
    ['no origin, and a page of another site', { origin: '', referer: 'https://evil.example/' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['a fetch from no site', { 'sec-fetch-site': 'none' }],
  ]
}

/** Makes the call with each of these headers, and as a plain form post from another site. */
export async function seeForeign(
  by: Caller,
  name: RouteName | OperatorRouteName,
  cases: readonly Case[],
  see: See,
): Promise<void> {
  const refused: Wanted = [403, 'wrong_origin']
  for (const [what, headers] of cases) see(await ask(by, name, { headers }), refused, what)
  const { method, path } = EVERY_ROUTE[name]
  if (method !== 'POST') return
  const headers = { origin: 'https://evil.example', 'x-app': '' }
  see(await by.post(path, { form: { pid: '1' }, headers }), refused, 'a form')
}
