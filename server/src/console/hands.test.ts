import { beforeAll, expect, test } from 'vitest'
import { caller, type Caller, setServer } from '../app/app.testing.ts'
import { approve, ask } from '../app/decided.testing.ts'
import { operatorCaller, type OperatorCaller } from '../app/operatorCaller.testing.ts'

const server = setServer({ env: { CONTENT: 'none' } })
const url = () => server.url
let sandbox: Caller
let ann: Caller
let third: OperatorCaller

async function openLink(link: string | null): Promise<Caller> {
  const who = caller(url)
  const json = { link: link?.split('#link=')[1] ?? '' }
  expect((await who.post('/api/console/session/link', { json })).status).toBe(200)
  return who
}

const invite = async (name: string, roles: string[]) => {
  const json = { name, roles, reason: 'joins us' }
  return (await sandbox.post('/api/console/operators/invite', { json })).body
}
const invites = (name: string, roles = ['viewer']) => ask(sandbox, 'operators.invite', { name, roles })

beforeAll(async () => {
  sandbox = await openLink(await server.app.ownLink())
  const { data } = await invite('Ann', ['admin'])
  ann = await openLink((data as { link: string }).link)
})

test('in a sandbox without other operators, an admin and an operator invited by that admin alone decide', async () => {
  expect(await approve(ann, await invites('Ben'))).toBe('approved')
})

test('as soon as there is another operator, the two count as one hand', async () => {
  third = await operatorCaller(server, { roles: ['admin'] })
  const asked = await invites('Cleo')
  expect(await approve(ann, asked)).toBe('same_hand')
  expect(await approve(third, asked)).toBe('approved')
  expect(
    await approve(sandbox, await ask(ann, 'operators.invite', { name: 'Dora', roles: ['viewer'] })),
  ).toBe('same_hand')
})

test('an operator invited by two is a separate hand', async () => {
  expect(await approve(third, await invites('Eve', ['admin']))).toBe('approved')
  const { data } = (await sandbox.get('/api/console/operators')).body as {
    data: { list: { name: string; operator: string }[] }
  }
  const { operator = '' } = data.list.find(({ name }) => name === 'Eve') ?? {}
  const renewed = await sandbox.post('/api/console/operators/link', { json: { operator } })
  const eve = await openLink((renewed.body.data as { link: string }).link)
  expect(await approve(eve, await invites('Fay'))).toBe('approved')
})

test('an admin who signs in by link and was thrown out opens no new link for an hour', async () => {
  const { data } = (await sandbox.get('/api/console/operators')).body as {
    data: { list: { name: string; operator: string }[] }
  }
  const operator = data.list.find(({ name }) => name === 'Ann')?.operator ?? ''
  const json = { operator, reason: 'stolen session' }
  const out = await sandbox.post('/api/console/operators/revoke', { json })
  expect(out.body.data).toMatchObject({ isFinal: false })
  const renewed = await sandbox.post('/api/console/operators/link', { json: { operator } })
  const link = (renewed.body.data as { link: string }).link.split('#link=')[1]
  const opened = await caller(url).post('/api/console/session/link', { json: { link } })
  expect(opened.body.code).toBe('operator_suspended')
})

test('a former admin still counts: the last one left does not invite alone again', async () => {
  const { db } = server.database.database
  await db
    .updateTable('operator')
    .set({ roles: ['viewer'] })
    .where('name', '<>', 'Sandbox')
    .execute()
  expect((await invite('Gil', ['admin'])).code).toBe('second_operator_needed')
  const marks = await db
    .selectFrom('operator')
    .select(['name', 'was_admin'])
    .where('was_admin', '=', true)
    .execute()
  expect(marks.map((one) => one.name)).toEqual(expect.arrayContaining(['Sandbox', 'Ann', 'Eve']))
})
