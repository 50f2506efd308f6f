import type { AnyRoute } from '@tickmark/wire/call'
import { ROLES } from '@tickmark/wire/roles'
import { ROUTES } from '@tickmark/wire/routes/all'
import { OPERATOR_ROUTES } from '@tickmark/wire/routes/operators/all'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, newUser, setServer } from './app.testing.ts'
import { operatorCaller } from './operatorCaller.testing.ts'

const server = setServer({ env: { CONTENT: 'none' } })

/** The calls that only read and need no input. */
function readsOf(table: Record<string, AnyRoute>, by: AnyRoute['who']) {
  return Object.entries(table).filter(
    ([, { changes, who, input }]) => !changes && who === by && z.safeParse(input, {}).success,
  )
}

async function expectAnswers(reads: ReturnType<typeof readsOf>, to: Caller, fields: Record<string, string>) {
  expect(reads.length).toBeGreaterThan(10)
  for (const [name, { method, path }] of reads) {
    const { status, text } =
      method === 'GET' ? await to.get(path, { query: fields }) : await to.post(path, { json: fields })
    expect(`${name} ${status}`, text).toBe(`${name} 200`)
  }
}

test.each(['0', '1'])(
  'in account %s, a user who has just joined can make every read that needs no input',
  async (book) => {
    const user = await newUser(() => server.url, 1 + Number(book))
    await expectAnswers(readsOf(ROUTES, 'user'), user, { book })
  },
)

test('the operators of a new house can make every read that needs no input', async () => {
  const operator = await operatorCaller(server, { roles: ROLES })
  await expectAnswers(readsOf(OPERATOR_ROUTES, 'operator'), operator, {})
})
