import type { AnyRoute } from '@tickmark/wire/call'
import { ROUTES } from '@tickmark/wire/routes/all'
import { expect, test } from 'vitest'
import { openApi, refusalsOf } from './openapi.ts'

const { paths, servers, components } = openApi(ROUTES, 'https://a.example')
const all: [string, AnyRoute][] = Object.entries(ROUTES)

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: object
  security?: object[]
}

test('the document says of each call what it needs: headers, a body, and whose session', () => {
  expect(servers).toEqual([{ url: 'https://a.example' }])
  expect(Object.keys(components.securitySchemes)).toEqual(['cookie', 'bearer', 'operator'])
  for (const [name, route] of all) {
    const { parameters, requestBody, security } = (paths[route.path] ?? {})[
      route.method.toLowerCase()
    ] as Operation
    const headers = parameters.filter((one) => one.in === 'header')
    const key = {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    }
    const app = { name: 'X-App', in: 'header', required: true, schema: { const: '1' } }
    expect(headers, name).toEqual([...(route.changes ? [app] : []), ...(route.money ? [key] : [])])
    expect(requestBody !== undefined, name).toBe(route.method === 'POST')
    expect(parameters.some((one) => one.in === 'query') && route.method === 'POST', name).toBe(false)
    const ofUsers = route.who === 'visitor' || route.who === 'user'
    const needed = ofUsers ? [{ cookie: [] }, { bearer: [] }] : [{ operator: [] }]
    expect(security, name).toEqual(route.who === 'anyone' ? undefined : needed)
  }
})

const NONE = { changes: false, money: false, refusals: [] } as const
const COMMON = ['bad_request', 'bad_envelope', 'too_many_requests', 'busy', 'failed']

test.each<[what: string, route: Partial<AnyRoute>, codes: string[]]>([
  ['for anyone', { who: 'anyone' }, []],
  ['for visitors', { who: 'visitor' }, ['sign_in_first', 'wallet_changed']],
  [
    'for users',
    { who: 'user' },
    ['sign_in_first', 'wallet_changed', 'register_first', 'account_not_allowed'],
  ],
  ['for arriving operators', { who: 'arriving' }, ['sign_in_first', 'operators_only']],
  ['for operators', { who: 'operator' }, ['sign_in_first', 'operators_only', 'factor_first', 'role_missing']],
  ['that changes something', { who: 'anyone', changes: true }, ['wrong_origin']],
  ['that moves money', { who: 'anyone', money: true }, ['key_missing', 'key_invalid', 'key_reused']],
  [
    'with refusals of its own',
    { who: 'visitor', refusals: ['sign_in_first', 'not_found'] },
    ['sign_in_first', 'not_found', 'wallet_changed'],
  ],
])('a call %s may refuse with what follows from it, each code once', (_what, route, codes) => {
  expect(refusalsOf({ ...NONE, ...route } as AnyRoute)).toEqual([...codes, ...COMMON])
})
